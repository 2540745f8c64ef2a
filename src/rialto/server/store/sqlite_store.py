"""The store in one SQLite file: one writer thread, a few readers, one server per file."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from rialto.server.store import sqlite_devices as devices
from rialto.server.store import sqlite_mail as mail
from rialto.server.store import sqlite_people as people
from rialto.server.store import sqlite_reads as reads
from rialto.server.store import sqlite_subscriptions as told
from rialto.server.store.contract import Probe
from rialto.server.store.errors import StoreClosed, StoreError
from rialto.server.store.kept import (
    Blocked,
    Code,
    Entry,
    KeptTable,
    Link,
    MailAddress,
    RecordNote,
    Report,
    Session,
    Spoken,
    Subscription,
    Token,
)
from rialto.server.store.lockfile import FileLock
from rialto.server.store.sqlite_changes import Changes
from rialto.server.store.sqlite_migrations import prepare
from rialto.server.store.sqlite_writer import Writer
from rialto.server.wire.words import Status

T = TypeVar("T")
READERS: Final = 2
"""Threads that read: most reads are short, and one long one must not keep all others waiting."""


class SqliteStore:
    def __init__(self, path: Path, *, probe: Probe = lambda point: None) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The real name: SQLite names its log after the database, and two logs would destroy it.
        self._path = path.resolve()
        self._lock = FileLock(self._path)
        try:
            prepare(path)
            self._writer = Writer(self._path, probe)
        except BaseException:
            self._lock.close()
            raise
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._mine = threading.local()
        self._connections: list[sqlite3.Connection] = []

    def transaction(self) -> Changes:
        return Changes(self._writer.write)

    def on_commit(self, tell: Callable[[int, float], None]) -> None:
        self._writer.tell = tell

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        for db in self._connections:
            db.close()
        self._lock.close()

    # ── reading ──

    async def _read(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        """Never in the event loop, for a page may have to come from a disk."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._ask, ask)
        except sqlite3.Error as error:
            raise StoreError(f"the store cannot be read: {error}") from None
        except RuntimeError:
            raise StoreClosed("the server is stopping") from None

    def _ask(self, ask: Callable[[sqlite3.Connection], T]) -> T:
        db: sqlite3.Connection | None = getattr(self._mine, "db", None)
        if db is None:
            uri = f"{self._path.as_uri()}?mode=ro"
            db = self._mine.db = sqlite3.connect(
                uri, uri=True, isolation_level=None, check_same_thread=False
            )
            self._connections.append(db)
        return ask(db)

    async def table(self, table: str) -> KeptTable | None:
        return await self._read(lambda db: reads.table(db, table))

    async def table_and_log(self, table: str) -> tuple[KeptTable, list[Entry]] | None:
        return await self._read(lambda db: reads.table_and_log(db, table))

    async def entries(self, table: str) -> list[Entry]:
        return await self._read(lambda db: reads.entries(db, table))

    async def talk(self, table: str) -> list[Spoken]:
        return await self._read(lambda db: reads.talk(db, table))

    async def open_tables(self, most: int) -> list[KeptTable]:
        return await self._read(lambda db: reads.open_tables(db, most))

    async def tables_of(self, who: bytes, most: int) -> list[KeptTable]:
        return await self._read(lambda db: reads.tables_of(db, who, most))

    async def finished_tables(self, who: bytes | None, most: int) -> list[KeptTable]:
        return await self._read(lambda db: reads.finished_tables(db, who, most))

    async def tables_held(self, who: bytes) -> list[str]:
        return await self._read(lambda db: reads.tables_held(db, who))

    async def tables_to_wake(self) -> list[str]:
        return await self._read(reads.tables_to_wake)

    async def link(self, secret: bytes) -> Link | None:
        return await self._read(lambda db: reads.link(db, secret))

    async def group(self, secret: bytes) -> str | None:
        return await self._read(lambda db: reads.group(db, secret))

    async def sessions_of(self, who: bytes) -> list[Session]:
        return await self._read(lambda db: devices.sessions_of(db, who))

    async def code(self, secret: bytes) -> Code | None:
        return await self._read(lambda db: devices.code(db, secret))

    async def code_of(self, who: bytes) -> Code | None:
        return await self._read(lambda db: devices.code_of(db, who))

    async def own_key(self, name: str) -> bytes | None:
        return await self._read(lambda db: told.own_key(db, name))

    async def subscriptions_of(self, who: bytes) -> list[Subscription]:
        return await self._read(lambda db: told.subscriptions_of(db, who))

    async def mail_of(self, who: bytes) -> MailAddress | None:
        return await self._read(lambda db: mail.mail_of(db, who))

    async def mailed_at(self, address: str) -> int | None:
        return await self._read(lambda db: mail.mailed_at(db, address))

    async def session(self, secret: bytes) -> Session | None:
        return await self._read(lambda db: reads.session(db, secret))

    async def tables_waiting_since(self, before: int) -> list[str]:
        return await self._read(lambda db: reads.tables_waiting_since(db, before))

    async def tables_idle_since(self, before: int) -> list[str]:
        return await self._read(lambda db: reads.tables_idle_since(db, before))

    async def practice_tables(self) -> list[str]:
        return await self._read(reads.practice_tables)

    async def count_tables(self) -> int:
        return await self._read(reads.count_tables)

    async def record(self, record: str) -> tuple[bytes, int] | None:
        return await self._read(lambda db: reads.record(db, record))

    async def count_records(self) -> int:
        return await self._read(reads.count_records)

    async def token_used(self, token: bytes) -> int | None:
        return await self._read(lambda db: reads.token_used(db, token))

    async def count_tokens(self) -> int:
        return await self._read(reads.count_tokens)

    async def is_blocked(self, host: bytes, who: bytes) -> bool:
        return await self._read(lambda db: people.is_blocked(db, host, who))

    async def blocked_by(self, host: bytes) -> list[Blocked]:
        return await self._read(lambda db: people.blocked_by(db, host))

    async def all_tables(self, status: Status | None, most: int) -> list[KeptTable]:
        return await self._read(lambda db: people.all_tables(db, status, most))

    async def tables_ended_before(self, before: int) -> list[str]:
        return await self._read(lambda db: people.tables_ended_before(db, before))

    async def tokens(self) -> list[Token]:
        return await self._read(people.tokens)

    async def records(self) -> list[RecordNote]:
        return await self._read(people.records)

    async def reports(self, table: str | None = None) -> list[Report]:
        return await self._read(lambda db: people.reports(db, table))

    async def people(self, beginning: str) -> list[bytes]:
        return await self._read(lambda db: people.people(db, beginning))

    async def ready(self) -> None:
        await self._read(reads.ready)

    async def last_alive(self) -> int | None:
        return await self._read(reads.last_alive)
