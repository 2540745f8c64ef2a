"""A table is made: from nothing, a position or a record; and again for the same company."""

from collections.abc import Collection, Sequence
from typing import Any, Final

from msgspec.structs import replace

from rialto import Game, House, IllegalMove, Move
from rialto.engine.game import BadHouse, BadPosition
from rialto.server import wire
from rialto.server.auth import hash_of
from rialto.server.minds.botpool import RANDOM
from rialto.server.minds.levels import STAND_IN, is_level
from rialto.server.store import Entry, KeptSeat, KeptTable, Link
from rialto.server.table.days import new_days, rules_of
from rialto.server.table.draft import Draft
from rialto.server.table.fold import build
from rialto.server.table.hall import Hall
from rialto.server.table.practice import check_practice
from rialto.server.table.records import check_record, find_record, read_record
from rialto.server.table.shuffle import add_part, new_shuffle
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

SEAT_NAMES: Final = ("Anna", "Bruno", "Chiara", "Dario", "Elena")
"""For bots and whoever sets up a table, if they have given no name."""
GUEST_NAMES: Final = ("Guest 1", "Guest 2", "Guest 3", "Guest 4", "Guest 5")
"""For people who have given none: nobody sits there under a bot's name."""
KINDS: Final[dict[str, wire.SeatKind]] = {"me": "person", "person": "empty", "bot": "bot"}
"""What a seat is at first, by what was wished for it."""


async def create(
    hall: Hall, wanted: wire.CreateTable, who: bytes
) -> tuple[Table, list[str | None], str | None]:
    """A table; by seat, the secret of its link; and that of the link for everybody."""
    if wanted.clock is not None and wanted.days is not None:
        raise Trouble("bad_clock", where="days")
    if wanted.practice:
        check_practice(wanted)
    await check_room(hall)
    record = await given_record(hall, wanted)
    # Aside: a long record takes a while to check.
    game, position, moves = await hall.services.aside(opening, wanted, record)
    if len(wanted.seats) != game.house.players:
        raise Trouble(
            "bad_seats",
            f"There are {len(wanted.seats)} seats for {game.house.players} players.",
            "seats",
        )
    seats = new_seats(wanted.seats)
    secrets = [hall.services.secrets.secret() if seat.kind == "empty" else None for seat in seats]
    group = hall.services.secrets.secret() if any(secrets) else None
    mine = {p for p, seat in enumerate(wanted.seats) if seat.kind == "me"}
    kept = new_table(
        hall,
        rules=game.rules,
        seats=seats,
        holders={who: mine} if mine else {},
        host=who,
        is_open=wanted.open,
        setup={
            "house": game.house.as_dict(game.rules),
            "names": [seat.name for seat in seats],
            "position": position,
            "clock": clock_setup(wanted.clock),
            "days": wanted.days.model_dump() if wanted.days else None,
            "hints": wanted.hints,
            "beliefs": wanted.beliefs,
        },
        invited={p for p, secret in enumerate(secrets) if secret is not None},
        group_link=hash_of(group) if group else None,
        practice=wanted.practice,
    )
    kept = with_shuffle(hall, kept, game, live=wanted.live and wanted.days is None)
    if kept.fair is not None and wanted.seal is not None and mine:
        fair = add_part(kept.fair, min(mine), bytes.fromhex(wanted.seal))
        kept = replace(kept, fair=fair)
    return await open_table(hall, kept, moves, secrets), secrets, group


async def given_record(hall: Hall, wanted: wire.CreateTable) -> dict[str, Any] | None:
    """The record to begin from, if there is one."""
    given = [wanted.position, wanted.record, wanted.record_id, wanted.from_table]
    if sum(g is not None for g in given) > 1:
        raise Trouble("bad_start")
    if wanted.record_id is not None:
        return await find_record(hall.services, wanted.record_id)
    if wanted.from_table is None:
        return None if wanted.record is None else check_record(wanted.record)
    table = await hall.get(wanted.from_table)
    if table.status != "over":
        raise Trouble("still_running")
    return await hall.services.aside(table.game.copy().record)


def opening(
    wanted: wire.CreateTable, record: dict[str, Any] | None
) -> tuple[Game, str | None, list[Move]]:
    """The game to begin with; its start position, and the moves that lead there."""
    game, position = start(wanted, record)
    draft = Draft(game)
    for n, first in enumerate(wanted.first):
        try:
            draft.moves(first.seat, [first.move])
        except IllegalMove as no:
            raise Trouble("refused", f"first.{n}: {no}", f"first.{n}") from None
    return game, position, list(game.log)


def start(wanted: wire.CreateTable, record: dict[str, Any] | None) -> tuple[Game, str | None]:
    if wanted.position is not None:
        try:
            return Game.from_position(wanted.position), wanted.position
        except BadPosition as error:
            raise Trouble("bad_position", f"position: {error}", error.word) from None
    if record is not None:
        return read_record(record, wanted.from_move), record.get("start")
    if wanted.from_move is not None:
        raise Trouble("bad_start", "from_move needs a record.")
    return Game.new(house=chosen_house(wanted.house, len(wanted.seats))), None


