"""Players for the load: the least that is a WebSocket client.

A comfortable one would cost more than the server it measures. This one looks at the few bytes that
it needs and counts the rest.
"""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any, Final

VIEW: Final = b'{"type":"view","view":{"seat":'
ACK: Final = b'{"type":"ack"'
LEGAL: Final = b'"legal":[{"move":"'
NO_LEGAL: Final = b'"legal":[]'
VERSION: Final = b'"version":'


class Socket(asyncio.Protocol):
    """Text frames in, masked text frames out."""

    def __init__(self, path: str, cookie: str, host: str) -> None:
        self.hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self.rest = b""
        """The beginning of a frame whose end has not come."""
        self.open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.frames = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        b = self.rest + data if self.rest else data
        at = 0
        if not self.open:
            end = b.find(b"\r\n\r\n")
            if end < 0:
                self.rest = b
                return
            assert b.startswith(b"HTTP/1.1 101"), b[:200]
            at = end + 4
            self.open = True
            self.opened.set_result(None)
        while len(b) >= at + 2:
            size, body = b[at + 1] & 127, at + 2
            if size == 126:
                size, body = int.from_bytes(b[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, body = int.from_bytes(b[at + 2 : at + 10], "big"), at + 10
            if len(b) < body + size:
                break
            self.take(b[at] & 15, b, body, body + size)
            at = body + size
        self.rest = b[at:]

    def take(self, opcode: int, b: bytes, start: int, end: int) -> None:
        if opcode == 9:
            self.send_frame(10, b[start:end])
        elif opcode == 1:
            self.frames += 1
            self.hear(b, start, end)

    def hear(self, b: bytes, start: int, end: int) -> None:
        """For players."""

    def send_frame(self, opcode: int, body: bytes) -> None:
        # A mask of zeros is a mask.
        size = len(body)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else (
            bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        )  # fmt: skip
        self.transport.write(head + b"\0\0\0\0" + body)


def number_after(b: bytes, name: bytes, start: int, end: int) -> int:
    at = b.index(name, start, end) + len(name)
    stop = at
    while b[stop : stop + 1].isdigit():
        stop += 1
    return int(b[at:stop])


@dataclass
class Tally:
    moves: int = 0
    acked: int = 0
    views: int = 0
    bad: list[str] = field(default_factory=list)
    waits_ms: list[float] = field(default_factory=list)


class Seat(Socket):
    """Plays the first legal move when it is told to."""

    def __init__(self, path: str, cookie: str, host: str, tally: Tally, name: str) -> None:
        super().__init__(path, cookie, host)
        self.tally, self.name = tally, name
        self.version, self.move = 0, ""
        self.acked = 0
        """A choice is made on a view that is not older than one's own last move."""
        self.sent_at = 0.0
        self.sent = 0
        self.waiting = False

    def hear(self, b: bytes, start: int, end: int) -> None:
        if b.startswith(VIEW, start):
            self.tally.views += 1
            self.version = number_after(b, VERSION, start, end)
            # The seat's own part comes first, so a list is found early or not at all.
            none = b.find(NO_LEGAL, start, start + 400)
            at = b.find(LEGAL, start, start + 400) if none < 0 else -1
            self.move = (
                "" if at < 0 else b[at + len(LEGAL) : b.index(b'"', at + len(LEGAL))].decode()
            )
        elif b.startswith(ACK, start):
            self.tally.acked += 1
            self.acked = number_after(b, VERSION, start, end)
            self.tally.waits_ms.append((time.monotonic() - self.sent_at) * 1000)
            self.waiting = False
        else:
            self.tally.bad.append(b[start:end].decode()[:200])
            self.waiting = False

    def play(self) -> bool:
        if not self.move or self.waiting or self.version < self.acked:
            return False
        self.sent += 1
        command = {"type": "command", "move_id": f"{self.name}-{self.sent:06d}",
                   "version": self.version, "moves": [self.move]}  # fmt: skip
        self.waiting, self.move = True, ""
        self.sent_at = time.monotonic()
        self.tally.moves += 1
        self.send_frame(1, json.dumps(command).encode())
        return True
