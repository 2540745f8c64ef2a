"""The line under a WebSocket, byte by byte: handshakes, frames, goodbyes, and who does not read."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from websockets.protocol import State

from rialto.server.web import line as module
from rialto.server.web.line import EXTENSION, Line
from tests.patience import PATIENCE_S
from tests.server.live import until

HELLO = (
    "GET /ws/here?since=3 HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
TEXT, BINARY, MORE, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


def frame(opcode: int, body: bytes = b"", *, fin: bool = True) -> bytes:
    """As a client sends it; a mask of zeros is a mask."""
    size = len(body)
    length = bytes([128 | size]) if size < 126 else bytes([254]) + size.to_bytes(2, "big")
    return bytes([(128 if fin else 0) | opcode]) + length + bytes(4) + body


class Far:
    """The client's end."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    async def shake_hands(self, hello: str = HELLO) -> str:
        self.writer.write(hello.encode())
        async with asyncio.timeout(PATIENCE_S):
            head = await self.reader.readuntil(b"\r\n\r\n")
        return head.split(b"\r\n")[0].decode()

    async def hear(self) -> tuple[int, bytes]:
        async with asyncio.timeout(PATIENCE_S):
            first, size = await self.reader.readexactly(2)
            if size >= 126:
                size = int.from_bytes(await self.reader.readexactly(2 if size == 126 else 8), "big")
            return first & 15, await self.reader.readexactly(size)

    async def until_closed(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            assert await self.reader.read() == b""


class Near:
    """Our end: an application that notes what it hears."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.lines: list[Line] = []
        self.scopes: list[Scope] = []
        self.uvicorn = SimpleNamespace(connections=set(), tasks=set())
        self.left = asyncio.Event()
        self.does: Callable[[Scope, Receive, Send], Any] = self.listen

    async def listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        line: Line = scope["extensions"][EXTENSION]
        line.accept()
        while (message := await line.receive()) is not None:
            self.heard.append(message)
            await line.until_ready()
            line.put(message.encode())

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        try:
            await self.does(scope, receive, send)
        finally:
            self.left.set()

    def line(self) -> Line:
        made = Line(self.app, 1000, self.uvicorn, {"some": "state"})
        self.lines.append(made)
        return made

    async def until_left(self) -> None:
        async with asyncio.timeout(PATIENCE_S):
            await self.left.wait()


@asynccontextmanager
async def serve(near: Near) -> AsyncIterator[Callable[[], AbstractAsyncContextManager[Far]]]:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(near.line, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    @asynccontextmanager
    async def call() -> AsyncIterator[Far]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**12)
        yield Far(reader, writer)
        writer.close()

    yield call
    server.close()
    for line in list(near.uvicorn.connections):
        line.shutdown()
    await until(lambda: not near.uvicorn.connections and not near.uvicorn.tasks)


async def test_messages_come_and_go() -> None:
    near = Near()
    async with serve(near) as call, call() as far:
        assert await far.shake_hands() == "HTTP/1.1 101 Switching Protocols"
        for size in (0, 5, 125, 126, 1000):
            far.writer.write(frame(TEXT, b"x" * size))
            assert await far.hear() == (TEXT, b"x" * size)
        scope = near.scopes[0]
        assert (scope["path"], scope["query_string"]) == ("/ws/here", b"since=3")
        assert (b"host", b"localhost") in scope["headers"]
        assert scope["client"] == far.writer.get_extra_info("sockname")
        assert scope["state"] == {"some": "state"}


async def test_a_large_message_goes_out_whole() -> None:
    near = Near()
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        await until(lambda: near.lines[0]._ws.state is State.OPEN)
        near.lines[0].put(b"a" * 70_000, b"b")
        assert await far.hear() == (TEXT, b"a" * 70_000)
        assert await far.hear() == (TEXT, b"b")


async def test_a_message_in_pieces_is_one() -> None:
    near = Near()
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        far.writer.write(frame(TEXT, b"Ve", fin=False) + frame(PING, b"?"))
        far.writer.write(frame(MORE, b"ne\xc4", fin=False) + frame(MORE, b"\x8d"))
        assert await far.hear() == (PONG, b"?")
        assert (await far.hear())[1].decode() == "Veneč"
        far.writer.write(frame(BINARY, b"{}"))
        assert await far.hear() == (TEXT, b"")


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"\xff\xfe"), 1007),
        (frame(TEXT, b"x" * 1001), 1009),
        (frame(TEXT, b"x" * 600, fin=False) + frame(MORE, b"x" * 600), 1009),
        (frame(MORE, b"x"), 1002),
        (frame(3, b"x"), 1002),
        (b"\x81\x01x", 1002),
    ],
    ids=["not UTF-8", "too large", "too large in pieces", "no beginning", "unknown", "no mask"],
)
async def test_what_is_no_message_ends_the_line(sent: bytes, code: int) -> None:
    near = Near()
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        far.writer.write(frame(TEXT, b"before") + sent + frame(TEXT, b"after"))
        said = [await far.hear()]
        if said[0][0] == TEXT:
            said.append(await far.hear())
        assert said[-1][0] == CLOSE
        assert int.from_bytes(said[-1][1][:2], "big") == code
        await far.until_closed()
        await near.until_left()
        assert near.heard == ["before"]


@pytest.mark.parametrize(
    ("hello", "answer"),
    [
        (HELLO.replace("Sec-WebSocket-Key", "X"), "400"),
        (HELLO.replace("Version: 13", "Version: 8"), "400"),
        (HELLO.replace("GET", "POST"), "405"),
    ],
)
async def test_what_is_no_handshake_never_reaches_the_application(hello: str, answer: str) -> None:
    near = Near()
    async with serve(near) as call, call() as far:
        assert (await far.shake_hands(hello)).split()[1] == answer
        assert near.scopes == []


async def test_the_application_may_refuse() -> None:
    near = Near()

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.http.response.start", "status": 421,
                    "headers": [(b"x-why", b"because")]})  # fmt: skip
        await send({"type": "websocket.http.response.body", "body": b"No."})
        assert (await receive())["type"] == "websocket.disconnect"

    async def close(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.close", "code": 1000})

    for does, status, body in ((refuse, "421", b"No."), (close, "403", b"")):
        near.does = does
        async with serve(near) as call, call() as far:
            assert (await far.shake_hands()).split()[1] == status
            assert await far.reader.read() == body


@pytest.mark.parametrize("accepted", [False, True])
async def test_an_application_that_fails_leaves_nobody_waiting(
    accepted: bool, caplog: pytest.LogCaptureFixture
) -> None:
    near = Near()

    async def fail(scope: Scope, receive: Receive, send: Send) -> None:
        if accepted:
            await send({"type": "websocket.accept"})
        raise ValueError("a mistake of ours")

    near.does = fail
    async with serve(near) as call, call() as far:
        assert (await far.shake_hands()).split()[1] == ("101" if accepted else "500")
        if accepted:
            assert await far.hear() == (CLOSE, (1011).to_bytes(2, "big"))
    assert [record.message for record in caplog.records] == ["a line failed"]


async def test_what_was_said_before_a_goodbye_is_heard() -> None:
    near = Near()
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        goodbye = frame(CLOSE, (1000).to_bytes(2, "big"))
        far.writer.write(frame(TEXT, b"one") + frame(TEXT, b"two") + goodbye)
        assert await far.hear() == (CLOSE, (1000).to_bytes(2, "big"))
        await far.until_closed()
        await near.until_left()
        assert near.heard == ["one", "two"]


async def test_our_goodbye_is_answered_or_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    near = Near()
    for answered in (True, False):
        monkeypatch.setattr(module, "CLOSING_S", PATIENCE_S if answered else 0.05)
        async with serve(near) as call, call() as far:
            await far.shake_hands()
            line = near.lines[-1]
            await until(lambda line=line: line._ws.state is State.OPEN)  # type: ignore[misc]
            line.close(4403, "no")
            line.put(b"never sent")
            assert await far.hear() == (CLOSE, (4403).to_bytes(2, "big") + b"no")
            if answered:
                far.writer.write(frame(CLOSE, (4403).to_bytes(2, "big")))
            await far.until_closed()
            await near.until_left()


async def test_who_answers_no_ping_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "BEAT_S", 0.05)
    near = Near()
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        for _ in range(3):
            opcode, asked = await far.hear()
            assert (opcode, len(asked)) == (PING, 4)
            far.writer.write(frame(PONG, asked))
        assert (await far.hear())[0] == PING
        far.writer.write(frame(PONG, b"not what was asked"))
        opcode, body = await far.hear()
        assert (opcode, body[:2]) == (CLOSE, (1011).to_bytes(2, "big"))
        await far.until_closed()
        await near.until_left()


async def test_who_pings_and_does_not_read_is_not_listened_to() -> None:
    """The answers would fill our memory: reading stops when they do not go out."""
    near = Near()
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        far.reader._transport.pause_reading()  # type: ignore[attr-defined]
        many = frame(PING, b"x" * 125) * 1000
        line = near.lines[0]

        async def flood() -> None:
            while True:
                far.writer.write(many)
                await far.writer.drain()

        flooding = asyncio.create_task(flood())
        await until(lambda: not line._transport.is_reading())
        waiting = line._transport.get_write_buffer_size()
        assert not line.ready
        await asyncio.sleep(0.1)
        assert line._transport.get_write_buffer_size() == waiting < 2**20
        flooding.cancel()
        with pytest.raises(asyncio.CancelledError):
            await flooding
        line._transport.abort()


async def test_nobody_waits_for_who_never_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLOW_S", 0.05)
    near = Near()
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        far.reader._transport.pause_reading()  # type: ignore[attr-defined]
        line = near.lines[0]
        await until(lambda: line._ws.state is State.OPEN)
        while line.ready:
            line.put(b"x" * 2**16)
        with pytest.raises(module.TooSlow):
            await line.until_ready()
        line._transport.abort()
        await near.until_left()
        assert line.ready, "nobody is kept waiting for somebody who has gone"


async def test_more_is_read_only_once_what_came_is_looked_at() -> None:
    near = Near()
    go_on = asyncio.Event()

    async def wait(scope: Scope, receive: Receive, send: Send) -> None:
        line: Line = scope["extensions"][EXTENSION]
        line.accept()
        await go_on.wait()
        while (message := await line.receive()) is not None:
            near.heard.append(message)

    near.does = wait
    async with serve(near) as call, call() as far:
        await far.shake_hands()
        line = near.lines[0]
        for n in range(module.MOST_WAITING):
            assert line._transport.is_reading()
            far.writer.write(frame(TEXT, b"%d" % n))
            await until(lambda n=n: len(line._messages) == n + 1)  # type: ignore[misc]
        assert not line._transport.is_reading()
        far.writer.write(frame(TEXT, b"last"))
        go_on.set()
        await until(lambda: near.heard[-1:] == ["last"])
        assert len(near.heard) == module.MOST_WAITING + 1