def new_seats(wanted: list[wire.SeatIn]) -> list[KeptSeat]:
    seats = []
    for p, seat in enumerate(wanted):
        if (seat.bot is not None) != (seat.kind == "bot"):
            where = f"seats.{p}"
            raise Trouble("bad_seats", f"{where}: `bot` is for bots, and they need it.", where)
        if seat.bot is not None and not is_level(seat.bot):
            raise Trouble("unknown_bot", f"There is no bot {seat.bot!r}.", seat.bot)
        unnamed = GUEST_NAMES if seat.kind == "person" else SEAT_NAMES
        seats.append(KeptSeat(KINDS[seat.kind], seat.bot, seat.name or unnamed[p]))
    return seats


def new_table(
    hall: Hall,
    *,
    rules: int,
    seats: list[KeptSeat],
    holders: dict[bytes, set[int]],
    host: bytes,
    is_open: bool,
    setup: dict[str, Any],
    invited: set[int],
    group_link: bytes | None = None,
    practice: bool = False,
) -> KeptTable:
    now = hall.services.now()
    return KeptTable(
        id=hall.services.secrets.table_name(),
        created=now,
        updated=now,
        rules=rules,
        open=is_open,
        host=host,
        setup=setup,
        seats=seats,
        holders=holders,
        invited=invited,
        days=new_days(len(seats)) if rules_of(setup) else None,
        group_link=group_link,
        practice=practice,
    )


async def open_table(
    hall: Hall,
    kept: KeptTable,
    moves: Sequence[Move] = (),
    links: Sequence[str | None] = (),
    follows: Table | None = None,
) -> Table:
    """Store it, then have it. If nobody is missing the game begins."""
    entries = [
        Entry(seq, kept.created, "move", m.seat, m.text, 0, None) for seq, m in enumerate(moves)
    ]
    table = await hall.services.aside(build, hall.services, hall, kept, entries)
    await hall.join_others(table)
    async with table.change() as change:
        change.store.create_table(kept)
        change.store.append(kept.id, entries)
        for seat, secret in enumerate(links):
            if secret is not None:
                change.store.add_link(Link(secret=hash_of(secret), table=kept.id, seat=seat))
        if follows is not None:
            change.store.advance(follows.id, follows.revision)
            change.store.set_rematch(follows.id, kept.id)
        change.then(lambda: hall.keep(table))
    warm_for(hall, *(c.bot for c in table.chairs))
    return table


def warm_for(hall: Hall, *levels: str | None) -> None:
    if any(level not in (None, RANDOM) for level in levels):
        hall.services.bots.warm()


async def check_room(hall: Hall) -> None:
    if await hall.services.store.count_tables() >= hall.services.settings.most_tables:
        raise Trouble("too_many_tables")


async def rematch(hall: Hall, table: Table, wants: set[int], host: bytes) -> Table:
    """The same company again, with bots for those who do not want to; once."""
    async with table.lock:
        if table.rematch is not None:
            return await hall.get(table.rematch)
        await check_room(hall)
        seats = [
            KeptSeat("bot", STAND_IN, SEAT_NAMES[p])
            if c.kind == "person" and p not in wants
            else KeptSeat(c.kind, c.bot, c.name)
            for p, c in enumerate(table.chairs)
        ]
        kept = new_table(
            hall,
            rules=table.header.rules,
            seats=seats,
            holders={key: held & wants for key, held in table.holders.items() if held & wants},
            host=host,
            is_open=table.header.open,
            setup={**table.header.setup, "names": [seat.name for seat in seats]},
            invited=set(),
        )
        former = table.fair
        added = {part.seat for part in former.parts if part.number is not None} if former else set()
        kept = with_shuffle(
            hall,
            kept,
            table.game.rewound(),
            live=former is None or former.live,
            asked=added & wants,
        )
        try:
            new = await open_table(hall, kept, follows=table)
        except Trouble:
            now = await hall.services.store.table(table.id)
            if now is None or now.rematch is None:
                raise
            await table.others.catch_up()
            return await hall.get(now.rematch)
        table.rematch, table.revision = new.id, table.revision + 1
        table.announce()
        table.others.tell()
        return new


def with_shuffle(
    hall: Hall, kept: KeptTable, game: Game, *, live: bool, asked: Collection[int] = ()
) -> KeptTable:
    """Every game has a secret of its own, unless its luck is a seed."""
    services = hall.services
    if services.seed is not None:
        return kept
    fair = new_shuffle(services.secrets, kept.id, game, live=live, asked=asked)
    return replace(kept, fair=fair)


def clock_setup(clock: wire.ClockIn | None) -> dict[str, int] | None:
    if clock is None:
        return None
    return {"bank_ms": clock.bank_s * 1000, "increment_ms": clock.increment_s * 1000}


def chosen_house(wanted: wire.HouseIn, players: int) -> House:
    options = wanted.model_dump(exclude={"edition"}, exclude_none=True)
    try:
        return House.edition(wanted.edition, players=players, **options)
    except BadHouse as error:
        raise Trouble("bad_house", str(error), error.option) from None
