"""What goes out on one WebSocket.

ASGI's `send` waits while the reader is slow, and a table must wait for nobody. So one thing at a
time is on its way, and whoever finds the outbox busy comes back when it is ready. A reader that
takes nothing for SLOW_S is given up.
"""

import asyncio
from contextlib import suppress
from typing import Final

from starlette.websockets import WebSocket, WebSocketDisconnect

SLOW_S: Final = 30.0
GONE: Final = (WebSocketDisconnect, OSError, RuntimeError)
"""What sending to somebody who has gone away, or does not read, raises."""


class Outbox:
    __slots__ = ("_idle", "_on_its_way", "_ws")

    def __init__(self, ws: WebSocket) -> None:
        self._ws = ws
        self._idle = asyncio.Event()
        self._idle.set()
        self._on_its_way: asyncio.Task[None] | None = None
        """Kept, or it might be collected."""

    @property
    def ready(self) -> bool:
        """Whether everything before has been taken."""
        return self._idle.is_set()

    async def until_ready(self) -> None:
        if self.ready:
            return
        async with asyncio.timeout(SLOW_S):
            while not self._idle.is_set():
                await self._idle.wait()

    async def send(self, *bodies: bytes) -> None:
        """Text messages, in this order; only while it is ready."""
        self._idle.clear()
        async with asyncio.timeout(SLOW_S):
            await self._write(bodies)

    def put(self, *bodies: bytes) -> None:
        """The same without waiting for it: whoever comes next has to (`until_ready`)."""
        self._idle.clear()
        self._on_its_way = asyncio.get_running_loop().create_task(self._write_if_there(bodies))

    async def _write(self, bodies: tuple[bytes, ...]) -> None:
        try:
            for body in bodies:
                await self._ws.send_text(body.decode())
        finally:
            self._idle.set()

    async def _write_if_there(self, bodies: tuple[bytes, ...]) -> None:
        with suppress(*GONE):  # where it is read, it is noticed
            await self._write(bodies)
