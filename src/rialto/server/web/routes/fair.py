"""Fair shuffles: what was promised, and the numbers that players add (docs/fairness.md)."""

from fastapi import APIRouter

from rialto.server import wire
from rialto.server.table import numbers
from rialto.server.table.shuffle import section_of
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Answer, HallDep, TableDep, WhoDep, answers

router = APIRouter(prefix="/api/tables/{table}/fair", tags=["fair"])
ADDED = ("no_table", "no_seat", "which_seat", "not_now", "disk_full")


@router.get("", responses=answers(wire.FairFacts, "no_table", "no_shuffle"))
async def facts(table: TableDep) -> Answer:
    """The commitment, and once the game has begun whose numbers are in it. The secret comes with
    the record of the finished game."""
    if table.fair is None:
        raise Trouble("no_shuffle")
    begun = table.status != "open"
    return Answer(section_of(table.fair, table.id, begun=begun, over=False).as_dict())


@router.post("/seal", responses=answers(wire.Done, *ADDED))
async def seal(table: TableDep, wanted: wire.Seal, hall: HallDep, who: WhoDep) -> Answer:
    """The seal of your number: with another attempt, or if you sat down without one."""
    await numbers.seal(table, hall.seat(table, who, wanted.seat), wanted)
    return Answer(wire.Done(version=table.version))


@router.post("/open", responses=answers(wire.Done, "bad_number", *ADDED))
async def open_number(
    table: TableDep, wanted: wire.OpenNumber, hall: HallDep, who: WhoDep
) -> Answer:
    """Your number, once all seats are taken; the last one begins the game."""
    await numbers.open_number(table, hall.seat(table, who, wanted.seat), wanted)
    return Answer(wire.Done(version=table.version))


@router.post("/anew", responses=answers(wire.Done, *ADDED))
async def begin_anew(table: TableDep, wanted: wire.BeginAnew, who: WhoDep) -> Answer:
    """Go on without the numbers that have not come in time: all others seal new ones."""
    await numbers.begin_anew(table, who, wanted)
    return Answer(wire.Done(version=table.version))
