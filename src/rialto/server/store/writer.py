"""A thread that writes.

Callers hand in whole transactions; all that wait together are committed together (group commit). A
caller's future is resolved only after the commit.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import Final, Protocol

from rialto.server.store.errors import StoreClosed, StoreError
from rialto.server.store.sql_changes import Changes

MOST_IN_A_GROUP: Final = 512
GATHER_S: Final = 0.02
"""While several write at a time a commit waits until the last one is this long ago, so that more
share it: a commit costs more than all that is in it. Whoever writes alone waits for nothing."""

Outcome = StoreError | None
"""What was wrong with a transaction; None: it is on disk."""


class Press(Protocol):
    """How an engine writes; used by the writer's thread alone."""

    def commit(self, group: Sequence[Changes]) -> list[Outcome]:
        """All of them in as few commits as can be, each of them whole or not at all."""

    def close(self) -> None: ...


class Writer:
    def __init__(self, press: Press) -> None:
        self.press = press
        self.tell: Callable[[int, float], None] = lambda size, seconds: None
        self._jobs: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def write(self, changes: Changes) -> "asyncio.Future[None]":
        job = PendingWrite(changes, asyncio.get_running_loop())
        with self._closing:
            if self._closed:
                raise StoreClosed("the server is stopping")
            self._jobs.put(job)
        return job.done

    def close(self) -> None:
        """Finish what was handed in."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._thread.join()
        self.press.close()

    def _run(self) -> None:
        stopping = False
        last, together = 0.0, False
        while not stopping:
            group = [self._jobs.get()]
            if together:
                time.sleep(max(0.0, last + GATHER_S - time.monotonic()))
            while not self._jobs.empty() and len(group) < MOST_IN_A_GROUP:
                group.append(self._jobs.get())
            stopping = None in group
            last, together = time.monotonic(), len(group) > 1
            jobs = [job for job in group if job is not None]
            if jobs:
                self._commit(jobs)
                answer(jobs)

    def _commit(self, jobs: "list[PendingWrite]") -> None:
        began = time.perf_counter()
        outcomes = self.press.commit([job.changes for job in jobs])
        for job, outcome in zip(jobs, outcomes, strict=True):
            job.trouble = outcome
        written = outcomes.count(None)
        if written:
            self.tell(written, time.perf_counter() - began)


class PendingWrite:
    __slots__ = ("changes", "done", "loop", "trouble")

    def __init__(self, changes: Changes, loop: asyncio.AbstractEventLoop) -> None:
        self.changes, self.loop = changes, loop
        self.done: asyncio.Future[None] = loop.create_future()
        self.trouble: Outcome = None


def answer(group: list[PendingWrite]) -> None:
    """Each loop is woken once: waking it costs more than a row."""
    by_loop: dict[asyncio.AbstractEventLoop, list[PendingWrite]] = {}
    for job in group:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, jobs in by_loop.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(resolve, jobs)


def resolve(jobs: list[PendingWrite]) -> None:
    for job in jobs:
        if job.done.cancelled():
            continue
        if job.trouble is None:
            job.done.set_result(None)
        else:
            job.done.set_exception(job.trouble)
