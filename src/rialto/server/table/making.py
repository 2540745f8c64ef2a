"""A table is made: from nothing, a position or a record; and again for the same company."""

import asyncio
import json
from typing import Any, Final

from rialto import Game, House, Move
from rialto.engine.game import BadHouse
from rialto.server import wire
from rialto.server.auth import Who, hashed
from rialto.server.minds.botpool import RANDOM
from rialto.server.minds.levels import is_level
from rialto.server.store.store import Entry, Statement, append, hold
from rialto.server.table.fold import first_game, new_clock, refold
from rialto.server.table.hall import Hall, read_record
from rialto.server.table.history import History
from rialto.server.table.seats import Chair, Header
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

SEAT_NAMES: Final = ("Anna", "Bruno", "Chiara", "Dario", "Elena")
"""For seats that nobody has named."""
KINDS: Final[dict[str, wire.SeatKind]] = {"me": "person", "person": "empty", "bot": "bot"}
"""What a seat is at first, by what was wished for it."""


async def create(hall: Hall, wanted: wire.CreateTable, who: Who) -> tuple[Table, list[str | None]]:
    """A table and, by seat, the secret of its link."""
    assert who.key is not None
    check_room(hall)
    record = await given_record(hall, wanted)
    # Off the loop: a long record takes a while to check.
    game, position, moves = await asyncio.to_thread(opening, wanted, record)
    if len(wanted.seats) != game.house.players:
        raise Trouble(
            "bad_seats",
            f"There are {len(wanted.seats)} seats for {game.house.players} players.",
        )
    chairs, secrets = new_chairs(hall, wanted.seats)
    setup = {
        "house": game.house.as_dict(game.rules),
        "names": [c.name for c in chairs],
        "position": position,
        "clock": clock_setup(wanted.clock),
    }
    mine = {p for p, seat in enumerate(wanted.seats) if seat.kind == "me"}
    holders = {who.key: mine} if mine else {}
    table = await open_table(hall, game.rules, setup, chairs, holders, who.key, wanted.open, moves)
    return table, secrets


async def given_record(hall: Hall, wanted: wire.CreateTable) -> dict[str, Any] | None:
    """The record to begin from, if there is one."""
    given = [wanted.position, wanted.record, wanted.record_id, wanted.from_table]
    if sum(g is not None for g in given) > 1:
        raise Trouble("bad_start")
    if wanted.record_id is not None:
        return hall.record(wanted.record_id)
    if wanted.from_table is None:
        return wanted.record
    table = hall.get(wanted.from_table)
    if table.status != "over":
        raise Trouble("still_running")
    return await asyncio.to_thread(table.game.copy().record)


def opening(
    wanted: wire.CreateTable, record: dict[str, Any] | None
) -> tuple[Game, str | None, list[Move]]:
    """The game to begin with; its start position, and the moves that lead there."""
    if wanted.position is not None:
        try:
            return Game.from_position(wanted.position), wanted.position, []
        except ValueError as trouble:
            raise Trouble("bad_position", f"position: {trouble}") from None
    if record is not None:
        game = read_record(record, wanted.from_move)
        return game, record.get("start"), list(game.log)
    if wanted.from_move is not None:
        raise Trouble("bad_start", "from_move needs a record.")
    return Game.new(house=chosen_house(wanted.house, len(wanted.seats))), None, []


def new_chairs(hall: Hall, seats: list[wire.SeatIn]) -> tuple[list[Chair], list[str | None]]:
    chairs, secrets = [], []
    for p, seat in enumerate(seats):
        if (seat.bot is not None) != (seat.kind == "bot"):
            raise Trouble("bad_seats", f"seats.{p}: `bot` is for bots, and they need it.")
        if seat.bot is not None and not is_level(seat.bot):
            raise Trouble("unknown_bot", f"There is no bot {seat.bot!r}.")
        secret = hall.services.secrets.secret() if seat.kind == "person" else None
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


async def open_table(
    hall: Hall,
    rules: int,
    setup: dict[str, Any],
    chairs: list[Chair],
    holders: dict[bytes, set[int]],
    host: bytes,
    is_open: bool,
    moves: list[Move],
    *more: Statement,
) -> Table:
    """Store it, then have it."""
    now = hall.services.now()
    game_id = hall.services.secrets.table_name()
    header = Header(game_id, rules, now, is_open, host, setup)
    table = Table(
        header=header,
        status="open",
        chairs=chairs,
        holders=holders,
        game=first_game(header, hall.services.seed()),
        history=History(len(chairs)),
        clock=new_clock(setup, len(chairs)),
        services=hall.services,
        updated=now,
        basis=[0] * len(chairs),
    )
    statements: list[Statement] = [
        (
            "INSERT INTO games (id, created, updated, rules, status, open, host, header) "
            "VALUES (?, ?, ?, ?, 'open', ?, ?, ?)",
            (game_id, now, now, rules, int(is_open), host, json.dumps(setup)),
        )
    ]
    for p, chair in enumerate(chairs):
        statements.append(
            (
                "INSERT INTO seats (game, seat, kind, bot, name, secret) VALUES (?, ?, ?, ?, ?, ?)",
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
        table = refold(hall.services, game_id)
    hall.keep(table)
    warm_for(hall, *(c.bot for c in chairs))
    await table.start()
    return table


def warm_for(hall: Hall, *levels: str | None) -> None:
    if any(level not in (None, RANDOM) for level in levels):
        hall.services.bots.warm()


def check_room(hall: Hall) -> None:
    held = hall.services.store.read(
        "SELECT count(*) FROM games WHERE status IN ('open', 'running')"
    )[0][0]
    if held >= hall.services.settings.most_tables:
        raise Trouble("too_many_tables")


async def rematch(hall: Hall, table: Table, who: Who) -> Table:
    """The same company again, everybody already seated; asked twice, it is the same table."""
    assert who.key is not None
    if table.status not in ("over", "abandoned"):
        raise Trouble("still_running")
    async with table.lock:
        if table.rematch is not None:
            return hall.get(table.rematch)
        check_room(hall)
        chairs = [Chair(c.kind, c.bot, c.name, None, c.kind == "bot") for c in table.chairs]
        setup = {**table.header.setup, "names": [c.name for c in chairs]}
        holders = {key: set(held) for key, held in table.holders.items() if held}
        link: Statement = ("UPDATE games SET rematch = ? WHERE id = ?", ("{id}", table.id))
        header = table.header
        new = await open_table(
            hall, header.rules, setup, chairs, holders, who.key, header.open, [], link
        )
        table.rematch = new.id
        table.changed()
        return new


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
