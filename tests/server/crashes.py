"""Players that survive the death of their server, and the reckoning with what it had stored."""

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from rialto.server.store import Place, Url
from tests.patience import PATIENCE_S
from tests.server.history import History, check, stored_log
from tests.server.live import Json, new_table


class Unsure(Exception):
    """Whether it was done is not known: the same is asked again."""


NOT_NOW = ("store_failed", "stopping", "store_unreadable", "internal")
GONE = (Unsure, OSError, WebSocketException, EOFError, httpx.HTTPError, TimeoutError)
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
async def mortal(folder: Path, url: Url | None = None) -> AsyncIterator[Mortal]:
    """On a file in the folder, or on a database."""
    port = free_port()
    env = {"RIALTO_DB": url.secret} if url is not None else {}
    keeper = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.server.crash_server", str(folder), str(port),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, cwd=ROOT,
        env={**os.environ, **env, "RIALTO_JIT": "0"},
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

    ports: Sequence[int]
    """Of servers that are as good as each other: each connection goes to any of them."""
    rng: random.Random
    name: str
    table: str = ""
    cookie: str = ""
    sent: int = 0
    pending: Json | None = None
    acked: list[tuple[str, int, str]] = field(default_factory=list)
    """move_id, version and move, in the order of the acknowledgements."""
    history: History = field(default_factory=History)

    async def open(self, *seats: str) -> None:
        port = self.rng.choice(self.ports)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as browser:
            made = await new_table(browser, *(seats or ("me", "me")))
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
        port = self.rng.choice(self.ports)
        base = f"http://127.0.0.1:{port}"
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
                            f"ws://127.0.0.1:{port}/ws/tables/{self.table}?seat={seat}",
                            additional_headers=headers, max_size=None, compression=None,
                        )  # fmt: skip
                    await self._send(sockets[seat], command)
            finally:
                for ws in sockets.values():
                    ws.transport.abort()

    async def _next(self, browser: httpx.AsyncClient) -> Json:
        answer = await browser.get(f"/api/tables/{self.table}/view")
        if answer.status_code == 503:
            raise Unsure(answer.text)
        view = answer.json()
        assert view["status"] == "running", view
        if not view["legal"]:
            raise Unsure("a bot is to move")
        self.sent += 1
        return {
            "type": "command",
            "move_id": f"{self.name}-{self.sent:08d}",
            "version": view["version"],
            "moves": [self.rng.choice(view["legal"])["move"]],
            "seat": view["seat"],
        }

    async def _send(self, ws: Any, command: Json) -> None:
        self.history.add(self.name, "ask", self.table, command["move_id"], command["version"])
        await ws.send(json.dumps(command))
        while True:
            async with asyncio.timeout(PATIENCE_S):
                answer = json.loads(await ws.recv())
            if answer["type"] == "view":
                continue
            if answer["type"] == "error" and answer["code"] in NOT_NOW:
                raise Unsure(answer["code"])
            if answer["type"] == "stale":
                self.pending = None
                return
            assert answer["type"] == "ack", answer
            self.history.add(self.name, "ack", self.table, command["move_id"], answer["version"])
            self.acked.append((answer["move_id"], answer["version"], command["moves"][0]))
            self.pending = None
            return


def reckon(db: Place, player: Stubborn) -> None:
    """Nothing acknowledged is lost, doubled or reordered; nothing was stored by halves."""
    rows = stored_log(db, player.table)
    mine = [row for row in rows if row.move_id is not None and not row.move_id.startswith("bot-")]
    told = [(move_id, version) for move_id, version, _ in player.acked]
    stored = [(row.move_id, row.seq + 1) for row in mine]
    assert stored == told, f"{player.table}: stored {stored}, told {told}"
    check(player.history, player.table, rows)
    # A command's entries end with its move_id. What it asked for comes first; chance and whatever
    # it leaves no choice about follow.
    played, asked = list[str](), ""
    for row in rows:
        if row.what == "move" and row.seat >= 0:
            asked = asked or row.move
        if row.move_id is not None:
            if not row.move_id.startswith("bot-"):
                played.append(asked)
            asked = ""
    assert played == [move for _, _, move in player.acked]
    assert not player.acked or rows[-1].move_id is not None, "nothing by halves"
