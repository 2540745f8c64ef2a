"""The operator's door to a running server: a socket beside the database, for its owner's eyes.
Servers on PostgreSQL have none: they hear from there what was changed.

One order comes in as a line of JSON, and one line goes back: `{"done": …}` or `{"problem": …}`.
"""

import asyncio
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from rialto.server.keeping.desk import Desk
from rialto.server.keeping.orders import Order, carry_out
from rialto.server.logs import say
from rialto.server.store import Place, StoreError
from rialto.server.trouble import Trouble

LONGEST_PATH: Final = 100
"""The system's own bound for the name of a socket is a little more."""
LONGEST_ANSWER: Final = 64 * 2**20
ORDER: Final = msgspec.json.Decoder(Order)


def door_of(db: Path) -> Path:
    db = db.resolve()
    return db.with_name(db.name + ".admin")


class NobodyThere(Exception):
    """No server answers at this door."""


async def open_door(db: Place, desk: Desk) -> asyncio.Server | None:
    """None where there are no such sockets, or the name is too long for one."""
    if not isinstance(db, Path):
        return None
    path = door_of(db)
    if os.name != "posix" or len(os.fsencode(path)) > LONGEST_PATH:
        say("no door for rialto admin: stop the server to use it", level=30, path=str(path))
        return None
    path.unlink(missing_ok=True)  # of a server that was killed; no other one uses this database
    door = socket.socket(socket.AF_UNIX)
    before = os.umask(0o177)
    try:
        door.bind(str(path))
    finally:
        os.umask(before)

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, ValueError):
            writer.write(await answer(desk, await reader.readline()) + b"\n")
            await writer.drain()
        writer.close()

    return await asyncio.start_unix_server(serve, sock=door)


def close_door(db: Place, door: asyncio.Server | None) -> None:
    if door is not None and isinstance(db, Path):
        door.close()
        door_of(db).unlink(missing_ok=True)


async def answer(desk: Desk, line: bytes) -> bytes:
    try:
        order = ORDER.decode(line)
        told = await carry_out(desk, order)
    except (Trouble, StoreError, msgspec.DecodeError) as error:
        return msgspec.json.encode({"problem": str(error)})
    say("an operator's order", order=type(order).__name__.lower())
    return msgspec.json.encode({"done": told})


async def ask_server(db: Place, order: Order) -> Any:
    """What a running server says."""
    if os.name != "posix" or not isinstance(db, Path) or not door_of(db).is_socket():
        raise NobodyThere
    path = door_of(db)
    try:
        reader, writer = await asyncio.open_unix_connection(str(path), limit=LONGEST_ANSWER)
    except ConnectionError:
        raise NobodyThere from None
    writer.write(msgspec.json.encode(order) + b"\n")
    told = msgspec.json.decode(await reader.readline())
    writer.close()
    if "problem" in told:
        raise Trouble("not_found", told["problem"])
    return told["done"]
