"""One read-write connection on a thread of its own.

Callers hand in whole transactions; all that wait together are committed together (group commit). If
one of them cannot be written, all are written anew, each inside its own savepoint, so that it does
not take the others with it. A caller's future is resolved only after the commit.
"""

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from rialto.server.store.contract import Probe
from rialto.server.store.errors import StoreClosed, StoreConflict, StoreError, StoreFull
from rialto.server.store.sqlite_changes import Changes, Row

ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ENTRIES: Final = f"INSERT INTO events VALUES {ROW}"
MOST_IN_A_STATEMENT: Final = 64
MOST_IN_A_GROUP: Final = 512
GATHER_S: Final = 0.02
"""While several write at a time a commit waits until the last one is this long ago, so that more
share it: a commit costs more than all that is in it. Whoever writes alone waits for nothing."""


class Writer:
    def __init__(self, path: Path, probe: Probe) -> None:
        self.tell: Callable[[int, float], None] = lambda size, seconds: None
        self._probe = probe
        self._db = open_for_writing(path)
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
        self._db.close()

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

    def _commit(self, group: "list[PendingWrite]") -> None:
        began = time.perf_counter()
        try:
            self._probe("before-append")
            self._write(group)
            self._probe("after-append")
            self._db.execute("COMMIT")
            self._probe("after-commit")
        except Exception as error:  # whatever it is: the callers are told, and the thread goes on
            self._roll_back()
            for job in group:
                job.trouble = job.trouble or translate(error)
        written = sum(job.trouble is None for job in group)
        if written:
            self.tell(written, time.perf_counter() - began)

    def _write(self, group: "list[PendingWrite]") -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            write_all(self._db, [job.changes for job in group])
        except sqlite3.OperationalError:
            raise  # the disk or the file: no fault of one of them
        except Exception:
            self._db.execute("ROLLBACK")
            self._db.execute("BEGIN IMMEDIATE")
            for job in group:
                self._write_apart(job)

    def _write_apart(self, job: "PendingWrite") -> None:
        """One that cannot be written leaves no trace, and is told so after the commit."""
        self._db.execute("SAVEPOINT job")
        try:
            write_all(self._db, [job.changes])
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            self._db.execute("ROLLBACK TO job")
            job.trouble = translate(error)
        self._db.execute("RELEASE job")

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


class PendingWrite:
    __slots__ = ("changes", "done", "loop", "trouble")

    def __init__(self, changes: Changes, loop: asyncio.AbstractEventLoop) -> None:
        self.changes, self.loop = changes, loop
        self.done: asyncio.Future[None] = loop.create_future()
        self.trouble: StoreError | None = None


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


def write_all(db: sqlite3.Connection, group: Sequence[Changes]) -> None:
    """The entries of all logs last and together, in as few statements as there can be: each
    execute() gives up the GIL and waits to get it back."""
    for changes in group:
        for sql, values, one_row in changes.statements:
            done = db.execute(sql, values)
            if one_row and done.rowcount != 1:
                raise StoreConflict("somebody was faster")
    rows: list[Row] = [row for changes in group for row in changes.rows]
    for start in range(0, len(rows), MOST_IN_A_STATEMENT):
        part = rows[start : start + MOST_IN_A_STATEMENT]
        more = f", {ROW}" * (len(part) - 1)
        db.execute(ADD_ENTRIES + more, [value for row in part for value in row])


def open_for_writing(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(
        f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
    )
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA wal_autocheckpoint = 4000")
    return db


def translate(error: Exception) -> StoreError:
    """SQLite's complaints in our words."""
    if isinstance(error, StoreError):
        return error
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF == sqlite3.SQLITE_FULL:
        return StoreFull("the disk is full")
    if code is not None and code & 0xFF == sqlite3.SQLITE_IOERR:
        return StoreFull("the disk cannot be written")
    if isinstance(error, sqlite3.IntegrityError):
        return StoreConflict(str(error))
    return StoreError(f"the store failed: {error}")
