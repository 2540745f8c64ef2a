"""What every table is given: store, time, entropy, bots, settings. All of it can be replaced."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from rialto.server.auth import Secrets
from rialto.server.logs import say
from rialto.server.metrics import Metrics
from rialto.server.minds.botpool import BotPool
from rialto.server.settings import Settings
from rialto.server.store import (
    Store,
    StoreClosed,
    StoreConflict,
    StoreError,
    StoreFull,
    Transaction,
)
from rialto.server.store.peers import Alone, Peers
from rialto.server.trouble import Overtaken, Trouble

T = TypeVar("T")
PROOF_MS: Final = 1000
LONG_WORK: Final = 2
"""Threads for long work: more would keep the event loop from its turn."""


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def long_work() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(LONG_WORK, thread_name_prefix="long-work")


@dataclass(slots=True)
class Services:
    settings: Settings
    store: Store
    bots: BotPool
    metrics: Metrics
    peers: Peers = field(default_factory=Alone)
    secrets: Secrets = field(default_factory=Secrets)
    now: Callable[[], int] = wall_ms
    """For timestamps."""
    ticks: Callable[[], int] = steady_ms
    """For clocks; never set back."""
    seed: Callable[[], int] | None = None
    """The luck of new games, for tests; None: each has a fair shuffle, or the system's entropy."""
    probe: Callable[[str], None] = lambda point: None
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: set["asyncio.Task[None]"] = field(default_factory=set)
    _proof: "asyncio.Future[None] | None" = None
    _proven_at: int = 0
    _long_work: ThreadPoolExecutor = field(default_factory=long_work)

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """A task that is kept alive until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def aside(self, work: Callable[..., T], *args: Any) -> T:
        """Folding, encoding and packing of anything large, beside the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._long_work, work, *args)

    async def write(self, changes: Transaction) -> None:
        """One transaction, on disk when this returns; otherwise nothing was changed."""
        try:
            async with asyncio.timeout(self.settings.write_s):
                await changes.commit()
        except TimeoutError:
            say("not stored in time", level=40)
            raise Trouble("store_failed") from None
        except StoreFull as error:
            raise Trouble("disk_full") from error
        except StoreClosed as error:
            raise Trouble("stopping") from error
        except StoreConflict as error:
            raise Overtaken from error
        except StoreError as error:
            say("not stored", level=40, why=str(error))
            raise Trouble("store_failed") from error

    async def prove(self) -> None:
        """That the store can be read and written; proven anew at most once in a while."""
        now = self.ticks()
        if self._proof is None or now - self._proven_at > PROOF_MS:
            self._proven_at = now
            self._proof = asyncio.ensure_future(self._prove())
        await asyncio.shield(self._proof)

    async def _prove(self) -> None:
        await self.store.ready()
        changes = self.store.transaction()
        changes.prove_alive(self.now())
        await self.write(changes)

    def close(self) -> None:
        self._long_work.shutdown(cancel_futures=True)
