"""Processes on one database of PostgreSQL.

A process shows that it lives by a beat, and drives tables as long as it does. News go by NOTIFY:
apart from the commits that they tell of, for NOTIFY in a commit makes all commits wait for each
other, and as many together as there are. Whoever has missed some looks how far the tables are.
"""

import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Final

import msgspec
import psycopg

from rialto.server.places import Url
from rialto.server.store.errors import StoreClosed, StoreError
from rialto.server.store.peers import Changed, Ears, Here, Lease, Looking, News
from rialto.server.store.pg_connection import Connection, connect, one_line
from rialto.server.store.pg_peers_sql import (
    ALLOW,
    BEAT,
    CHANNEL,
    CLAIM,
    DRIVER,
    END_WRITER,
    KEEP_CLOCKS,
    KEEP_LOOKING,
    LEAVE,
    LOOKING,
    NOBODY,
    RELEASE,
    TAKE_OVER,
    TIDY,
)

BEAT_S: Final = 0.5
AGAIN_S: Final = 0.2
SCAN_S: Final = 4.0
"""How often all tables are looked through for those that nobody drives, if no process is missed."""
PATIENT: Final = ("SET lock_timeout = '2s'",)
MOST_BYTES: Final = 7500
"""PostgreSQL's own bound for a message is a little more."""


class Letter(msgspec.Struct, frozen=True):
    """What goes by one NOTIFY."""

    peer: str
    news: list[News]


LETTER: Final = msgspec.json.Decoder(Letter)
SINCE: Final = msgspec.json.Decoder(dict[int, int])


class PostgresPeers:
    alone = False

    def __init__(self, url: Url, writer: Callable[[], int]) -> None:
        """`writer`: the process of PostgreSQL's that writes for this one."""
        self._url, self._writer = url, writer
        self.me = secrets.token_hex(8)
        self._asker = Asker(url)
        self._beater = Asker(url)
        """Whatever the other one waits for, life is shown."""
        self._ears: Ears | None = None
        self._untold: list[News] = []
        self._unsent = asyncio.Event()
        self._alive: set[str] = set()
        self._scanned = -SCAN_S
        self._chores: list[asyncio.Task[None]] = []
        self._listener: Listener | None = None

    async def open(self, ears: Ears) -> None:
        self._ears = ears
        await self._beat()
        loop = asyncio.get_running_loop()
        self._listener = Listener(self._url, loop, self._hear, ears.look_again)
        await self._listener.listening
        self._chores = [loop.create_task(chore) for chore in (self._keep_beating(), self._send())]

    async def close(self) -> None:
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        if self._listener is not None:
            self._listener.close()
        with suppress(StoreError):
            await self._tell(newest(self._untold))
            for sql in LEAVE:
                await self._asker.rows(sql, self.me)
        await self._asker.close()
        await self._beater.close()

    # ── living ──

    async def _keep_beating(self) -> None:
        while True:
            with suppress(StoreError):
                await self._beat()
            await asyncio.sleep(BEAT_S)

    async def _beat(self) -> None:
        """And see who else lives."""
        rows = await self._beater.rows(BEAT, self.me, self._writer())
        alive = {peer for peer, _, lives in rows if lives}
        seen = {peer: at for peer, at, _ in rows}
        lost, self._alive = self._alive - alive, alive
        for peer in sorted(lost):
            self._scanned = -SCAN_S
            await self._beater.rows(END_WRITER, peer)
            if self._ears is not None:
                self._ears.lose(peer, seen.get(peer, max(seen.values(), default=0)))

    # ── telling and hearing ──

    def tell(self, news: News) -> None:
        self._untold.append(news)
        self._unsent.set()

    async def _send(self) -> None:
        """What could not be told is told when there is a server again."""
        while True:
            await self._unsent.wait()
            self._unsent.clear()
            news, self._untold = newest(self._untold), []
            try:
                await self._tell(news)
            except StoreError:
                self._untold = [*news, *self._untold]
                self._unsent.set()
                await asyncio.sleep(AGAIN_S)

    async def _tell(self, news: list[News]) -> None:
        looking = [[n.table, at_seat(n.seat), self.me, n.here, n.at] for n in news
                   if isinstance(n, Here)]  # fmt: skip
        clocks = [[n.table, as_text(n.since)] for n in news
                  if isinstance(n, Changed) and n.since is not None]  # fmt: skip
        if looking:
            await self._asker.rows(KEEP_LOOKING, as_text(looking))
        if clocks:
            await self._asker.rows(KEEP_CLOCKS, as_text(clocks))
        for letter in letters(self.me, news):
            await self._asker.rows(b"SELECT pg_notify($1, $2)", CHANNEL, letter)

    def _hear(self, text: str) -> None:
        letter = LETTER.decode(text)
        if letter.peer != self.me and self._ears is not None:
            for news in letter.news:
                self._ears.hear(letter.peer, news)

    # ── driving ──

    async def lease(self, table: str) -> Lease:
        rows = await self._asker.rows(DRIVER, table)
        if not rows or (rows[0][0] != self.me and not rows[0][3]):
            rows = await self._asker.rows(CLAIM, table, self.me) or rows
        peer, term, since, *_ = rows[0] if rows else ("", 0, "{}")
        return Lease(term if peer == self.me else None, SINCE.decode(since))

    def release(self, table: str) -> None:
        asyncio.get_running_loop().create_task(self._release(table)).add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )

    async def _release(self, table: str) -> None:
        """Until there is a server to be told; if this process ends meanwhile, its lease does."""
        while True:
            with suppress(StoreError):
                await self._asker.rows(RELEASE, table, self.me)
                return
            await asyncio.sleep(AGAIN_S)

    async def take_over(self, names: Sequence[str]) -> dict[str, Lease]:
        now = asyncio.get_running_loop().time()
        everywhere = now - self._scanned >= SCAN_S
        if not everywhere and not names:
            return {}
        rows = await self._asker.rows(TAKE_OVER, self.me, list(names), everywhere)
        if everywhere and not rows:
            self._scanned = now
        return {name: Lease(term) for name, term in rows}

    # ── who is where, and how often ──

    async def looking(self, table: str) -> list[Looking]:
        rows = await self._asker.rows(LOOKING, table, self.me)
        return [
            Looking(peer, None if seat == NOBODY else seat, here, at)
            for peer, seat, here, at in rows
        ]

    async def allows(self, what: str, key: str, rate: float, burst: float) -> bool:
        return bool(await self._asker.rows(ALLOW, f"{what} {key}", float(rate), float(burst)))

    async def tidy(self) -> None:
        for sql in TIDY:
            await self._asker.rows(sql)


