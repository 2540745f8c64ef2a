"""The coach: what they may hold, hints, reviews of finished games, and what if."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from rialto import Game
from rialto.server import wire
from rialto.server.table.beliefs import has_beliefs
from rialto.server.table.records import find_record, read_record
from rialto.server.table.seats import Chair
from rialto.server.table.variations import Open, moves_there, vary
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Answer, HallDep, TableDep, WhoDep, answers, large, rate_limit
from rialto.server.web.gate import address
from rialto.server.web.routes.play import SeatQuery

router = APIRouter(prefix="/api", tags=["coach"])
At = Annotated[int | None, Query(ge=0, le=1_000_000)]
"""After so many moves of the game; without it: now."""


@router.get(
    "/tables/{table}/beliefs",
    dependencies=[rate_limit("beliefs")],
    responses=answers(
        wire.Beliefs,
        "no_table", "no_seat", "not_your_seat", "not_running", "no_beliefs", "bad_move_number",
        "no_answer",
    ),
)  # fmt: skip
async def table_beliefs(
    request: Request, table: TableDep, hall: HallDep, who: WhoDep,
    seat: SeatQuery = None, at: At = None,
) -> Answer:  # fmt: skip
    """What may they hold? In a running game: as your seat may know."""
    if table.status == "open":
        raise Trouble("not_running")
    if table.status == "over":
        eye = seat_in(table.game, seat)
    else:
        eye = hall.seat(table, who, seat)
        if not has_beliefs(table.header.setup):
            raise Trouble("no_beliefs")
    key = (f"{table.id}@{table.version}", moves_at(table.game, at), eye)
    source = address(request.scope)
    return Answer(await hall.beliefs.look_up(key, table.game, at, source))


@router.get(
    "/records/{record}/beliefs",
    dependencies=[rate_limit("beliefs")],
    responses=answers(wire.Beliefs, "no_record", "not_your_seat", "bad_move_number", "no_answer"),
)
async def record_beliefs(
    request: Request, record: str, hall: HallDep, seat: SeatQuery = 0, at: At = None
) -> Answer:
    game = await hall.services.aside(read_record, await find_record(hall.services, record), None)
    key = (record, moves_at(game, at), seat_in(game, seat))
    return Answer(await hall.beliefs.look_up(key, game, at, address(request.scope)))


# ── while the game is played ──

ADVISED = ("no_table", "no_seat", "not_your_seat", "not_running", "no_hints", "no_answer")


@router.post(
    "/tables/{table}/hint",
    dependencies=[rate_limit("beliefs")],
    responses=answers(wire.Advice, *ADVISED, "not_your_turn", "no_choice", "stale"),
)
async def hint(
    request: Request, table: TableDep, wanted: wire.PostHint, hall: HallDep, who: WhoDep
) -> Answer:
    """What to do, and why; list and record say that the coach was asked."""
    seat = hall.seat(table, who, wanted.seat)
    source = address(request.scope)
    return Answer(await hall.advice.hint(table, seat, wanted.version, source))


@router.post(
    "/tables/{table}/word",
    dependencies=[rate_limit("beliefs")],
    responses=answers(wire.Advice, *ADVISED),
)
async def word(table: TableDep, wanted: wire.SeatOnly, hall: HallDep, who: WhoDep) -> Answer:
    """What your last decision was worth; this counts as a hint, for it can be taken back."""
    return Answer(await hall.advice.word(table, hall.seat(table, who, wanted.seat)))


def seat_in(game: Game, seat: int | None) -> int:
    """Any of an open game; the first if none is named."""
    if seat is not None and seat >= game.house.players:
        raise Trouble("not_your_seat", "The game has no such seat.")
    return seat or 0


def moves_at(game: Game, at: int | None) -> int:
    if at is not None and at > game.version:
        message = f"The game has {game.version} moves, not {at}."
        raise Trouble("bad_move_number", message, f"{at} > {game.version}")
    return game.version if at is None else at


# ── of finished games, by the table's or the record's name ──


async def the_tables_game(table: TableDep, hall: HallDep) -> Open:
    if table.status != "over":
        raise Trouble("still_running")
    record = await hall.services.aside(table.game.record)
    return Open(table.id, record, list(table.chairs))


async def the_records_game(record: str, hall: HallDep) -> Open:
    body = await find_record(hall.services, record)
    if body.get("result") is None:
        raise Trouble("still_running")
    return Open(record, body, [Chair("person", None, name) for name in body["names"]])


TableOpen = Annotated[Open, Depends(the_tables_game)]
RecordOpen = Annotated[Open, Depends(the_records_game)]
Mode = Annotated[wire.ReviewMode, Query()]
Place = Annotated[int, Query(ge=0, le=1_000_000)]
OF_TABLE = ("no_table", "still_running", "bad_move_number")
OF_RECORD = ("no_record", "still_running", "bad_move_number")


@router.get("/tables/{table}/review", responses=answers(wire.ReviewState, *OF_TABLE))
async def table_review(
    request: Request, table: TableDep, hall: HallDep, mode: Mode = "quick"
) -> Response:
    """How far it has come, or the whole of it."""
    return await large(request, await hall.reviews.state((table.id, mode)))


@router.post(
    "/tables/{table}/review",
    dependencies=[rate_limit("replays")],
    responses=answers(wire.ReviewState, *OF_TABLE),
)
async def review_table(
    request: Request, found: TableOpen, wanted: wire.PostReview, hall: HallDep
) -> Response:
    """Begins unless it is there; it goes on though nobody waits for it."""
    return await large(request, await hall.reviews.start((found.name, wanted.mode), found.record))


@router.get("/records/{record}/review", responses=answers(wire.ReviewState, *OF_RECORD))
async def record_review(
    request: Request, record: str, hall: HallDep, mode: Mode = "quick"
) -> Response:
    return await large(request, await hall.reviews.state((record, mode)))


@router.post(
    "/records/{record}/review",
    dependencies=[rate_limit("replays")],
    responses=answers(wire.ReviewState, *OF_RECORD),
)
async def review_record(
    request: Request, found: RecordOpen, wanted: wire.PostReview, hall: HallDep
) -> Response:
    return await large(request, await hall.reviews.start((found.name, wanted.mode), found.record))


@router.get(
    "/tables/{table}/moves",
    dependencies=[rate_limit("beliefs")],
    responses=answers(wire.MovesThere, *OF_TABLE),
)
async def table_moves(request: Request, found: TableOpen, hall: HallDep, at: Place) -> Response:
    """What whoever moved then could have done."""
    return await large(request, await hall.services.aside(moves_there, found, at))


@router.get(
    "/records/{record}/moves",
    dependencies=[rate_limit("beliefs")],
    responses=answers(wire.MovesThere, *OF_RECORD),
)
async def record_moves(request: Request, found: RecordOpen, hall: HallDep, at: Place) -> Response:
    return await large(request, await hall.services.aside(moves_there, found, at))


@router.post(
    "/tables/{table}/variation",
    dependencies=[rate_limit("beliefs")],
    responses=answers(wire.Variation, *OF_TABLE, "refused", "no_answer"),
)
async def vary_table(
    request: Request, found: TableOpen, wanted: wire.PostVariation, hall: HallDep
) -> Response:
    """Other moves from there, and the bots' answers; nothing is stored."""
    return await large(request, await vary(hall.services, found, wanted))


@router.post(
    "/records/{record}/variation",
    dependencies=[rate_limit("beliefs")],
    responses=answers(wire.Variation, *OF_RECORD, "refused", "no_answer"),
)
async def vary_record(
    request: Request, found: RecordOpen, wanted: wire.PostVariation, hall: HallDep
) -> Response:
    return await large(request, await vary(hall.services, found, wanted))
