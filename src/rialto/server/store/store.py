"""The event store: an append-only log per game, in SQLite.

One read-write connection, owned by one writer thread. Callers hand it whole transactions; all that
wait together are committed together (group commit). If one of them cannot be, all are written anew,
each inside its own savepoint, so that it does not take the others with it. A caller's future is
resolved only after the commit.
"""

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, Final, NamedTuple, Protocol

from rialto.server.store.lockfile import FileLock
from rialto.server.store.schema import SCHEMA, SCHEMA_VERSION

Statement = tuple[str, Sequence[Any]]
Values = Sequence[Any] | Mapping[str, Any]
Probe = Callable[[str], None]
"""Called at named points of a commit; tests kill the process there."""


class StoreError(Exception):
    """Nothing was written."""


class StoreFull(StoreError):
    """The disk is full (or the database may not grow); reading goes on."""


class StoreConflict(StoreError):
    """Another entry has this number or this move_id."""


class StoreClosed(StoreError):
    """The server is stopping."""


class UnknownSchema(StoreError):
    """The file was written by a newer version."""


class Entry(NamedTuple):
    """One line of a game's log."""

    seq: int
    at: int
    what: str
    seat: int
    move: str
    spent: int
    move_id: str | None


class EventStore(Protocol):
    """What the server needs of a store; PostgreSQL could stand behind it."""

    def write(self, statements: Sequence[Statement]) -> "Future[None]":
        """One transaction; the future is done only once it is safe on disk."""

    def write_soon(self, statements: Sequence[Statement]) -> "asyncio.Future[None]":
        """The same for the event loop, which is woken once for a whole group."""

    def read(self, sql: str, values: Values = ()) -> list[sqlite3.Row]: ...

    def entries(self, game: str) -> list[Entry]: ...

    def backup(self, target: Path) -> None: ...

    def close(self) -> None: ...


ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ENTRY: Final = f"INSERT INTO events VALUES {ROW}"
MOST_IN_A_STATEMENT: Final = 64
MOST_IN_A_GROUP: Final = 512
GATHER_S: Final = 0.02
"""While several write at a time a commit waits until the last one is this long ago, so that more
share it: a commit costs more than all that is in it. Whoever writes alone waits for nothing."""


class SqliteStore:
    """The embedded store. Opening it takes a file lock, so a second server refuses to start."""

    def __init__(self, path: Path, *, probe: Probe = lambda point: None) -> None:
        self.path = path
        self.on_commit: Callable[[int, float], None] = lambda size, seconds: None
        """Told of every commit: how many transactions, and how long it took."""
        self._probe = probe
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = FileLock(path.with_name(path.name + ".lock"))
        try:
            self._prepare()
        except BaseException:
            self._lock.release()
            raise
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._closing = threading.Lock()
        self._closed = False
        self._readers = threading.local()
        self._open_readers: list[sqlite3.Connection] = []
        self._writer = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._writer.start()

    def _prepare(self) -> None:
        with connection(self.path, "rwc") as db:
            db.execute("PRAGMA journal_mode = WAL")
            found = db.execute("PRAGMA user_version").fetchone()[0]
            if found == 0:
                db.executescript(f"BEGIN; {SCHEMA} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;")
            elif found != SCHEMA_VERSION:
                raise UnknownSchema(
                    f"{self.path.name} has schema {found}; this version knows {SCHEMA_VERSION}"
                )
        if os.name == "posix":
            self.path.chmod(0o600)

    # ── writing ──

    def write(self, statements: Sequence[Statement]) -> "Future[None]":
        done: Future[None] = Future()
        self._hand_in(_Job(statements, done, None))
        return done

    def write_soon(self, statements: Sequence[Statement]) -> "asyncio.Future[None]":
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._hand_in(_Job(statements, done, loop))
        return done

    def _hand_in(self, job: "_Job") -> None:
        with self._closing:
            if self._closed:
                raise StoreClosed("the server is stopping")
            self._jobs.put(job)

    def _run(self) -> None:
        db = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=rw", uri=True,
                             isolation_level=None)  # fmt: skip
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA wal_autocheckpoint = 4000")
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
            self._commit(db, [job for job in group if job is not None])
        db.close()

    def _commit(self, db: sqlite3.Connection, group: "list[_Job]") -> None:
        if not group:
            return
        began = time.perf_counter()
        try:
            self._probe("before-append")
            db.execute("BEGIN IMMEDIATE")
            try:
                write_all(db, [s for job in group for s in job.statements])
            except sqlite3.IntegrityError:
                db.execute("ROLLBACK")
                db.execute("BEGIN IMMEDIATE")
                for job in group:
                    self._write_apart(db, job)
            self._probe("after-append")
            db.execute("COMMIT")
            self._probe("after-commit")
        except sqlite3.Error as trouble:
            if db.in_transaction:
                db.execute("ROLLBACK")
            for job in group:
                job.trouble = job.trouble or translate(trouble)
        written = sum(job.trouble is None for job in group)
        if written:
            self.on_commit(written, time.perf_counter() - began)
        answer(group)

    def _write_apart(self, db: sqlite3.Connection, job: "_Job") -> None:
        """One that conflicts leaves no trace, and is told so after the commit."""
        db.execute("SAVEPOINT job")
        try:
            write_all(db, job.statements)
        except sqlite3.IntegrityError as trouble:
            db.execute("ROLLBACK TO job")
            job.trouble = translate(trouble)
        db.execute("RELEASE job")

    # ── reading ──

    def read(self, sql: str, values: Values = ()) -> list[sqlite3.Row]:
        db: sqlite3.Connection | None = getattr(self._readers, "db", None)
        if db is None:
            db = sqlite3.connect(f"{self.path.resolve().as_uri()}?mode=ro", uri=True,
                                 check_same_thread=False)  # fmt: skip
            db.row_factory = sqlite3.Row
            self._readers.db = db
            with self._closing:
                self._open_readers.append(db)
        return db.execute(sql, values).fetchall()

    def entries(self, game: str) -> list[Entry]:
        rows = self.read(
            "SELECT seq, at, what, seat, move, spent, move_id FROM events "
            "WHERE game = ? ORDER BY seq",
            (game,),
        )
        # What Entry._make does, without a call for each of a great many.
        return [tuple.__new__(Entry, row) for row in rows]

    # ── the rest ──

    def backup(self, target: Path) -> None:
        backup(self.path, target)

    def close(self) -> None:
        """Finish what was handed in, then let go of the file."""
        with self._closing:
            if self._closed:
                return
            self._closed = True
            self._jobs.put(None)
        self._writer.join()
        for db in self._open_readers:
            db.close()
        self._lock.release()