class Asker:
    """A connection on a thread of its own. If it is lost there is another one for the next
    question."""

    def __init__(self, url: Url) -> None:
        self._url = url
        self._db: Connection | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="peers")

    async def rows(self, sql: bytes, *values: Any) -> list[Any]:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._thread, self._ask, sql, values)
        except RuntimeError:
            raise StoreClosed("the server is stopping") from None

    def _ask(self, sql: bytes, values: Sequence[Any]) -> list[Any]:
        try:
            if self._db is None or self._db.closed:
                self._db = connect(self._url, PATIENT)
            done = self._db.execute(sql, values)
            return done.fetchall() if done.description else []
        except psycopg.Error as error:
            raise StoreError(f"the others cannot be reached: {one_line(error)}") from None

    async def close(self) -> None:
        await asyncio.to_thread(self._thread.shutdown)
        if self._db is not None:
            self._db.close()


class Listener:
    """A thread that waits for letters, and opens its connection again whenever it is lost."""

    def __init__(self, url: Url, loop: asyncio.AbstractEventLoop, hear: Any, missed: Any) -> None:
        self._url, self._loop, self._hear, self._missed = url, loop, hear, missed
        self.listening: asyncio.Future[None] = loop.create_future()
        self._closed = threading.Event()
        threading.Thread(target=self._run, name="peers-listen", daemon=True).start()

    def close(self) -> None:
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.is_set():
            with suppress(psycopg.Error, StoreError):
                self._listen()
            self._closed.wait(AGAIN_S)

    def _listen(self) -> None:
        with connect(self._url) as db:
            db.execute(f"LISTEN {CHANNEL}".encode())
            self._call(self._begin)
            while not self._closed.is_set():
                for note in db.notifies(timeout=BEAT_S):
                    self._call(self._hear, note.payload)
                db.execute(b"SELECT 1")  # a line that was cut says so

    def _begin(self) -> None:
        if self.listening.done():
            self._missed()
        else:
            self.listening.set_result(None)

    def _call(self, work: Any, *values: Any) -> None:
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(work, *values)


def newest(news: list[News]) -> list[News]:
    """Of how far a table is, and whether a seat is looked on from, only the last word counts."""
    kept: dict[Any, News] = {}
    for n, said in enumerate(news):
        key: Any = n
        if isinstance(said, Changed):
            key = said.table
        elif isinstance(said, Here):
            key = (said.table, said.seat)
        kept.pop(key, None)
        kept[key] = said
    return list(kept.values())


def letters(peer: str, news: list[News]) -> list[str]:
    """As few as can be."""
    made, some, size = list[str](), list[News](), 0
    for said in news:
        more = len(msgspec.json.encode(said)) + 1
        if some and size + more > MOST_BYTES:
            made.append(as_text(Letter(peer, some)))
            some, size = [], 0
        some.append(said)
        size += more
    return [*made, as_text(Letter(peer, some))] if some else made


def at_seat(seat: int | None) -> int:
    return NOBODY if seat is None else seat


def as_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
