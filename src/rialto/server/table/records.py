"""Records that people bring, and those that are kept here."""

import json
from collections.abc import Iterable, Sequence
from typing import Any, Final

from pydantic import ValidationError

from rialto import Game
from rialto.engine.game import BadRecord
from rialto.server.services import Services
from rialto.server.store import KeptSeat
from rialto.server.table.seats import Chair
from rialto.server.trouble import Trouble
from rialto.server.wire.records import RECORD
from rialto.server.wire.requests import LONGEST_NAME

DAY_MS: Final = 24 * 3600 * 1000


def check_record(record: dict[str, Any]) -> dict[str, Any]:
    """A record that somebody brings, with nothing in it that is none of a record."""
    try:
        return RECORD.validate_python(record).model_dump(exclude_unset=True)
    except ValidationError as wrong:
        first = wrong.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Trouble("bad_record", f"{where}: {first['msg']}", where) from None


def read_record(record: dict[str, Any], until: int | None) -> Game:
    try:
        game = Game.from_record(record, until)
    except BadRecord as error:
        raise Trouble("bad_record", str(error), error.where) from None
    if until is not None and len(game.log) != until:
        message = f"The record has {len(game.log)} moves, not {until}."
        raise Trouble("bad_move_number", message, f"{until} > {len(game.log)}")
    return game


def who_played(seats: Sequence[Chair | KeptSeat]) -> dict[str, Any]:
    """The names, which of them are bots of which level, and who has asked the coach."""
    told: dict[str, Any] = {"names": [seat.name for seat in seats]}
    if any(bots := [seat.bot for seat in seats]):
        told["bots"] = bots
    if hinted := who_asked(seats):
        told["hints"] = hinted
    return told


def who_asked(seats: Sequence[Chair | KeptSeat]) -> list[int]:
    """Who has asked the coach."""
    return [p for p, seat in enumerate(seats) if seat.hinted]


def chairs_of(record: dict[str, Any]) -> list[Chair]:
    """Who sat there, as far as the record says."""
    bots = record.get("bots") or [None] * len(record["names"])
    return [
        Chair("bot" if bot else "person", bot, name, connected=True)
        for name, bot in zip(record["names"], bots, strict=True)
    ]


def all_there(chairs: Iterable[Chair]) -> list[Chair]:
    """For a replay: who has closed the page since is no part of the game."""
    return [Chair(chair.kind, chair.bot, chair.name, connected=True) for chair in chairs]


async def find_record(services: Services, name: str) -> dict[str, Any]:
    found = await services.store.record(name)
    if found is None:
        raise Trouble("no_record")
    body, used = found
    if services.now() - used > DAY_MS:
        changes = services.store.transaction()
        changes.use_record(name, services.now())
        await services.write(changes)
    return await services.aside(unpack, body)


def unpack(body: bytes) -> dict[str, Any]:
    """What was kept before names had a limit is shown within it."""
    record: dict[str, Any] = json.loads(body)
    record["names"] = [str(name)[:LONGEST_NAME] for name in record["names"]]
    return record


async def keep_record(services: Services, record: dict[str, Any]) -> tuple[str, int]:
    """Played again and checked, then kept; its name, and how many moves it has."""
    good = check_record(record)
    game = await services.aside(read_record, good, None)
    if await services.store.count_records() >= services.settings.most_records:
        raise Trouble("too_many_records")
    name = services.secrets.table_name()
    changes = services.store.transaction()
    changes.keep_record(name, services.now(), json.dumps(good).encode())
    await services.write(changes)
    return name, len(game.log)
