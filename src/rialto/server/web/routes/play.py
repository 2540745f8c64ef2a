"""The commands of the WebSocket by HTTP, and what happened since."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from rialto import IllegalMove
from rialto.server import wire
from rialto.server.table.table import Answer as Outcome
from rialto.server.web.asking import Answer, HallDep, TableDep, WhoDep, answers

router = APIRouter(prefix="/api/tables/{table}", tags=["play"])
SeatQuery = Annotated[int | None, Query(ge=0, le=4)]
PLAYED = ("no_table", "no_seat", "not_running", "disk_full")


def refusal(outcome: wire.RefusedFrame) -> Answer:
    return Answer(
        wire.Problem(
            error="refused",
            message=f"The rules do not allow {outcome.move!r} ({outcome.rule}).",
            refusal=outcome.refusal,
            rule=outcome.rule,
            move=outcome.move,
        ),
        409,
    )


def reply_to(outcome: Outcome) -> Answer:
    if isinstance(outcome, wire.RefusedFrame):
        return refusal(outcome)
    if isinstance(outcome, wire.StaleFrame):
        gone = wire.Problem(
            error="stale", message="The state has moved on.", version=outcome.version
        )
        return Answer(gone, 409)
    return Answer(wire.Done(version=outcome.version))


@router.post("/command", responses=answers(wire.Done, *PLAYED))
async def command(table: TableDep, wanted: wire.PostCommand, hall: HallDep, who: WhoDep) -> Answer:
    """One move or several, all or none; idempotent by `move_id`."""
    seat = hall.seat(table, who, wanted.seat)
    return reply_to(await table.submit(seat, wanted.move_id, wanted.version, wanted.moves))


@router.post("/undo", responses=answers(wire.Done, *PLAYED))
async def undo(table: TableDep, wanted: wire.PostUndo, hall: HallDep, who: WhoDep) -> Answer:
    seat = hall.seat(table, who, wanted.seat)
    return reply_to(await table.undo(seat, wanted.move_id, wanted.version))


@router.post("/pass", responses=answers(wire.Done, *PLAYED, "no_step"))
async def pass_until(table: str, wanted: wire.PostPass, hall: HallDep, who: WhoDep) -> Answer:
    """Pass beforehand, with or without cards to play; null: no longer."""
    found = await hall.get(table)
    await found.pass_until(hall.seat(found, who, wanted.seat), wanted.until)
    return Answer(wire.Done(version=found.version))


@router.post("/try", responses=answers(wire.View, *PLAYED))
async def try_out(table: TableDep, wanted: wire.PostTry, hall: HallDep, who: WhoDep) -> Answer:
    """The view after these moves; nothing is stored or announced."""
    seat = hall.seat(table, who, wanted.seat)
    try:
        return Answer(table.try_out(seat, wanted.version, wanted.moves))
    except IllegalMove as no:
        return refusal(
            wire.RefusedFrame(
                move_id="", refusal=no.refusal.name.lower(), rule=no.rule, move=wanted.moves[-1]
            )
        )


@router.get("/view", responses=answers(wire.View, "no_table", "not_your_seat", "rules_unknown"))
async def view(
    table: TableDep, hall: HallDep, who: WhoDep, seat: SeatQuery = None, watch: bool = False
) -> Answer:
    return Answer(table.display.view(hall.seat_to_show(table, who, seat, watch)))


@router.get(
    "/since/{version}",
    responses=answers(wire.Since, "no_table", "not_your_seat", "rules_unknown"),
)
async def since(
    table: TableDep,
    version: int,
    hall: HallDep,
    who: WhoDep,
    seat: SeatQuery = None,
    watch: bool = False,
) -> Response:
    """The newest view and everything that happened after that version."""
    viewer = hall.seat_to_show(table, who, seat, watch)
    await table.recall()
    return Response(table.display.since(viewer, version), media_type="application/json")
