"""Records and replays: download, upload, watch from any move."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Request, Response

from rialto import Game
from rialto.server import wire
from rialto.server.show.replay import replay
from rialto.server.table.records import (
    all_there,
    chairs_of,
    find_record,
    keep_record,
    read_record,
    who_asked,
    who_played,
)
from rialto.server.table.seats import first_game
from rialto.server.table.shuffle import fair_part
from rialto.server.web.asking import (
    Answer,
    HallDep,
    Responses,
    TableDep,
    WhoDep,
    answers,
    large,
    rate_limit,
)
from rialto.server.web.routes.play import SeatQuery

router = APIRouter(prefix="/api", tags=["records"])
Record = Annotated[dict[str, Any], Body()]
ANY_RECORD: Responses = {200: {"description": "A record", "content": {"application/json": {}}}}


@router.get(
    "/tables/{table}/record",
    dependencies=[rate_limit("replays")],
    responses=ANY_RECORD | answers(None, "no_table", "not_your_seat", "rules_unknown"),
)
async def record(
    request: Request, table: TableDep, hall: HallDep, who: WhoDep, seat: SeatQuery = None
) -> Response:
    """Once the game is over: everything. Before: what your seat may know."""
    if table.status == "over":
        told = await hall.services.aside(table.game.record)
    else:
        viewer = hall.seat_to_show(table, who, seat, False)
        told = await hall.services.aside(table.game.copy().record_so_far, viewer)
    return await large(
        request,
        {**told, **who_played(table.chairs), **fair_part(table.fair, table.id, table.status)},
    )


@router.get(
    "/tables/{table}/replay",
    dependencies=[rate_limit("replays")],
    responses=answers(wire.Replay, "no_table", "not_your_seat", "rules_unknown"),
)
async def table_replay(
    request: Request, table: TableDep, hall: HallDep, who: WhoDep, seat: SeatQuery = None
) -> Response:
    """Every decision as a frame; open hands once the game is over."""
    viewer = None if table.status == "over" else hall.seat_to_show(table, who, seat, False)
    first = first_game(table.header, 0)
    made = await hall.services.aside(
        replay, first, table.game.copy(), all_there(table.chairs), table.id, viewer,
        who_asked(table.chairs),
    )  # fmt: skip
    return await large(request, made)


@router.post(
    "/records",
    status_code=201,
    dependencies=[rate_limit("creations")],
    responses=answers(wire.RecordSaved, "bad_record", "too_many_records", "disk_full", status=201),
)
async def upload(record: Record, hall: HallDep) -> Answer:
    """Refolded and checked, then kept for replay."""
    record_id, moves = await keep_record(hall.services, record)
    return Answer(wire.RecordSaved(id=record_id, moves=moves), 201)


@router.get(
    "/records/{record}",
    dependencies=[rate_limit("replays")],
    responses=ANY_RECORD | answers(None, "no_record"),
)
async def stored_record(request: Request, record: str, hall: HallDep) -> Response:
    return await large(request, await find_record(hall.services, record))


@router.get(
    "/records/{record}/replay",
    dependencies=[rate_limit("replays")],
    responses=answers(wire.Replay, "no_record"),
)
async def record_replay(request: Request, record: str, hall: HallDep) -> Response:
    body = await find_record(hall.services, record)
    made = await hall.services.aside(replay_of_record, body, record)
    return await large(request, made)


def replay_of_record(body: dict[str, Any], record: str) -> wire.Replay:
    game = read_record(body, None)
    first: Game = read_record(body, 0)
    return replay(first, game, chairs_of(body), record, None, body.get("hints") or [])
