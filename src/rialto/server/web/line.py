"""The line under a WebSocket: uvicorn puts it in the place of its HTTP protocol once a client asks
for one (`ws=`).

The handshake is ASGI's, so that gate and routes see it as they see any request. Messages are not:
a move goes out to every seat, and ASGI's way (a dict, a coroutine, text made of bytes and bytes of
text, a frame object) costs several times the write itself. What comes in is read by the
`websockets` library without its input and output; what goes out is one whole frame for a message.

Nobody waits for a reader. Whoever sends looks whether the line is `ready` and comes back when it
is; and a client that asks without reading is not listened to any further, so nothing piles up.
"""

import asyncio
import os
from collections import deque
from http import HTTPStatus
from typing import Any, Final, cast
from urllib.parse import unquote

from starlette.types import ASGIApp, Message, Scope
from websockets.datastructures import Headers
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN, SEND_EOF, State
from websockets.server import ServerProtocol

from rialto.server.logs import LOG

EXTENSION: Final = "rialto.line"
"""Under this name a WebSocket's scope has its line."""
BEAT_S: Final = 20.0
"""How often a client is asked whether it is still there. Whoever has not answered by the next time
is gone."""
CLOSING_S: Final = 10.0
"""How long a client is given to answer a goodbye."""
SLOW_S: Final = 30.0
"""A reader that takes nothing for so long is given up."""
MOST_WAITING: Final = 8
"""Messages of one client that were read and not yet looked at."""
TEXT: Final = 0x81
"""A whole text message in one frame."""


class TooSlow(Exception):
    """The client reads nothing."""


