"""The coach: what they may hold."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from rialto import Game
from rialto.server import wire
from rialto.server.table.records import find_record, read_record
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Answer, HallDep, TableDep, WhoDep, answers, rate_limit
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
        "no_table", "no_seat", "not_your_seat", "not_running", "bad_move_number", "no_answer",
    ),
)  # fmt: skip
async def table_beliefs(
    request: Request, table: TableDep, hall: HallDep, who: WhoDep,
    seat: SeatQuery = None, at: At = None,
) -> Answer:  # fmt: skip
    """What may they hold? In a running game: as your seat may know."""
    if table.status == "open":
        raise Trouble("not_running")
    eye = seat_in(table.game, seat) if table.status == "over" else hall.seat(table, who, seat)
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
