"""Several processes in one: halls that share a database and tell each other what they do.

On PostgreSQL each has a store and connections of its own; on SQLite they share one store, and a
street takes the place of the database's help.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rialto.server.metrics import Metrics
from rialto.server.minds.botpool import BotPool
from rialto.server.services import Services
from rialto.server.store import Place, open_peers, open_store
from rialto.server.store.peers import Ears, Here, Lease, Looking, News, Peers
from rialto.server.store.pg_peers import PostgresPeers
from rialto.server.table.hall import Hall
from rialto.server.table.hearing import Hearing
from tests.server.live import settings


@dataclass
class Street:
    """What all of them share."""

    ears: dict[str, Ears] = field(default_factory=dict)
    drivers: dict[str, tuple[str, int]] = field(default_factory=dict)
    looking: dict[tuple[str, str, int | None], Looking] = field(default_factory=dict)


@dataclass
class Neighbour:
    """A process's end of it."""

    street: Street
    me: str
    alone: bool = False

    async def open(self, ears: Ears) -> None:
        self.street.ears[self.me] = ears

    def tell(self, news: News) -> None:
        if isinstance(news, Here):
            look = Looking(self.me, news.seat, news.here, news.at)
            self.street.looking[news.table, self.me, news.seat] = look
        for name, ears in self.street.ears.items():
            if name != self.me:
                ears.hear(self.me, news)

    async def lease(self, table: str) -> Lease:
        driver, term = self.street.drivers.setdefault(table, (self.me, 1))
        return Lease(term if driver == self.me else None)

    def release(self, table: str) -> None:
        if self.street.drivers.get(table, ("", 0))[0] == self.me:
            del self.street.drivers[table]

    async def take_over(self, names: Sequence[str]) -> dict[str, Lease]:
        free = [name for name in names if name not in self.street.drivers]
        return {name: await self.lease(name) for name in free}

    async def looking(self, table: str) -> list[Looking]:
        found = self.street.looking.items()
        return [look for (name, peer, _), look in found if name == table and peer != self.me]

    async def allows(self, what: str, key: str, rate: float, burst: float) -> bool:
        return True

    async def tidy(self) -> None:
        pass

    async def close(self) -> None:
        pass


@dataclass
class Process:
    """As much of one as is needed for tables."""

    hall: Hall
    hearing: Hearing
    peers: Peers

    def deafen(self) -> None:
        """It hears nothing any more, and does not know it."""
        if isinstance(self.peers, Neighbour):
            del self.peers.street.ears[self.peers.me]
        elif isinstance(self.peers, PostgresPeers):
            self.peers._hear = lambda text: None  # type: ignore[method-assign]
            assert self.peers._listener is not None
            self.peers._listener._hear = self.peers._hear

    def vanish(self) -> None:
        """Without a word, as by kill -9."""
        self.hall.close()
        self.hall.tables.clear()
        if isinstance(self.peers, Neighbour):
            street, me = self.peers.street, self.peers.me
            del street.ears[me]
            street.drivers = {n: d for n, d in street.drivers.items() if d[0] != me}
            for ears in street.ears.values():
                ears.lose(me, self.hall.services.now())
        elif isinstance(self.peers, PostgresPeers):
            for chore in self.peers._chores:
                chore.cancel()


@asynccontextmanager
async def processes(where: Place, n: int = 2, **replaced: Any) -> AsyncIterator[list[Process]]:
    street, given = Street(), settings(Path(), db=where, **replaced.pop("settings", {}))
    shared = open_store(where) if isinstance(where, Path) else None
    made = []
    async with AsyncExitStack() as stack:
        if shared is not None:
            stack.push_async_callback(asyncio.to_thread, shared.close)
        for number in range(n):
            metrics = Metrics()
            store = shared or open_store(where)
            if shared is None:
                stack.push_async_callback(asyncio.to_thread, store.close)
            pool = BotPool(workers=0, think_s=1, deadline_s=1, metrics=metrics)
            peers = (
                open_peers(where, store) if shared is None else Neighbour(street, f"peer-{number}")
            )
            services = Services(
                settings=given, store=store, bots=pool, metrics=metrics, peers=peers, **replaced
            )
            stack.callback(services.close)
            hall = Hall(services)
            hearing = Hearing(hall)
            stack.push_async_callback(peers.close)
            stack.callback(hall.close)
            await peers.open(hearing)
            driving = asyncio.create_task(hearing.keep_driving())
            stack.callback(driving.cancel)
            made.append(Process(hall, hearing, peers))
        yield made
