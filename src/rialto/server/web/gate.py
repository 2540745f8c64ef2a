"""What every request passes first: Host and Origin, sizes, rates, headers, the request log.

Plain ASGI, so that WebSockets and streams pass through it untouched.
"""

import logging
import time
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rialto.server import wire
from rialto.server.limits import Limit
from rialto.server.logs import LOG, say
from rialto.server.metrics import Metrics
from rialto.server.settings import Settings

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


class Refused(Exception):
    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


class Gate:
    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.names = settings.addressed_as()
        self.body_bytes = settings.body_bytes
        rate = settings.requests_per_second
        self.rate = Limit(rate, rate * 4, time.monotonic)

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
        except Refused as no:
            await receive()
            await self.answer_socket(send, no)
            return
        await self.app(scope, receive, send)

    async def answer_socket(self, send: Send, no: Refused) -> None:
        body = wire.encode(wire.Problem(error=no.code, message=no.message))
        headers = [(b"content-type", b"application/json")]
        await send({"type": "websocket.http.response.start", "status": no.status,
                    "headers": headers})  # fmt: skip
        await send({"type": "websocket.http.response.body", "body": body})

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
        except Refused as no:
            if not started:
                await answer(send_with_headers, no.status, no.code, no.message)
        except Exception:
            LOG.exception("failed", extra={"facts": {"path": scope["path"]}})
            if not started:
                await answer(send_with_headers, 500, "internal", "Something went wrong here.")
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
            raise Refused(
                421, "unknown_host", "This server does not answer to that name (RIALTO_HOSTS)."
            )
        origin = headers.get("origin")
        if unsafe and origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            raise Refused(403, "wrong_origin", "Requests from other sites are refused.")
        if scope["path"].startswith(("/api", "/ws")) and not self.rate.allows(address(scope)):
            raise Refused(429, "too_many_requests", "Too many requests; wait a moment.")

    def limit_body(self, headers: Headers, receive: Receive) -> Receive:
        said = headers.get("content-length", "0")
        if not said.isascii() or not said.isdigit() or int(said) > self.body_bytes:
            raise too_large(self.body_bytes)
        seen = 0

        async def limited() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self.body_bytes:
                # By now the routes are reading: the only error that they pass on as it is.
                raise HTTPException(413)
            return message

        return limited


def too_large(most: int) -> Refused:
    return Refused(413, "too_large", f"At most {most} bytes are accepted.")


def address(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "?"


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


async def answer(send: Any, status: int, code: str, message: str) -> None:
    body = wire.encode(wire.Problem(error=code, message=message))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
