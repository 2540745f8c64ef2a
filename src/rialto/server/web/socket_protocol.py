"""The line under a WebSocket: uvicorn's own protocol, with a short way out for what we send.

A move goes out to every seat, so sending is most of what a server does. ASGI's way (a message, a
state machine, a task to wait in, frame objects) costs several times the write itself.
"""

import asyncio
from typing import Any, Final

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from rialto.server.settings import Settings

EXTENSION: Final = "rialto.line"
"""Under this name a WebSocket's scope has its line."""
MOST_WAITING: Final = 8
"""Messages of one socket that were read and not yet looked at."""
TEXT: Final = 0x81
"""A whole text message in one frame."""


class LineLost(OSError):
    """Nobody is there any more."""


class Line(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    @property
    def ready(self) -> bool:
        """Whether what was put before has gone out, but for a little."""
        return self.writable.is_set()

    async def until_ready(self, seconds: float) -> None:
        async with asyncio.timeout(seconds):
            await self.writable.wait()

    def put(self, *bodies: bytes) -> None:
        """Text messages, at once and in one write; it is for the caller not to put more than is
        read."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            raise LineLost
        self.transport.write(b"".join([part for b in bodies for part in (head(len(b)), b)]))

    def send_receive_event_to_app(self) -> None:
        """Reading pauses only when messages pile up: uvicorn pauses at each, which is two system
        calls, unless it thinks that it has."""
        self.read_paused = self.queue.qsize() < MOST_WAITING
        super().send_receive_event_to_app()


def head(size: int) -> bytes:
    """What stands before a message of so many bytes (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, 126, size >> 8, size & 255))
    return bytes((TEXT, 127)) + size.to_bytes(8, "big")


def new_loop() -> asyncio.AbstractEventLoop:
    """uvloop where there is one (it is not made for Windows): a fifth less work per move."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def uvicorn_config(app: Any, settings: Settings) -> uvicorn.Config:
    """How the application is served, here and in tests."""
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        ws=Line,
        ws_max_size=settings.frame_bytes,
        ws_per_message_deflate=False,
        forwarded_allow_ips=settings.proxies,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
        backlog=4096,
    )
