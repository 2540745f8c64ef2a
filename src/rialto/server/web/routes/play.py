"""The commands of the WebSocket by HTTP, and what happened since."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from rialto import IllegalMove
from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.table.hall import Hall
from rialto.server.table.table import Answer as Outcome
from rialto.server.table.table import Table
from rialto.server.web.asking import Answer, HallDep, WhoDep, answers

router = APIRouter(prefix="/api/tables/{table}", tags=["play"])
SeatQuery = Annotated[int | None, Query(ge=0, le=4)]
PLAYED = ("no_table", "no_seat", "not_running", "disk_full")


def shown(hall: Hall, table: Table, who: Who, seat: int | None, watch: bool) -> int | None:
    """The seat whose view is wanted: the given one, the one that is asked, the first one held;
    None is a spectator's."""
    if watch or who.key is None or not table.holders.get(who.key):
        return None if seat is None else hall.seat(table, who, seat)
    if seat is not None:
        return hall.seat(table, who, seat)
    held = sorted(table.holders[who.key])
    return next((p for p in table.asked() if p in held), held[0])


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


def told(outcome: Outcome) -> Answer:
    if isinstance(outcome, wire.RefusedFrame):
        return refusal(outcome)
    if isinstance(outcome, wire.StaleFrame):
        gone = wire.Problem(
            error="stale", message="The state has moved on.", version=outcome.version
        )
        return Answer(gone, 409)
    return Answer(wire.Done(version=outcome.version))


@router.post("/command", responses=answers(wire.Done, *PLAYED))
async def command(table: str, wanted: wire.PostCommand, hall: HallDep, who: WhoDep) -> Answer:
    """One move or several, all or none; idempotent by `move_id`."""
    found = await hall.get(table)
    seat = hall.seat(found, who, wanted.seat)
    return told(await found.submit(seat, wanted.move_id, wanted.version, wanted.moves))


@router.post("/undo", responses=answers(wire.Done, *PLAYED))
async def undo(table: str, wanted: wire.PostUndo, hall: HallDep, who: WhoDep) -> Answer:
    found = await hall.get(table)
    seat = hall.seat(found, who, wanted.seat)
    return told(await found.undo(seat, wanted.move_id, wanted.version))


@router.post("/try", responses=answers(wire.View, *PLAYED))
async def try_out(table: str, wanted: wire.PostTry, hall: HallDep, who: WhoDep) -> Answer:
    """The view after these moves; nothing is stored or announced."""
    found = await hall.get(table)
    seat = hall.seat(found, who, wanted.seat)
    try:
        return Answer(found.try_out(seat, wanted.version, wanted.moves))
    except IllegalMove as no:
        return refusal(
            wire.RefusedFrame(
                move_id="", refusal=no.refusal.name.lower(), rule=no.rule, move=wanted.moves[-1]
            )
        )


@router.get("/view", responses=answers(wire.View, "no_table", "not_your_seat", "rules_unknown"))
async def view(
    table: str, hall: HallDep, who: WhoDep, seat: SeatQuery = None, watch: bool = False
) -> Answer:
    found = await hall.get(table)
    return Answer(found.display.view(shown(hall, found, who, seat, watch)))


@router.get(
    "/since/{version}",
    responses=answers(wire.Since, "no_table", "not_your_seat", "rules_unknown"),
)
async def since(
    table: str,
    version: int,
    hall: HallDep,
    who: WhoDep,
    seat: SeatQuery = None,
    watch: bool = False,
) -> Response:
    """The newest view and everything that happened after that version."""
    found = await hall.get(table)
    viewer = shown(hall, found, who, seat, watch)
    await found.recall()
    return Response(found.display.since(viewer, version), media_type="application/json")
