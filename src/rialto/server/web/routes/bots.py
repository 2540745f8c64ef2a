"""For programs, in the manner of lichess: a bearer token, ND-JSON streams, POST a move."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Security
from fastapi.responses import StreamingResponse
from fastapi.security import HTTPBearer

from rialto.server import wire
from rialto.server.auth import Who, hash_of
from rialto.server.minds.levels import bot_infos
from rialto.server.table.hall import Hall
from rialto.server.trouble import Trouble
from rialto.server.web.asking import (
    Answer,
    HallDep,
    Responses,
    TableDep,
    WhoDep,
    answers,
    rate_limit,
)
from rialto.server.web.gate import address
from rialto.server.web.routes.play import PLAYED, SeatQuery, reply_to
from rialto.server.web.streams import Stream, TableStream

router = APIRouter(prefix="/api", tags=["bots"])
NDJSON: Final = "application/x-ndjson"
LINES: Responses = {200: {"description": "One JSON object a line; blank lines keep it alive",
               "content": {NDJSON: {"schema": {"type": "string"}}}}}  # fmt: skip
bearer = HTTPBearer(auto_error=False, description="From POST /api/bot/tokens")


async def the_program(who: WhoDep) -> Who:
    if not who.program:
        raise Trouble("token_needed")
    return who


ProgramDep = Annotated[Who, Depends(the_program)]
BEARER = [Security(bearer)]


@router.get("/bots", responses=answers(wire.Bots))
async def bots(hall: HallDep) -> Answer:
    """The bots that can be asked to a table."""
    return Answer(wire.Bots(bots=bot_infos()))


@router.post(
    "/bot/tokens",
    status_code=201,
    dependencies=[rate_limit("creations")],
    responses=answers(wire.BotToken, "too_many_tokens", "disk_full", status=201),
)
async def new_token(wanted: wire.NewBotToken, hall: HallDep) -> Answer:
    """A token for a program; it is shown here and never again."""
    if await hall.services.store.count_tokens() >= hall.services.settings.most_tokens:
        raise Trouble("too_many_tokens")
    token = hall.services.secrets.token()
    changes = hall.services.store.transaction()
    changes.keep_token(hash_of(token), wanted.name, hall.services.now())
    await hall.services.write(changes)
    return Answer(wire.BotToken(token=token, name=wanted.name), 201)


@router.get("/bot/stream", dependencies=BEARER, responses=LINES | answers(None, "token_needed"))
async def my_stream(hall: HallDep, who: ProgramDep) -> StreamingResponse:
    """`start`, `turn` and `finish` for every table where this program holds a seat."""
    return lines(hall, Stream(hall, who))


@router.get(
    "/bot/tables/{table}/stream",
    dependencies=BEARER,
    responses=LINES | answers(None, "token_needed", "no_table", "no_seat"),
)
async def table_stream(
    request: Request, table: TableDep, hall: HallDep, who: ProgramDep, seat: SeatQuery = None
) -> StreamingResponse:
    """First the full state, then each change; legal moves are in the view."""
    seat_of = hall.seat(table, who, seat)
    return lines(hall, TableStream(table, seat_of, address(request.scope)))


@router.post(
    "/bot/tables/{table}/move",
    dependencies=BEARER,
    responses=answers(wire.Done, "token_needed", *PLAYED),
)
async def move(table: TableDep, wanted: wire.PostMove, hall: HallDep, who: ProgramDep) -> Answer:
    seat = hall.seat(table, who, wanted.seat)
    move_id = wanted.move_id or f"api-{secrets.token_urlsafe(16)}"
    return reply_to(await table.submit(seat, move_id, wanted.version, [wanted.move]))


def lines(hall: Hall, stream: "Stream | TableStream") -> StreamingResponse:
    return StreamingResponse(flow(hall, stream), media_type=NDJSON)


async def flow(hall: Hall, stream: "Stream | TableStream") -> AsyncIterator[bytes]:
    """Until the client goes, the server stops or the stream has nothing more to say."""
    async with stream:
        while not hall.services.stopping.is_set():
            try:
                async with asyncio.timeout(hall.services.settings.keep_alive_s):
                    line = await stream.next()
            except TimeoutError:
                yield b"\n"
                continue
            if line is None:
                return
            yield line + b"\n"