class _Job:
    __slots__ = ("done", "loop", "statements", "trouble")

    def __init__(
        self,
        statements: Sequence[Statement],
        done: "Future[None] | asyncio.Future[None]",
        loop: asyncio.AbstractEventLoop | None,
    ) -> None:
        self.statements, self.done, self.loop = statements, done, loop
        self.trouble: StoreError | None = None

    def answer(self) -> None:
        if self.done.cancelled():
            return
        if self.trouble is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(self.trouble)


def answer(group: list[_Job]) -> None:
    """Each loop is woken once: waking it costs more than a row."""
    by_loop: dict[asyncio.AbstractEventLoop | None, list[_Job]] = {}
    for job in group:
        by_loop.setdefault(job.loop, []).append(job)
    for loop, jobs in by_loop.items():
        if loop is None:
            answer_all(jobs)
        else:
            with suppress(RuntimeError):  # the loop is closed: nobody waits any more
                loop.call_soon_threadsafe(answer_all, jobs)


def answer_all(jobs: list[_Job]) -> None:
    for job in jobs:
        job.answer()


def translate(trouble: sqlite3.Error) -> StoreError:
    """SQLite's troubles in our words."""
    code = getattr(trouble, "sqlite_errorcode", None)
    if code is not None and code & 0xFF == sqlite3.SQLITE_FULL:
        return StoreFull("the disk is full")
    if code is not None and code & 0xFF == sqlite3.SQLITE_IOERR:
        return StoreFull("the disk cannot be written")
    if isinstance(trouble, sqlite3.IntegrityError):
        return StoreConflict(str(trouble))
    return StoreError(f"the store failed: {trouble}")


def append(game: str, entries: Sequence[Entry]) -> list[Statement]:
    return [(ADD_ENTRY, (game, *entry)) for entry in entries]


def write_all(db: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    """The entries of all logs last and together, in as few statements as there can be: at each one
    the writer lets the loop go on and has to wait for it."""
    rows: list[Sequence[Any]] = []
    for sql, values in statements:
        if sql == ADD_ENTRY:
            rows.append(values)
        else:
            db.execute(sql, values)
    for start in range(0, len(rows), MOST_IN_A_STATEMENT):
        part = rows[start : start + MOST_IN_A_STATEMENT]
        more = f", {ROW}" * (len(part) - 1)
        db.execute(ADD_ENTRY + more, [value for row in part for value in row])


def hold(game: str, seat: int, who: bytes) -> Statement:
    """This seat is theirs too."""
    return "INSERT OR IGNORE INTO holders VALUES (?, ?, ?)", (game, seat, who)


@contextmanager
def connection(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """For a moment; what SQLite has against the file is said with its name."""
    try:
        uri = f"{path.resolve().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            yield db
    except sqlite3.Error as trouble:
        raise StoreError(f"{path}: {trouble}") from None


def backup(source: Path, target: Path) -> None:
    """A consistent copy while the server goes on; never half a file under the target's name."""
    if not source.is_file():
        raise FileNotFoundError(f"there is no database {source}")
    if target.exists():
        raise FileExistsError(f"{target} is already there")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with connection(source, "ro") as db:
            # VACUUM INTO reads one snapshot, so writers that go on do not make it start again.
            db.execute("VACUUM INTO ?", (str(part),))
        with connection(part, "rw") as copy:
            bad = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if bad != "ok":
                raise StoreError(f"the copy is damaged: {bad}")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
