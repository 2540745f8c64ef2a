"""What every request passes first: Host and Origin, sizes, rates, headers, the request log.

Plain ASGI, so that WebSockets and streams pass through it untouched.
"""

import asyncio
import logging
import time
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rialto.server import wire
from rialto.server.limits import Limit, household
from rialto.server.logs import LOG, say
from rialto.server.metrics import Metrics
from rialto.server.settings import Settings
from rialto.server.trouble import Trouble

POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "media-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
SAFE: Final = {"GET", "HEAD", "OPTIONS"}
BURST_S: Final = 4
"""A rate may be used for so many seconds at once."""


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.names = settings.addressed_as()
        self.body_bytes = settings.body_bytes
        self.body_s = settings.body_s
        self.rate = per_second(settings.requests_per_second)
        self.files = per_second(settings.files_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await self.http(scope, receive, send)
        elif scope["type"] == "websocket":
            await self.websocket(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def websocket(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refused before the handshake is accepted."""
        try:
            self.check(scope, Headers(scope=scope), unsafe=True)
        except Trouble as no:
            await receive()
            await self.answer_socket(send, no)
            return
        await self.app(scope, receive, send)

    async def answer_socket(self, send: Send, no: Trouble) -> None:
        headers = [(b"content-type", b"application/json")]
        await send({"type": "websocket.http.response.start", "status": no.status,
                    "headers": headers})  # fmt: skip
        await send({"type": "websocket.http.response.body", "body": as_body(no)})

    async def http(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()
        status = 500
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                started, status = True, message["status"]
                add_headers(scope, message)
            await send(message)

        try:
            headers = Headers(scope=scope)
            self.check(scope, headers, unsafe=scope["method"] not in SAFE)
            limited = self.limit_body(headers, receive)
            await self.app(scope, limited, send_with_headers)
        except Trouble as no:
            if not started:
                await answer(send_with_headers, no)
        except Exception:
            LOG.exception("failed", extra={"facts": {"path": scope["path"]}})
            if not started:
                await answer(send_with_headers, Trouble("internal"))
        finally:
            self.metrics.requests.labels(known_method(scope["method"]), str(status)).inc()
            say(
                "request",
                level=logging.DEBUG if status < 400 else logging.INFO,
                method=scope["method"],
                path=scope["path"],
                status=status,
                ms=round((time.perf_counter() - began) * 1000, 1),
            )

    def check(self, scope: Scope, headers: Headers, *, unsafe: bool) -> None:
        host = headers.get("host", "")
        if without_port(host).lower() not in self.names:
            raise Trouble("unknown_host")
        origin = headers.get("origin")
        if unsafe and origin is not None and host_in(origin) != host.lower():
            raise Trouble("wrong_origin")
        limit = self.rate if scope["path"].startswith(("/api", "/ws")) else self.files
        if not limit.allows(address(scope)):
            raise Trouble("too_many_requests")

    def limit_body(self, headers: Headers, receive: Receive) -> Receive:
        said = headers.get("content-length", "0")
        if not said.isascii() or not said.isdigit() or int(said) > self.body_bytes:
            raise Trouble("too_large", f"At most {self.body_bytes} bytes are accepted.")
        seen = 0
        whole = False
        until = time.monotonic() + self.body_s

        async def receive_in_time() -> Message:
            nonlocal seen, whole
            if whole:
                return await receive()  # by now this tells only that the client has gone
            try:
                async with asyncio.timeout(until - time.monotonic()):
                    message = await receive()
            except TimeoutError:
                raise HTTPException(408) from None
            seen += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if seen > self.body_bytes:
                # By now the routes are reading: the only error that they pass on as it is.
                raise HTTPException(413)
            return message

        return receive_in_time


def per_second(n: int) -> Limit:
    return Limit(n, n * BURST_S, time.monotonic)


def address(scope: Scope) -> str:
    """Whom a request counts for in limits."""
    client = scope.get("client")
    return household(str(client[0])) if client else "?"


def host_in(origin: str) -> str | None:
    """Host and port of an Origin header; None if it is no address at all."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def without_port(host: str) -> str:
    if host.startswith("["):
        return host[: host.find("]") + 1]
    return host.partition(":")[0]


def known_method(method: str) -> str:
    """A metric's labels must not be the client's to choose."""
    return method if method in {*SAFE, "POST", "PUT", "PATCH", "DELETE"} else "other"


def add_headers(scope: Scope, message: Message) -> None:
    headers = MutableHeaders(scope=message)
    for name, value in HEADERS.items():
        headers.setdefault(name, value)
    headers.setdefault("cache-control", "no-store")
    if scope.get("scheme") == "https":
        headers.setdefault("strict-transport-security", "max-age=31536000")


def as_body(trouble: Trouble) -> bytes:
    return wire.encode(wire.Problem(error=trouble.code, message=trouble.message))


async def answer(send: Any, trouble: Trouble) -> None:
    body = as_body(trouble)
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if trouble.status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": trouble.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
