"""Players that survive the death of their server, and the reckoning with what it had stored."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.patience import PATIENCE_S
from tests.server.live import Json, new_table

GONE = (OSError, WebSocketException, EOFError, httpx.HTTPError, TimeoutError)
ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Mortal:
    """The server's keeper: starts it, kills it, starts it again on the same port and database."""

    def __init__(self, keeper: asyncio.subprocess.Process, port: int) -> None:
        self.keeper, self.port = keeper, port
        self.pid: int | None = None
        self.deaths = 0

    async def start(self, point: str = "-", nth: int = 0) -> None:
        assert self.pid is None
        self._say(f"{point} {nth}\n")
        self.pid = int(await self._line())
        async with httpx.AsyncClient() as client:
            while True:
                with contextlib.suppress(httpx.HTTPError):
                    await client.get(f"http://127.0.0.1:{self.port}/readyz")
                    return
                await asyncio.sleep(0.01)

    async def kill(self) -> None:
        assert self.pid is not None
        os.kill(self.pid, signal.SIGKILL)
        await self.died()

    async def died(self) -> None:
        assert await self._line() == "ended"
        self.pid = None
        self.deaths += 1

    def _say(self, text: str) -> None:
        assert self.keeper.stdin is not None
        self.keeper.stdin.write(text.encode())

    async def _line(self) -> str:
        assert self.keeper.stdout is not None
        async with asyncio.timeout(PATIENCE_S):
            return (await self.keeper.stdout.readline()).decode().strip()


@asynccontextmanager
async def mortal(folder: Path) -> AsyncIterator[Mortal]:
    port = free_port()
    keeper = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.crash_server", str(folder), str(port),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=ROOT,
        env={**os.environ, "RIALTO_JIT": "0"},
    )  # fmt: skip
    server = Mortal(keeper, port)
    assert await server._line() == "ready"
    try:
        yield server
    finally:
        if server.pid is not None:
            os.kill(server.pid, signal.SIGKILL)
        assert keeper.stdin is not None
        keeper.stdin.close()
        await keeper.wait()


@dataclass
class Stubborn:
    """Plays all seats of one table; what was not acknowledged is sent again, unchanged."""

    port: int
    rng: random.Random
    name: str
    table: str = ""
    cookie: str = ""
    sent: int = 0
    pending: Json | None = None
    acked: list[tuple[str, int, str]] = field(default_factory=list)
    """move_id, version and move, in the order of the acknowledgements."""

    async def open(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}") as browser:
            made = await new_table(browser, "me", "me")
            self.cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items())
        self.table = made["table"]

    async def play(self, moves: int) -> None:
        """So many acknowledged moves, however often the server dies meanwhile."""
        wanted = len(self.acked) + moves
        while len(self.acked) < wanted:
            try:
                await self._play_on(wanted)
            except GONE:
                await asyncio.sleep(0.02)

    async def _play_on(self, wanted: int) -> None:
        base = f"http://127.0.0.1:{self.port}"
        headers = {"cookie": self.cookie}
        async with httpx.AsyncClient(base_url=base, headers=headers) as browser:
            sockets: dict[int, Any] = {}
            try:
                while len(self.acked) < wanted:
                    command, seat = self.pending or await self._next(browser), 0
                    seat = command.pop("seat")
                    self.pending = {**command, "seat": seat}
                    if seat not in sockets:
                        sockets[seat] = await connect(
                            f"ws://127.0.0.1:{self.port}/ws/tables/{self.table}?seat={seat}",
                            additional_headers=headers, max_size=None, compression=None,
                        )  # fmt: skip
                    await self._send(sockets[seat], command)
            finally:
                for ws in sockets.values():
                    ws.transport.abort()

    async def _next(self, browser: httpx.AsyncClient) -> Json:
        view = (await browser.get(f"/api/tables/{self.table}/view")).json()
        assert view["status"] == "running"
        self.sent += 1
        return {
            "type": "command",
            "move_id": f"{self.name}-{self.sent:08d}",
            "version": view["version"],
            "moves": [self.rng.choice(view["legal"])["move"]],
            "seat": view["seat"],
        }

    async def _send(self, ws: Any, command: Json) -> None:
        await ws.send(json.dumps(command))
        while True:
            async with asyncio.timeout(PATIENCE_S):
                answer = json.loads(await ws.recv())
            if answer["type"] == "view":
                continue
            assert answer["type"] == "ack", answer
            self.acked.append((answer["move_id"], answer["version"], command["moves"][0]))
            self.pending = None
            return


def reckon(db: Path, player: Stubborn) -> None:
    """Nothing acknowledged is lost, doubled or reordered; nothing was stored by halves."""
    with contextlib.closing(sqlite3.connect(db)) as store:
        rows = store.execute(
            "SELECT seq, seat, move, move_id FROM events WHERE game = ? ORDER BY seq",
            (player.table,),
        ).fetchall()
    assert [row[0] for row in rows] == list(range(len(rows)))
    stored_ids = [(row[3], row[0] + 1) for row in rows if row[3] is not None]
    assert stored_ids == [(move_id, version) for move_id, version, _ in player.acked]
    # A command's entries end with its move_id. What it asked for comes first; chance and whatever
    # it leaves no choice about follow.
    played, asked = list[str](), True
    for _, seat, move, move_id in rows:
        if asked and seat >= 0:
            played.append(move)
            asked = False
        asked = asked or move_id is not None
    assert played == [move for _, _, move in player.acked]
    assert not player.acked or rows[-1][3] is not None, "nothing by halves"
