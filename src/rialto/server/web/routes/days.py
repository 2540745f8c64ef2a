"""Play by days."""

from fastapi import APIRouter

from rialto.server import wire
from rialto.server.web.asking import Answer, HallDep, TableDep, WhoDep, answers
from rialto.server.web.routes.tables import SEATED

router = APIRouter(prefix="/api", tags=["days"])


@router.post(
    "/tables/{table}/holiday", responses=answers(wire.Days, "not_by_days", "no_holiday", *SEATED)
)
async def holiday(table: TableDep, wanted: wire.Holiday, hall: HallDep, who: WhoDep) -> Answer:
    """So many days in which the time for your moves stands still; 0 ends it, and what is left of
    it can be taken later. Fourteen days in a game."""
    await table.deadlines.take_holiday(hall.seat(table, who, wanted.seat), wanted.days)
    return Answer(table.deadlines.show())
