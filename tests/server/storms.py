"""Storms: several servers on one PostgreSQL, under players and onlookers who do not give up.

    python -m tests.server.storms [--kills 500] [--crashes 20] [--pauses 20] [--cuts 20] [--lost 20]
                                  [--drops 0]

Servers are killed, the database is killed, servers are paused and woken, their lines to the
database are cut and held, or lost in the middle of a commit. With drops each server reaches the
database through a network of its own, whose cable is pulled (root only). Every game is held against
what was asked, answered and seen of it (`history.py`).
"""

import argparse
import asyncio
import json
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

import psycopg
from websockets.asyncio.client import connect

from rialto.server.store import Url
from tests.patience import PATIENCE_S
from tests.server.cables import Cable, NoNetworks, cable_to
from tests.server.crashes import GONE, Mortal, Stubborn, mortal, reckon
from tests.server.cutting import Line, line_to
from tests.server.history import History
from tests.server.postgres import Cluster, postgres

LONG_GAME = 25
"""Acknowledged moves after which a player begins another game."""
TELL_EVERY = 20
LEASE_S = 3.0
"""After a pause longer than this a process has lost what it drove."""
WANTED = {"kills": 500, "crashes": 20, "pauses": 20, "cuts": 20, "lost": 20, "drops": 0}
COMPANIES = (("me", "me"), ("me", "random"))


@dataclass
class Server:
    life: Mortal
    line: Line
    cable: Cable | None = None


@dataclass
class Sky:
    """Where it storms."""

    cluster: Cluster
    url: Url
    servers: list[Server]
    rng: random.Random
    players: list[Stubborn] = field(default_factory=list)
    looking: dict[str, list["asyncio.Task[None]"]] = field(default_factory=dict)
    """By the table that is looked at."""
    done: asyncio.Event = field(default_factory=asyncio.Event)
    names: int = 0
    games: int = 0
    acked: int = 0
    told: dict[str, int] = field(default_factory=dict)
    """How often each kind of thing has happened."""

    @property
    def ports(self) -> list[int]:
        return [server.life.port for server in self.servers]

    # ── those who play and look on ──

    async def join(self) -> None:
        self.names += 1
        seed = random.Random(self.rng.random())
        player = Stubborn(self.ports, seed, f"p{self.names:06d}")
        await self._begin(player)
        self.players.append(player)

    async def _begin(self, player: Stubborn) -> None:
        """Another game, however often servers die meanwhile."""
        player.table, player.history = "", History()
        player.acked.clear()
        while not player.table:
            try:
                await player.open(*self.rng.choice(COMPANIES))
            except (AssertionError, *GONE):
                await asyncio.sleep(0.05)
        self.looking[player.table] = [
            asyncio.create_task(look_on(player.history, player.table, port)) for port in self.ports
        ]

    async def keep_playing(self, player: Stubborn) -> None:
        while not self.done.is_set():
            await player.play(1)
            if len(player.acked) >= LONG_GAME:
                await self.reckon(player)
                await self._begin(player)

    async def reckon(self, player: Stubborn) -> None:
        """The game is over for whoever plays it and looks on."""
        for task in self.looking.pop(player.table, []):
            task.cancel()
        async with asyncio.timeout(PATIENCE_S):
            while not self._reckons(player):
                await asyncio.sleep(0.05)
        self.games += 1
        self.acked += len(player.acked)

    def _reckons(self, player: Stubborn) -> bool:
        """Not while the database has crashed."""
        try:
            reckon(self.url, player)
        except psycopg.OperationalError:
            return False
        return True

    # ── what happens to them ──

    async def kill(self) -> None:
        life = self.rng.choice(self.servers).life
        await life.kill()
        await asyncio.sleep(self.rng.uniform(0, 0.3))
        await life.start()

    async def crash(self) -> None:
        """Of the database, with everything that it runs."""
        await asyncio.to_thread(self.cluster.crash)
        await asyncio.sleep(self.rng.uniform(0, 1))
        await asyncio.to_thread(self.cluster.start)

    async def pause(self) -> None:
        pid = self.rng.choice(self.servers).life.pid
        assert pid is not None
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(LEASE_S + self.rng.uniform(0.5, 2.5))
        os.kill(pid, signal.SIGCONT)

    async def cut(self) -> None:
        line = self.rng.choice(self.servers).line
        if self.rng.random() < 0.5:
            line.cut()
            return
        line.hold()
        await asyncio.sleep(LEASE_S + self.rng.uniform(0.5, 2.5))
        line.let_go()

    async def drop(self) -> None:
        """A cable is pulled: both ends believe that they are still connected."""
        cable = self.rng.choice(self.servers).cable
        assert cable is not None
        await cable.pull()
        await asyncio.sleep(LEASE_S + self.rng.uniform(0.5, 2.5))
        await cable.plug_in()

    async def lose(self) -> None:
        """A line in the middle of a commit."""
        line = self.rng.choice(self.servers).line
        before = line.cuts
        line.cut_at_commit()
        async with asyncio.timeout(PATIENCE_S):
            while line.cuts == before:
                await asyncio.sleep(0.01)

    async def rage(self, **wanted: int) -> None:
        """So many of each, in any order, with a moment to play in between."""
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "kills": self.kill, "crashes": self.crash, "pauses": self.pause, "cuts": self.cut,
            "lost": self.lose, "drops": self.drop,
        }  # fmt: skip
        order = [kind for kind, n in wanted.items() for _ in range(n)]
        self.rng.shuffle(order)
        playing = [asyncio.create_task(self.keep_playing(player)) for player in self.players]
        for kind in order:
            await asyncio.sleep(self.rng.uniform(0.05, 0.6))
            await kinds[kind]()
            self.told[kind] = self.told.get(kind, 0) + 1
            if sum(self.told.values()) % TELL_EVERY == 0:
                print(f"{self.told}: {self.games} games, {self.acked} moves", file=sys.stderr)
            for task in playing:
                if task.done():
                    task.result()
        self.done.set()
        await asyncio.gather(*playing)
        for player in self.players:
            await self.reckon(player)


