"""Records and replays: download, upload, watch from any move."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response

from rialto import Game
from rialto.server import wire
from rialto.server.show.replay import replay
from rialto.server.table.hall import read_record
from rialto.server.table.seats import Chair, first_game
from rialto.server.web.asking import (
    Answer,
    HallDep,
    Responses,
    WhoDep,
    answers,
    limited,
    packed,
)
from rialto.server.web.routes.play import SeatQuery, shown

router = APIRouter(prefix="/api", tags=["records"])
Record = Annotated[dict[str, Any], Body()]
ANY_RECORD: Responses = {200: {"description": "A record", "content": {"application/json": {}}}}


@router.get(
    "/tables/{table}/record",
    responses=ANY_RECORD | answers(None, "no_table", "not_your_seat", "rules_unknown"),
)
async def record(table: str, hall: HallDep, who: WhoDep, seat: SeatQuery = None) -> Answer:
    """Once the game is over: everything. Before: what your seat may know."""
    found = await hall.get(table)
    names = [c.name for c in found.chairs]
    if found.status == "over":
        whole = await hall.services.aside(found.game.record)
        return Answer({**whole, "names": names})
    viewer = shown(hall, found, who, seat, False)
    part = await hall.services.aside(found.game.copy().record_so_far, viewer)
    return Answer({**part, "names": names})


@router.get(
    "/tables/{table}/replay",
    dependencies=[limited("replays")],
    responses=answers(wire.Replay, "no_table", "not_your_seat", "rules_unknown"),
)
async def table_replay(
    request: Request, table: str, hall: HallDep, who: WhoDep, seat: SeatQuery = None
) -> Response:
    """Every decision as a frame; open hands once the game is over."""
    found = await hall.get(table)
    viewer = None if found.status == "over" else shown(hall, found, who, seat, False)
    first = first_game(found.header, 0)
    made = await hall.services.aside(
        replay, first, found.game.copy(), list(found.chairs), found.id, viewer
    )
    return packed(request, wire.encode(made))


@router.post(
    "/records",
    status_code=201,
    dependencies=[limited("creations")],
    responses=answers(wire.RecordSaved, "bad_record", "too_many_records", "disk_full", status=201),
)
async def upload(record: Record, hall: HallDep) -> Answer:
    """Refolded and checked, then kept for replay."""
    record_id, moves = await hall.save_record(record)
    return Answer(wire.RecordSaved(id=record_id, moves=moves), 201)


@router.get("/records/{record}", responses=ANY_RECORD | answers(None, "no_record"))
async def stored_record(record: str, hall: HallDep) -> Answer:
    return Answer(await hall.record(record))


@router.get(
    "/records/{record}/replay",
    dependencies=[limited("replays")],
    responses=answers(wire.Replay, "no_record"),
)
async def record_replay(request: Request, record: str, hall: HallDep) -> Response:
    body = await hall.record(record)
    made = await hall.services.aside(replay_of_record, body, record)
    return packed(request, wire.encode(made))


def replay_of_record(body: dict[str, Any], record: str) -> wire.Replay:
    game = read_record(body, None)
    first: Game = read_record(body, 0)
    people = [Chair("person", None, name) for name in body["names"]]
    return replay(first, game, people, record, None)