class Line(asyncio.Protocol):
    def __init__(self, app: ASGIApp, max_size: int, server_state: Any, app_state: Any) -> None:
        self._app, self._app_state = app, app_state
        self._lines, self._tasks = server_state.connections, server_state.tasks
        """uvicorn's, for its end: it calls `shutdown` and waits until both are empty."""
        self._ws = ServerProtocol(max_size=max_size)
        self._writable = asyncio.Event()
        self._writable.set()
        self._messages: deque[str] = deque()
        self._fragments: list[bytes] = []
        self._opcode = Opcode.TEXT
        self._waiter: asyncio.Future[None] | None = None
        self._over = False
        self._timer: asyncio.TimerHandle | None = None
        self._asked: bytes | None = None
        """What a client has to answer to show that it is there."""
        self._welcome: Response | None = None
        """To a handshake that is as it should be."""
        self._refusal: Message | None = None

    # ── messages ──

    @property
    def ready(self) -> bool:
        """Whether what was put before has gone out, but for a little."""
        return self._writable.is_set()

    async def until_ready(self) -> None:
        try:
            async with asyncio.timeout(SLOW_S):
                await self._writable.wait()
        except TimeoutError:
            raise TooSlow from None

    def put(self, *bodies: bytes) -> None:
        """Text messages, at once and in one write; it is for the caller not to put more than is
        read. Whether the client has gone is noticed where it is listened to."""
        if self._ws.state is OPEN and not self._transport.is_closing():
            self._transport.write(b"".join([part for b in bodies for part in (head(len(b)), b)]))

    async def receive(self) -> str | None:
        """The next message; None: there will be no more."""
        while not self._messages:
            if self._over:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        message = self._messages.popleft()
        if len(self._messages) == MOST_WAITING - 1:
            self._read_on()
        return message

    # ── the handshake ──

    def accept(self) -> None:
        if self._ws.state is State.CONNECTING and self._welcome is not None and not self._over:
            self._ws.send_response(self._welcome)
            self._flush()
            self._read_on()
            self._timer = asyncio.get_running_loop().call_later(BEAT_S, self._beat)

    def close(self, code: int, why: str) -> None:
        """Say goodbye and wait a little for the answer."""
        if self._ws.state is OPEN:
            self._ws.send_close(code, why)
            self._flush()
            self._end()
            self._read_on()  # for the answer
            self._give_up_later()

    async def _hear_asgi(self) -> Message:
        return {"type": "websocket.disconnect" if self._over else "websocket.connect"}

    async def _say_asgi(self, message: Message) -> None:
        """What may become of a handshake."""
        kind = message["type"]
        if kind == "websocket.accept":
            self.accept()
        elif kind == "websocket.http.response.start":
            self._refusal = message
        elif kind == "websocket.http.response.body" and self._refusal is not None:
            self._refuse(self._refusal["status"], self._refusal["headers"], message["body"])
        elif kind == "websocket.close" and self._ws.state is State.CONNECTING:
            self._refuse(HTTPStatus.FORBIDDEN)
        elif kind == "websocket.close":
            self.close(message.get("code", CloseCode.NORMAL_CLOSURE), message.get("reason") or "")
        else:
            raise RuntimeError(f"a line does not take {kind!r}")

    def _refuse(
        self, status: int, headers: list[tuple[bytes, bytes]] | None = None, body: bytes = b""
    ) -> None:
        if self._ws.state is State.CONNECTING and not self._over:
            said = Headers([(k.decode("latin-1"), v.decode("latin-1")) for k, v in headers or []])
            said["Connection"], said["Content-Length"] = "close", str(len(body))
            self._ws.send_response(Response(status, HTTPStatus(status).phrase, said, body))
            self._flush()

    def _ask(self, request: Request) -> None:
        """The application, about a handshake that is as it should be."""
        answer = self._ws.accept(request)
        if answer.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self._ws.send_response(answer)
            return
        self._welcome = answer
        self._transport.pause_reading()  # until it is answered
        task = asyncio.get_running_loop().create_task(self._run(self._scope(request)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _scope(self, request: Request) -> Scope:
        path, _, query = request.path.partition("?")
        tls = bool(self._transport.get_extra_info("sslcontext"))
        return {
            "type": "websocket",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if tls else "ws",
            "server": self._end_of_line("sockname"),
            "client": self._end_of_line("peername"),
            "root_path": "",
            "path": unquote(path),
            "raw_path": path.encode("latin-1", "surrogateescape"),
            "query_string": query.encode("latin-1", "surrogateescape"),
            "headers": [
                (k.lower().encode("latin-1"), v.encode("latin-1", "surrogateescape"))
                for k, v in request.headers.raw_items()
            ],
            "subprotocols": [],
            "state": dict(self._app_state),
            "extensions": {"websocket.http.response": {}, EXTENSION: self},
        }

    def _end_of_line(self, which: str) -> tuple[str, int] | None:
        name = self._transport.get_extra_info(which)
        return (str(name[0]), int(name[1])) if isinstance(name, tuple) else None

    async def _run(self, scope: Scope) -> None:
        try:
            await self._app(scope, self._hear_asgi, self._say_asgi)
        except Exception:
            LOG.exception("a line failed", extra={"facts": {"path": scope["path"]}})
            self.close(CloseCode.INTERNAL_ERROR, "")
        finally:
            self._refuse(HTTPStatus.INTERNAL_SERVER_ERROR)  # unless there was an answer
            if self._ws.state is OPEN:
                self._transport.close()

    # ── what asyncio tells ──

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is not registered as one
        self._lines.add(self)

    def data_received(self, data: bytes) -> None:
        self._ws.receive_data(data)
        for event in self._ws.events_received():
            if isinstance(event, Request):
                self._ask(event)
            elif isinstance(event, Frame):
                self._hear(event)
        self._flush()

    def eof_received(self) -> None:
        self._ws.receive_eof()
        self._flush()

    def connection_lost(self, exc: Exception | None) -> None:
        self._lines.discard(self)
        self._end()
        self._writable.set()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()
        self._read_on()

    def shutdown(self) -> None:
        """uvicorn ends."""
        if self._ws.state is OPEN:
            self._ws.send_close(CloseCode.SERVICE_RESTART)
            self._flush()
        else:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE)
        self._end()
        self._transport.close()
        self._give_up_later()

    # ── frames ──

    def _hear(self, frame: Frame) -> None:
        if frame.opcode is Opcode.PONG:
            if bytes(frame.data) == self._asked:
                self._asked = None
        elif frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode is not Opcode.CONT:
                self._opcode = frame.opcode
            self._fragments.append(bytes(frame.data))
            if frame.fin:
                body, self._fragments = b"".join(self._fragments), []
                self._take(body)

    def _take(self, body: bytes) -> None:
        if self._over:
            return
        try:
            # We have no use for other messages, and they are answered like any nonsense.
            text = body.decode() if self._opcode is Opcode.TEXT else ""
        except UnicodeDecodeError:
            self._ws.fail(CloseCode.INVALID_DATA)
            self._end()
            return
        self._messages.append(text)
        if len(self._messages) == MOST_WAITING and not self._transport.is_closing():
            self._transport.pause_reading()
        self._wake()

    def _read_on(self) -> None:
        """Unless there is something that has to be done first."""
        writable, room = self._writable.is_set(), len(self._messages) < MOST_WAITING
        if writable and room and not self._transport.is_closing():
            self._transport.resume_reading()

    def _flush(self) -> None:
        """What the library has to say by itself: handshakes, goodbyes, answers to pings."""
        said = self._ws.data_to_send()
        if not said or self._transport.is_closing():
            return
        self._transport.write(b"".join(said))
        if SEND_EOF in said:
            self._end()
            self._transport.close()
            self._give_up_later()
        elif not self._writable.is_set():
            self._transport.pause_reading()

    def _beat(self) -> None:
        self._timer = None
        if self._ws.state is not OPEN:
            return
        if self._asked is not None:
            self._ws.fail(CloseCode.INTERNAL_ERROR, "no answer to a ping")
        else:
            self._asked = os.urandom(4)
            self._ws.send_ping(self._asked)
            self._timer = asyncio.get_running_loop().call_later(BEAT_S, self._beat)
        self._flush()

    def _give_up_later(self) -> None:
        """Who reads nothing would hold the connection."""
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(CLOSING_S, self._transport.abort)

    def _end(self) -> None:
        """Nothing more will be heard."""
        self._over = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


def head(size: int) -> bytes:
    """What stands before a message of so many bytes (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, 126, size >> 8, size & 255))
    return bytes((TEXT, 127)) + size.to_bytes(8, "big")
