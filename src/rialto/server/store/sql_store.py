"""The verbs of a store that is asked in SQL. An engine adds how to open, read and write."""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from rialto.server.store import sql_deliveries as sent
from rialto.server.store import sql_devices as devices
from rialto.server.store import sql_mail as mail
from rialto.server.store import sql_people as people
from rialto.server.store import sql_reads as reads
from rialto.server.store import sql_reviews as reviews
from rialto.server.store import sql_subscriptions as told
from rialto.server.store import sql_tables as tables
from rialto.server.store.errors import StoreClosed
from rialto.server.store.kept import (
    Blocked,
    Code,
    Delivery,
    Entry,
    KeptTable,
    Link,
    MailAddress,
    RecordNote,
    Report,
    Session,
    Spoken,
    Standing,
    Subscription,
    Token,
)
from rialto.server.store.sql_changes import Changes
from rialto.server.store.sql_statements import ClosingReader, Reader
from rialto.server.store.writer import Writer
from rialto.server.wire.words import Status

T = TypeVar("T")


class SqlStore(ABC):
    """`changes` is the engine's kind of transaction, `readers` are its threads that read: most
    reads are short, and one long one must not keep all others waiting."""

    def __init__(self, writer: Writer, changes: type[Changes], readers: int) -> None:
        self._writer, self._changes = writer, changes
        self._readers = ThreadPoolExecutor(readers, thread_name_prefix="store-reader")
        self._mine = threading.local()
        self._opened: list[ClosingReader] = []

    @abstractmethod
    def _open_reader(self) -> ClosingReader: ...

    def transaction(self) -> Changes:
        return self._changes(self._writer.write)

    def on_commit(self, tell: Callable[[int, float], None]) -> None:
        self._writer.tell = tell

    def close(self) -> None:
        self._writer.close()
        self._readers.shutdown()
        for reader in self._opened:
            reader.close()

    # ── reading ──

    async def _read(self, ask: Callable[[Reader], T]) -> T:
        """Never in the event loop, for an answer may have to come from a disk or a network."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._ask, ask)
        except RuntimeError:
            raise StoreClosed("the server is stopping") from None

    def _ask(self, ask: Callable[[Reader], T]) -> T:
        reader: ClosingReader | None = getattr(self._mine, "reader", None)
        if reader is None:
            reader = self._mine.reader = self._open_reader()
            self._opened.append(reader)
        return ask(reader)

    async def table(self, table: str) -> KeptTable | None:
        return await self._read(lambda db: tables.table(db, table))

    async def table_and_log(
        self, table: str, since: int = 0
    ) -> tuple[KeptTable, list[Entry]] | None:
        return await self._read(lambda db: tables.table_and_log(db, table, since))

    async def entries(self, table: str, since: int = 0) -> list[Entry]:
        return await self._read(lambda db: tables.entries(db, table, since))

    async def standing(self, names: Sequence[str]) -> dict[str, Standing]:
        return await self._read(lambda db: tables.standing(db, names))

    async def talk(self, table: str) -> list[Spoken]:
        return await self._read(lambda db: reads.talk(db, table))

    async def open_tables(self, most: int) -> list[KeptTable]:
        return await self._read(lambda db: reads.open_tables(db, most))

    async def tables_of(self, who: bytes, most: int) -> list[KeptTable]:
        return await self._read(lambda db: reads.tables_of(db, who, most))

    async def all_of(self, who: bytes) -> list[str]:
        return await self._read(lambda db: reads.all_of(db, who))

    async def talk_of(self, who: bytes) -> dict[str, list[Spoken]]:
        return await self._read(lambda db: reads.talk_of(db, who))

    async def deliveries(self, most: int) -> list[Delivery]:
        return await self._read(lambda db: sent.deliveries(db, most))

    async def delivery(self, delivery: str) -> Delivery | None:
        return await self._read(lambda db: sent.delivery(db, delivery))

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

    async def review(self, game: str, mode: str) -> bytes | None:
        return await self._read(lambda db: reviews.review(db, game, mode))

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
