"""A request's head must come in time: otherwise half-sent requests would hold connections for as
long as somebody likes. uvicorn has no such limit, so its HTTP protocol is wrapped: what comes in
starts a timer, and the request that comes of it stops it."""

import asyncio
from typing import Any, cast

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

Peer = tuple[str, int]


class Heads:
    """Connections on which a head is due, by the other end's address and port."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._due: dict[Peer, asyncio.TimerHandle] = {}

    def expect(self, peer: Peer, transport: asyncio.Transport) -> None:
        if peer not in self._due:
            loop = asyncio.get_running_loop()
            self._due[peer] = loop.call_later(self._seconds, self._give_up, peer, transport)

    def _give_up(self, peer: Peer, transport: asyncio.Transport) -> None:
        self._due.pop(peer, None)
        transport.close()

    def came(self, peer: Peer | None) -> None:
        timer = self._due.pop(peer, None) if peer else None
        if timer is not None:
            timer.cancel()

    def protocol(self, **given: Any) -> asyncio.Protocol:
        """What uvicorn makes for each connection."""
        return PromptHttp(self, AutoHTTPProtocol(**given))


class PromptApp:
    """Before all else, for a proxy's headers will change whom a request seems to come from."""

    def __init__(self, heads: Heads, app: ASGIApp) -> None:
        self._heads, self._app = heads, app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        peer = scope.get("client")

        async def receive_body() -> Message:
            message = await receive()
            self._heads.came(peer)  # this was no new head
            return message

        self._heads.came(peer)
        await self._app(scope, receive_body if scope["type"] == "http" else receive, send)


class PromptHttp(asyncio.Protocol):
    """Hands everything on. A WebSocket takes its place after the handshake."""

    def __init__(self, heads: Heads, inner: asyncio.Protocol) -> None:
        self._heads, self._inner = heads, inner
        self._peer: Peer | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not registered as one
        name = transport.get_extra_info("peername")
        self._peer = tuple(name[:2]) if isinstance(name, tuple) else None
        self._expect()
        self._inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        self._expect()
        self._inner.data_received(data)

    def _expect(self) -> None:
        if self._peer is not None:
            self._heads.expect(self._peer, self._transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._heads.came(self._peer)
        self._inner.connection_lost(exc)

    def eof_received(self) -> bool | None:
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        self._inner.pause_writing()

    def resume_writing(self) -> None:
        self._inner.resume_writing()