async def look_on(history: History, table: str, port: int) -> None:
    """From beside the table, by one server, as long as there is one."""
    lines = 0
    while True:
        lines += 1
        try:
            where = f"ws://127.0.0.1:{port}/ws/tables/{table}"
            async with connect(where, max_size=None, compression=None) as ws:
                async for text in ws:
                    note(history, f"{port}/{lines}", table, json.loads(text))
        except GONE:
            pass
        await asyncio.sleep(0.05)


def note(history: History, who: str, table: str, frame: dict[str, object]) -> None:
    events = frame.get("events")
    assert isinstance(events, list)
    for version, happened in groupby(events, key=lambda event: int(event["version"])):
        history.add(who, "saw", table, json.dumps(list(happened)), version)


@asynccontextmanager
async def sky(servers: int, players: int, seed: int, *, cables: bool = False) -> AsyncIterator[Sky]:
    with postgres() as cluster, tempfile.TemporaryDirectory() as folder:
        url = cluster.new_url()
        schema = url.secret.rpartition("%3D")[2]
        async with AsyncExitStack() as stack:
            made = []
            for number in range(servers):
                line, way = await stack.enter_async_context(line_to(cluster, schema))
                cable = None
                if cables:
                    cable, way = await stack.enter_async_context(cable_to(line, schema, number))
                life = await stack.enter_async_context(mortal(Path(folder), way))
                await life.start()
                made.append(Server(life, line, cable))
            there = Sky(cluster, url, made, random.Random(seed))
            for _ in range(players):
                await there.join()
            yield there


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for kind, n in WANTED.items():
        parser.add_argument(f"--{kind}", type=int, default=n)
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--players", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    given = vars(parser.parse_args())
    servers, players, seed = (given.pop(name) for name in ("servers", "players", "seed"))

    async def storm() -> Sky:
        async with sky(servers, players, seed, cables=given["drops"] > 0) as there:
            await there.rage(**given)
            return there

    began = time.monotonic()
    try:
        over = asyncio.run(storm())
    except NoNetworks as error:
        print(f"tests.server.storms: {error}", file=sys.stderr)
        return 2
    print(
        f"{over.told}: {over.games} games, {over.acked} moves acknowledged, none lost, doubled or "
        f"reordered, all seen alike, one driver at a time; {time.monotonic() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
