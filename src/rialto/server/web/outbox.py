"""What goes out on one WebSocket.

ASGI's `send` waits while the reader is slow, and a table must wait for nobody. So one thing at a
time is on its way, and whoever finds the outbox busy comes back when it is ready. Nearly always
there is nothing to wait for: what is put is begun at once, and only if it has to wait does it
become a task, which costs more than the write. A reader that takes nothing for SLOW_S is given up.
"""

import asyncio
from collections.abc import Coroutine, Generator
from types import coroutine
from typing import Any, Final

from starlette.types import Send
from starlette.websockets import WebSocketDisconnect

SLOW_S: Final = 30.0
GONE: Final = (WebSocketDisconnect, OSError, RuntimeError)
"""What sending to somebody who has gone away, or does not read, raises."""


class Outbox:
    __slots__ = ("_on_its_way", "_send")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._on_its_way: asyncio.Task[None] | None = None
        """What had to wait the last time."""

    @property
    def ready(self) -> bool:
        """Whether everything before has been taken."""
        return self._on_its_way is None or self._on_its_way.done()

    async def until_ready(self) -> None:
        if self.ready:
            return
        async with asyncio.timeout(SLOW_S):
            while self._on_its_way is not None and not self._on_its_way.done():
                await asyncio.wait((self._on_its_way,))

    async def send(self, *bodies: bytes) -> None:
        """Text messages, in this order; only while it is ready."""
        self.put(*bodies)
        await self.until_ready()

    def put(self, *bodies: bytes) -> None:
        """The same without waiting for it: whoever comes next has to (`until_ready`)."""
        writing = self._write(bodies)
        try:
            waits_for = writing.send(None)
        except StopIteration:
            return
        self._on_its_way = asyncio.get_running_loop().create_task(go_on(writing, waits_for))

    async def _write(self, bodies: tuple[bytes, ...]) -> None:
        try:
            for body in bodies:
                await self._send({"type": "websocket.send", "text": body.decode()})
        except GONE:
            pass  # where it is read, it is noticed


async def go_on(begun: Coroutine[Any, Any, None], waits_for: Any) -> None:
    """With what was begun by hand and has to wait for something."""
    await rest_of(begun, waits_for)


@coroutine
def rest_of(begun: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    while True:
        try:
            try:
                yield waits_for
            except BaseException as error:  # cancelled, most likely: it is for whoever waits
                waits_for = begun.throw(error)
            else:
                waits_for = begun.send(None)
        except StopIteration:
            return
