"""A real server on a real port, and players that talk to it."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
import uvicorn
from prometheus_client import generate_latest
from websockets.asyncio.client import ClientConnection, connect

from rialto.server.settings import Settings
from rialto.server.web.app import create_app
from rialto.server.web.uvicorn_setup import uvicorn_config
from tests.patience import PATIENCE_S

Json = dict[str, Any]


async def until(wanted: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not wanted():
            await asyncio.sleep(0.005)


def settings(tmp_path: Path, **given: Any) -> Settings:
    """No waiting, no limits that a test would meet by accident."""
    quick: dict[str, Any] = {
        "db": tmp_path / "rialto.db",
        "port": 0,
        "bot_pause_ms": 0,
        "bot_workers": 0,
        "creations_per_minute": 100_000,
        "codes_per_minute": 100_000,
        "joins_per_minute": 100_000,
        "replays_per_minute": 100_000,
        "beliefs_per_minute": 100_000,
        "requests_per_second": 100_000,
        "files_per_second": 100_000,
        "messages_per_second": 100_000,
    }
    return Settings(**{**quick, **given})


@dataclass
class Live:
    app: Any
    port: int

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def hall(self) -> Any:
        return self.app.state.hall

    def metrics(self) -> str:
        """What Prometheus would be told."""
        return generate_latest(self.app.state.metrics.registry).decode()

    def browser(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.base, timeout=PATIENCE_S)

    def socket(self, browser: httpx.AsyncClient | None, table: str, query: str = "") -> Any:
        cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items()) if browser else ""
        headers = {"Cookie": cookie} if cookie else {}
        return connect(
            f"ws://127.0.0.1:{self.port}/ws/tables/{table}{query}",
            additional_headers=headers,
            max_size=None,
            compression=None,
            open_timeout=PATIENCE_S,
            ping_interval=None,
        )


@asynccontextmanager
async def serving(given: Settings, **replaced: Any) -> AsyncIterator[Live]:
    app = create_app(given, **replaced)
    server = uvicorn.Server(uvicorn_config(app, given))
    task = asyncio.create_task(server._serve())
    while not server.started:
        if task.done():
            task.result()
        await asyncio.sleep(0.005)
    try:
        yield Live(app, server.servers[0].sockets[0].getsockname()[1])
    finally:
        server.should_exit = True
        await task


def ids(prefix: str = "move") -> Callable[[], str]:
    n = 0

    def fresh() -> str:
        nonlocal n
        n += 1
        return f"{prefix}-{n:08d}"

    return fresh


@dataclass
class Player:
    """One socket: keeps the newest view and every frame it was sent."""

    ws: ClientConnection
    seat: int | None = None
    view: Json = field(default_factory=dict)
    events: list[Json] = field(default_factory=list)
    frames: list[str] = field(default_factory=list)
    heard: int = 0
    """The last line of talk."""
    made: list[str] = field(default_factory=list)
    """Moves that were acknowledged."""
    fresh: Callable[[], str] = field(default_factory=ids)

    async def receive(self, wait_s: float = PATIENCE_S) -> Json:
        async with asyncio.timeout(wait_s):
            text = await self.ws.recv()
        assert isinstance(text, str)
        self.frames.append(text)
        frame: Json = json.loads(text)
        if frame["type"] == "view":
            self.view = frame["view"]
            self.events += frame["events"]
            self.heard = max([self.heard, *(line["n"] for line in frame["talk"])])
        return frame

    async def until(self, wanted: Callable[[Json], bool]) -> Json:
        while True:
            frame = await self.receive()
            if wanted(frame):
                return frame

    async def ask(self, **message: Any) -> Json:
        """Send a message and wait for its answer, keeping the views that come in between."""
        await self.ws.send(json.dumps(message))
        return await self.until(lambda f: f["type"] != "view")

    async def play(self, *moves: str, version: int | None = None) -> Json:
        at = self.view["version"] if version is None else version
        answer = await self.ask(type="command", move_id=self.fresh(), version=at, moves=list(moves))
        self.made += moves if answer["type"] == "ack" else ()
        return answer

    async def see(self, version: int) -> None:
        while self.view.get("version", -1) < version:
            await self.receive()

    async def play_to_the_end(self, rng: random.Random) -> None:
        await self.play_until(rng, lambda view: view["status"] == "over")

    async def play_until(self, rng: random.Random, done: Callable[[Json], bool]) -> None:
        """Any legal move, until the view is like that."""
        while not self.view or not done(self.view):
            if self.view.get("legal"):
                answer = await self.play(rng.choice(self.view["legal"])["move"])
                if answer["type"] == "ack":
                    await self.see(answer["version"])
                else:
                    assert answer["type"] == "stale", answer
                    await self.receive()
            else:
                await self.receive()


async def new_table(browser: httpx.AsyncClient, *seats: str, **more: Any) -> Json:
    """Seats by word: me, person, or the level of a bot."""
    made = [{"kind": s} if s in ("me", "person") else {"kind": "bot", "bot": s} for s in seats]
    answer = await browser.post("/api/tables", json={"seats": made, **more})
    assert answer.status_code == 201, answer.text
    body: Json = answer.json()
    return body
