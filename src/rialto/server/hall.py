"""All tables: made, found, put away; seats taken and left."""

import asyncio
import json
import sqlite3
from typing import TYPE_CHECKING, Any, Final

from rialto import Game, House
from rialto.engine.game import RULES_VERSION, BadHouse, BadRecord
from rialto.server import wire
from rialto.server.auth import Who, hashed
from rialto.server.botpool import RANDOM
from rialto.server.fold import first_game, new_clock, refold
from rialto.server.history import History
from rialto.server.levels import is_level
from rialto.server.logs import say
from rialto.server.services import Services
from rialto.server.store import Entry, Statement, append
from rialto.server.table import Chair, Header, Table, stored
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.streams import Stream

SEAT_NAMES: Final = ("Anna", "Bruno", "Chiara", "Dario", "Elena")
"""For seats that nobody has named."""
KINDS: Final[dict[str, wire.SeatKind]] = {"me": "person", "person": "empty", "bot": "bot"}
"""What a seat is at first, by what was wished for it."""
JANITOR_S: Final = 30.0
NO_SEAT: Final = 4403
COME_AGAIN: Final = 1012
"""Closing codes of sockets."""


class Hall:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, Table] = {}
        self.streams: dict[bytes, set[Stream]] = {}
        """Programs that listen for turns at all their tables."""

    # ── making ──

    async def create(self, wanted: wire.CreateTable, who: Who) -> tuple[Table, list[str | None]]:
        """A table and, by seat, the secret of its link."""
        assert who.key is not None
        self._check_room()
        # Off the loop: a long record takes a while to check.
        game, prefix = await asyncio.to_thread(self._opening, wanted)
        if len(wanted.seats) != game.house.players:
            raise Trouble(
                "bad_seats",
                f"There are {len(wanted.seats)} seats for {game.house.players} players.",
            )
        chairs, secrets = self._chairs(wanted.seats)
        setup = {
            "house": game.house.as_dict(),
            "names": [c.name for c in chairs],
            "position": prefix[0],
            "clock": clock_setup(wanted.clock),
        }
        mine = {p for p, seat in enumerate(wanted.seats) if seat.kind == "me"}
        holders = {who.key: mine} if mine else {}
        table = await self._open(setup, chairs, holders, who.key, wanted.open, prefix[1])
        return table, secrets

    def _opening(self, wanted: wire.CreateTable) -> tuple[Game, tuple[str | None, list[Any]]]:
        """The game to begin with; its start position, and the moves that lead there."""
        given = [wanted.position, wanted.record, wanted.record_id, wanted.from_table]
        if sum(g is not None for g in given) > 1:
            raise Trouble("bad_start")
        if wanted.position is not None:
            try:
                return Game.from_position(wanted.position), (wanted.position, [])
            except ValueError as trouble:
                raise Trouble("bad_position", f"position: {trouble}") from None
        record = self._record(wanted)
        if record is not None:
            game = read_record(record, wanted.from_move)
            return game, (record.get("start"), list(game.log))
        if wanted.from_move is not None:
            raise Trouble("bad_start", "from_move needs a record.")
        return Game.new(house=chosen_house(wanted.house, len(wanted.seats))), (None, [])

    def _record(self, wanted: wire.CreateTable) -> dict[str, Any] | None:
        if wanted.record_id is not None:
            return self.record(wanted.record_id)
        if wanted.from_table is not None:
            table = self.get(wanted.from_table)
            if table.status != "over":
                raise Trouble("still_running")
            return table.game.record()
        return wanted.record

    def _chairs(self, seats: list[wire.SeatIn]) -> tuple[list[Chair], list[str | None]]:
        chairs, secrets = [], []
        for p, seat in enumerate(seats):
            if (seat.bot is not None) != (seat.kind == "bot"):
                raise Trouble("bad_seats", f"seats.{p}: `bot` is for bots, and they need it.")
            if seat.bot is not None and not is_level(seat.bot):
                raise Trouble("unknown_bot", f"There is no bot {seat.bot!r}.")
            secret = self.services.secrets.secret() if seat.kind == "person" else None
            kind = KINDS[seat.kind]
            chairs.append(
                Chair(
                    kind=kind,
                    bot=seat.bot,
                    name=seat.name or SEAT_NAMES[p],
                    secret=hashed(secret) if secret else None,
                    connected=kind == "bot",
                )
            )
            secrets.append(secret)
        return chairs, secrets

    async def _open(
        self,
        setup: dict[str, Any],
        chairs: list[Chair],
        holders: dict[bytes, set[int]],
        host: bytes,
        is_open: bool,
        moves: list[Any],
        *more: Statement,
    ) -> Table:
        """Store it, then have it."""
        now = self.services.now()
        game_id = self.services.secrets.table_name()
        table = Table(
            header=Header(id=game_id, created=now, open=is_open, host=host, setup=setup),
            status="open",
            chairs=chairs,
            holders=holders,
            game=first_game(setup, self.services.seed()),
            history=History(len(chairs)),
            clock=new_clock(setup, len(chairs)),
            services=self.services,
            updated=now,
            basis=[0] * len(chairs),
        )
        statements: list[Statement] = [
            (
                "INSERT INTO games (id, created, updated, rules, status, open, host, header) "
                "VALUES (?, ?, ?, ?, 'open', ?, ?, ?)",
                (game_id, now, now, RULES_VERSION, int(is_open), host, json.dumps(setup)),
            )
        ]
        for p, chair in enumerate(chairs):
            statements.append(
                (
                    "INSERT INTO seats (game, seat, kind, bot, name, secret) "
                    "VALUES (?, ?, ?, ?, ?, ?)",
                    (game_id, p, chair.kind, chair.bot, chair.name, chair.secret),
                )
            )
        statements += [hold(game_id, p, key) for key, held in holders.items() for p in held]
        statements += append(
            game_id,
            [Entry(seq, now, "move", m.seat, m.text, 0, None) for seq, m in enumerate(moves)],
        )
        more = tuple((sql, [game_id if v == "{id}" else v for v in values]) for sql, values in more)
        await table.change(*statements, *more)
        if moves:
            table = refold(self.services, game_id)
        self._keep(table)
        self._warm_for(*(c.bot for c in chairs))
        await table.start()
        return table

    def _check_room(self) -> None:
        held = self.services.store.read(
            "SELECT count(*) FROM games WHERE status IN ('open', 'running')"
        )[0][0]
        if held >= self.services.settings.most_tables:
            raise Trouble("too_many_tables")

    # ── finding ──

    def get(self, game_id: str) -> Table:
        table = self.tables.get(game_id)
        if table is None:
            table = refold(self.services, game_id)
            self._keep(table)
            if table.status == "running":
                table.changed()
        return table

    def _keep(self, table: Table) -> None:
        table.touched = self.services.ticks() / 1000
        self.tables[table.id] = table
        self.services.metrics.live_tables.set(len(self.tables))

    def seat(self, table: Table, who: Who, wanted: int | None) -> int:
        """The seat that this browser or program acts for."""
        held = table.holders.get(who.key, set()) if who.key else set()
        if not held:
            raise Trouble("no_seat")
        if wanted is None:
            if len(held) > 1:
                asked = [p for p in table.asked() if p in held]
                if len(asked) != 1:
                    raise Trouble("which_seat")
                return asked[0]
            return next(iter(held))
        if wanted not in held:
            raise Trouble("not_your_seat")
        return wanted

    # ── seats ──

    async def join(self, secret: str, who: Who, name: str | None) -> tuple[Table, int]:
        assert who.key is not None
        found = self.services.store.read(
            "SELECT game, seat FROM seats WHERE secret = ?", (hashed(secret),)
        )
        if not found:
            raise Trouble("no_secret")
        table, seat = self.get(found[0]["game"]), int(found[0]["seat"])
        await self._take(table, seat, who.key, name)
        return table, seat

    async def sit(self, table: Table, who: Who, wanted: int | None, name: str | None) -> int:
        """Take a free seat of an open table; nobody sits twice."""
        assert who.key is not None
        if table.holders.get(who.key):
            return self.seat(table, who, None if wanted is None else wanted)
        if not table.header.open:
            raise Trouble("table_closed")
        async with table.lock:
            free = [p for p, c in enumerate(table.chairs) if c.kind == "empty"]
            if not free:
                raise Trouble("table_full")
            if wanted is not None and wanted not in free:
                raise Trouble("seat_taken")
            seat = free[0] if wanted is None else wanted
            await self._seat(table, seat, who.key, name)
        await table.start()
        return seat

    async def _take(self, table: Table, seat: int, key: bytes, name: str | None) -> None:
        async with table.lock:
            if seat not in table.holders.get(key, set()):
                await self._seat(table, seat, key, name)
        await table.start()
        await table.come_back(seat)

    async def _seat(self, table: Table, seat: int, key: bytes, name: str | None) -> None:
        """Under the table's lock."""
        chair = table.chairs[seat]
        new_name = (name or chair.name) if chair.kind == "empty" else chair.name
        await table.change(
            hold(table.id, seat, key),
            ("UPDATE seats SET kind = 'person', name = ? WHERE game = ? AND seat = ?",
             (new_name, table.id, seat)),
        )  # fmt: skip
        chair.kind, chair.name = "person", new_name
        table.holders.setdefault(key, set()).add(seat)
        table.changed()

    async def leave(self, table: Table, who: Who, seat: int) -> None:
        """Before the start the seat is free again; later a bot plays on until they return."""
        assert who.key is not None
        async with table.lock:
            waiting = table.status == "open"
            chair = table.chairs[seat]
            drop: Statement = ("DELETE FROM holders WHERE game = ? AND seat = ? AND who = ?",
                               (table.id, seat, who.key))  # fmt: skip
            free: Statement = ("UPDATE seats SET kind = 'empty' WHERE game = ? AND seat = ?",
                               (table.id, seat))  # fmt: skip
            await table.change(drop, *([free] if waiting else []))
            table.holders.get(who.key, set()).discard(seat)
            if waiting:
                chair.kind = "empty"
            self._drop_watchers(table, seat)
            table.changed()
        if not waiting and not any(seat in held for held in table.holders.values()):
            await table.step_away(seat)

    async def rename(self, table: Table, seat: int, name: str) -> None:
        async with table.lock:
            await table.change(
                ("UPDATE seats SET name = ? WHERE game = ? AND seat = ?", (name, table.id, seat))
            )
            table.chairs[seat].name = name
            table.changed()

    async def reissue(self, table: Table, seat: int) -> str:
        """A new link for a seat; the old link and everyone who held it lose the seat."""
        if not 0 <= seat < table.players or table.chairs[seat].kind == "bot":
            raise Trouble("bad_seats", "That seat is not a person's.")
        secret = self.services.secrets.secret()
        async with table.lock:
            await table.change(
                ("UPDATE seats SET secret = ? WHERE game = ? AND seat = ?",
                 (hashed(secret), table.id, seat)),
                ("DELETE FROM holders WHERE game = ? AND seat = ? AND who <> ?",
                 (table.id, seat, table.header.host)),
            )  # fmt: skip
            table.chairs[seat].secret = hashed(secret)
            for key, held in table.holders.items():
                if key != table.header.host:
                    held.discard(seat)
            if seat not in table.holders.get(table.header.host, set()):
                self._drop_watchers(table, seat)
            table.changed()
        return secret

    async def seat_bot(self, table: Table, seat: int, level: str) -> None:
        """A seat that is still free is the bot's from now on, and its link no longer good."""
        if not 0 <= seat < table.players:
            raise Trouble("bad_seats", "There is no such seat.")
        if not is_level(level):
            raise Trouble("unknown_bot", f"There is no bot {level!r}.")
        async with table.lock:
            chair = table.chairs[seat]
            if chair.kind != "empty" or table.status != "open":
                raise Trouble("seat_taken")
            await table.change(
                ("UPDATE seats SET kind = 'bot', bot = ?, secret = NULL "
                 "WHERE game = ? AND seat = ?", (level, table.id, seat)),
            )  # fmt: skip
            chair.kind, chair.bot, chair.secret, chair.connected = "bot", level, None, True
            table.changed()
        self._warm_for(level)
        await table.start()

    def _warm_for(self, *levels: str | None) -> None:
        if any(level not in (None, RANDOM) for level in levels):
            self.services.bots.warm()

    def _drop_watchers(self, table: Table, seat: int) -> None:
        for watcher in [w for w in table.watchers if w.seat == seat]:
            watcher.drop(NO_SEAT)

    async def rematch(self, table: Table, who: Who) -> Table:
        """The same company again, everybody already seated; asked twice, it is the same table."""
        assert who.key is not None
        if table.status not in ("over", "abandoned"):
            raise Trouble("still_running")
        async with table.lock:
            if table.rematch is not None:
                return self.get(table.rematch)
            self._check_room()
            chairs = [Chair(c.kind, c.bot, c.name, None, c.kind == "bot") for c in table.chairs]
            setup = {**table.header.setup, "names": [c.name for c in chairs]}
            holders = {key: set(held) for key, held in table.holders.items() if held}
            link: Statement = ("UPDATE games SET rematch = ? WHERE id = ?", ("{id}", table.id))
            new = await self._open(setup, chairs, holders, who.key, table.header.open, [], link)
            table.rematch = new.id
            table.changed()
            return new

    def tell_streams(self, table: Table) -> None:
        if not self.streams:
            return
        for key in table.holders:
            for stream in self.streams.get(key, ()):
                stream.tell(table)

    # ── records ──

    def record(self, record_id: str) -> dict[str, Any]:
        found = self.services.store.read("SELECT body FROM records WHERE id = ?", (record_id,))
        if not found:
            raise Trouble("no_record")
        body: dict[str, Any] = json.loads(found[0]["body"])
        return body

    async def save_record(self, record: dict[str, Any]) -> tuple[str, int]:
        game = await asyncio.to_thread(read_record, record, None)
        store = self.services.store
        if store.read("SELECT count(*) FROM records")[0][0] >= self.services.settings.most_records:
            raise Trouble("too_many_records")
        record_id = self.services.secrets.table_name()
        await stored(
            self.services,
            [("INSERT INTO records VALUES (?, ?, ?)",
             (record_id, self.services.now(), json.dumps(record).encode()))],
        )  # fmt: skip
        return record_id, len(game.log)

    # ── living on ──

    async def wake_all(self) -> None:
        """After a restart: games in which a bot or a clock has to go on. The others are folded
        when somebody comes."""
        rows = self.services.store.read(
            "SELECT id FROM games WHERE status = 'running' AND ("
            "json_extract(header, '$.clock') IS NOT NULL OR EXISTS ("
            "SELECT 1 FROM seats WHERE game = games.id AND (kind = 'bot' OR away = 1)))"
        )
        for row in rows:
            try:
                self.get(row["id"])
            except (Trouble, ValueError, sqlite3.Error) as trouble:
                say("not loaded", level=40, table=row["id"], why=str(trouble))
            await asyncio.sleep(0)
        say("games refolded", games=len(rows))

    async def put_away_idle(self) -> None:
        while True:
            await asyncio.sleep(JANITOR_S)
            now = self.services.ticks() / 1000
            crowded = len(self.tables) > self.services.settings.most_live_tables
            for table in list(self.tables.values()):
                idle = now - table.touched > self.services.settings.idle_table_s
                if (idle or crowded) and not table.watchers and not table.thinking:
                    if table.clock is None and not table.lock.locked():
                        table.close()
                        del self.tables[table.id]
            self.services.metrics.live_tables.set(len(self.tables))

    def forget(self, table: Table) -> None:
        """Fold it anew when somebody comes; those who watch it come again."""
        say("a table is folded anew", level=30, table=table.id)
        table.close()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        for watcher in list(table.watchers):
            watcher.drop(COME_AGAIN)

    def close(self) -> None:
        for table in self.tables.values():
            table.close()


def hold(game_id: str, seat: int, key: bytes) -> Statement:
    return "INSERT OR IGNORE INTO holders VALUES (?, ?, ?)", (game_id, seat, key)


def clock_setup(clock: wire.ClockIn | None) -> dict[str, int] | None:
    if clock is None:
        return None
    return {"bank_ms": clock.bank_s * 1000, "increment_ms": clock.increment_s * 1000}


def chosen_house(wanted: wire.HouseIn, players: int) -> House:
    options = wanted.model_dump(exclude={"edition"}, exclude_none=True)
    try:
        return House.edition(wanted.edition, players=players, **options)
    except BadHouse as trouble:
        raise Trouble("bad_house", str(trouble)) from None


def read_record(record: dict[str, Any], until: int | None) -> Game:
    try:
        game = Game.from_record(record, until)
    except BadRecord as trouble:
        raise Trouble("bad_record", str(trouble)) from None
    if until is not None and len(game.log) != until:
        raise Trouble("bad_move_number", f"The record has {len(game.log)} moves, not {until}.")
    return game
