"""What every table is given: store, time, entropy, bots, settings. All of it can be replaced."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rialto.server.auth import Secrets
from rialto.server.metrics import Metrics
from rialto.server.minds.botpool import BotPool
from rialto.server.settings import Settings
from rialto.server.store.store import EventStore

if TYPE_CHECKING:
    from rialto.server.table.table import Table


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


def steady_ms() -> int:
    return time.monotonic_ns() // 1_000_000


@dataclass(slots=True)
class Services:
    settings: Settings
    store: EventStore
    bots: BotPool
    metrics: Metrics
    secrets: Secrets = field(default_factory=Secrets)
    now: Callable[[], int] = wall_ms
    """For timestamps."""
    ticks: Callable[[], int] = steady_ms
    """For clocks; never set back."""
    seed: Callable[[], int | None] = lambda: None
    """For a new game; None: the system's entropy."""
    probe: Callable[[str], None] = lambda point: None
    on_change: "Callable[[Table], None]" = lambda table: None
    on_doubt: "Callable[[Table], None]" = lambda table: None
    """The table no longer knows what is stored of it."""
    stopping: asyncio.Event = field(default_factory=asyncio.Event)
    tasks: set["asyncio.Task[None]"] = field(default_factory=set)

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """A task that is kept alive until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task
