"""What PostgreSQL's engine has of its own: the same tables as SQLite's, whole commits over lost
connections, a log that stays."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from rialto.server.store import (
    StoreConflict,
    StoreError,
    StoreUnsure,
    Transaction,
    Url,
    open_store,
    pg_migrations,
    pg_press,
)
from rialto.server.store.pg_connection import Connection
from rialto.server.store.pg_steps import MIGRATIONS, PASSING
from rialto.server.store.pg_store import PostgresStore
from tests.server.postgres import Cluster, ask, postgres
from tests.server.storing import entry, keep, table, write

KINDS = {"TEXT": "text", "INTEGER": "bigint", "BLOB": "bytea"}
COLUMNS = (
    "SELECT table_name, column_name, data_type FROM information_schema.columns "
    "WHERE table_schema = current_schema()"
)
CONNECTIONS = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'rialto' AND pid <> pg_backend_pid()"
)


@pytest.fixture
async def store(url: Url) -> AsyncIterator[PostgresStore]:
    made = PostgresStore(url)
    await keep(made, table())
    yield made
    await asyncio.to_thread(made.close)


def adding(name: str, n: int) -> Callable[[Transaction], None]:
    return lambda c: c.append(name, [entry(n)])


def test_both_engines_keep_the_same(tmp_path: Path, url: Url) -> None:
    """A step for one is a step for the other: `rialto move` carries rows as they are."""
    open_store(tmp_path / "test.db").close()
    open_store(url).close()
    with closing(sqlite3.connect(tmp_path / "test.db")) as db:
        columns = {
            (table, column, KINDS[kind])
            for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
            for _, column, kind, *_ in db.execute(f"PRAGMA table_info({table})")
        }
    assert columns ^ {column for column in ask(url, COLUMNS) if column[0] not in PASSING} == set()


async def test_an_older_schema_is_carried_along(url: Url, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as then:
        then.setattr(pg_migrations, "MIGRATIONS", MIGRATIONS[:1])
        then.setattr(pg_migrations, "NEWEST", 1)
        store = open_store(url)
        await write(store, lambda c: c.keep_record("r", 3, b"{}"))
        store.close()
    assert ask(url, "SELECT number FROM rialto_schema") == [(1,)]
    store = open_store(url)
    assert ask(url, "SELECT number FROM rialto_schema") == [(len(MIGRATIONS),)]
    assert await store.record("r") == (b"{}", 3)
    store.close()


@pytest.mark.parametrize("sql", ["UPDATE events SET move = 'x'", "DELETE FROM events"])
async def test_the_log_is_append_only(store: PostgresStore, sql: str) -> None:
    await write(store, lambda c: c.append("t", [entry(0)]))
    changes = store.transaction()
    changes._do(sql)
    with pytest.raises(StoreConflict, match="append-only"):
        await changes.commit()
    assert len(await store.entries("t")) == 1


async def test_commits_wait_for_the_disk(store: PostgresStore) -> None:
    assert store.press._db.execute(b"SHOW synchronous_commit").fetchone() == ("on",)


async def test_those_who_wait_together_are_committed_together(url: Url) -> None:
    """Three transactions, of which the second cannot be written."""
    gate, groups = threading.Event(), list[int]()

    def hold(point: str) -> None:
        if point == "before-append":
            gate.wait(5)

    store = PostgresStore(url, probe=hold)
    store.on_commit(lambda n, seconds: groups.append(n))
    jobs = [asyncio.ensure_future(keep(store, table()))]
    jobs += [asyncio.ensure_future(write(store, adding("t", n))) for n in (0, 0, 1)]
    await asyncio.sleep(0)
    gate.set()
    outcomes = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(o) for o in outcomes] == [type(None), type(None), StoreConflict, type(None)]
    assert [e.seq for e in await store.entries("t")] == [0, 1]
    assert (sum(groups), len(groups) <= 2) == (3, True)
    store.close()


async def test_of_two_processes_one_is_told(store: PostgresStore, url: Url) -> None:
    """Whoever writes a number first has it, though both write many at a time."""
    other = open_store(url)
    await keep(other, table("u"))
    outcomes = await asyncio.gather(
        *(
            write(side, adding(name, n))
            for n in range(20)
            for side, name in ((store, "t"), (other, "t"), (other, "u"), (store, "u"))
        ),
        return_exceptions=True,
    )
    assert {type(o) for o in outcomes} == {type(None), StoreConflict}, outcomes
    assert outcomes.count(None) == 40
    for name in ("t", "u"):
        assert [e.seq for e in await store.entries(name)] == list(range(20))
    await asyncio.to_thread(other.close)


async def test_a_lost_connection_is_made_anew(store: PostgresStore, url: Url) -> None:
    assert await store.entries("t") == []
    ask(url, CONNECTIONS)
    assert await store.entries("t") == []
    await write(store, lambda c: c.append("t", [entry(0)]))
    ask(url, CONNECTIONS)
    await write(store, lambda c: c.append("t", [entry(1)]))
    assert [e.seq for e in await store.entries("t")] == [0, 1]


@pytest.mark.parametrize("point", ["before-append", "after-append", "after-commit"])
async def test_a_connection_lost_in_a_commit(url: Url, point: str) -> None:
    """Written once, whenever it was lost; nobody is told otherwise."""
    armed = [False]

    def cut(here: str) -> None:
        if here == point and armed.pop():
            armed.append(False)
            ask(url, CONNECTIONS)

    store = PostgresStore(url, probe=cut)
    await keep(store, table())
    armed[:] = [False, True]
    await write(store, lambda c: c.append("t", [entry(0, "move-id-0")]))
    assert [e.seq for e in await store.entries("t")] == [0]
    await write(store, lambda c: c.append("t", [entry(1)]))
    await asyncio.to_thread(store.close)


class Cut:
    """A connection that is lost after the server has committed, before it could say so."""

    def __init__(self, db: Connection) -> None:
        self._db = db

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def execute(self, sql: bytes, *given: Any) -> Any:
        done = self._db.execute(sql, *given)
        if sql == b"COMMIT":
            self._db.close()
            raise psycopg.OperationalError("the connection was cut")
        return done


async def test_what_became_of_a_commit_is_asked(store: PostgresStore) -> None:
    """It is written once, though nobody said so."""
    cut: Any = Cut(store.press._db)
    store.press._db = cut
    await write(store, lambda c: c.append("t", [entry(0, "move-id-0")]))
    assert store.press._db is not cut, "another connection has asked"
    assert [e.move_id for e in await store.entries("t")] == ["move-id-0"]
    await write(store, lambda c: c.append("t", [entry(1)]))


@pytest.fixture
def own_cluster() -> Iterator[Cluster]:
    with postgres() as made:
        yield made


async def test_a_server_that_is_restarted_is_waited_for(own_cluster: Cluster) -> None:
    store = open_store(own_cluster.new_url())
    await keep(store, table())
    await asyncio.to_thread(own_cluster.stop)
    writing = asyncio.ensure_future(write(store, lambda c: c.append("t", [entry(0)])))
    with pytest.raises(StoreError, match="postgresql://"):
        await store.entries("t")
    await asyncio.to_thread(own_cluster.start)
    await writing
    assert [e.seq for e in await store.entries("t")] == [0]
    await asyncio.to_thread(store.close)


async def test_a_crash_gives_numbers_of_transactions_again(own_cluster: Cluster) -> None:
    """Who asks for a commit's number is told that it was committed, but that was somebody else."""
    dying = [False]
    url = own_cluster.new_url()

    def die(point: str) -> None:
        if point == "after-append" and dying[0]:
            dying[0] = False
            own_cluster.crash()
            own_cluster.start()
            with psycopg.connect(url.secret, autocommit=True) as db:
                for _ in range(50):
                    db.execute("SELECT pg_current_xact_id()")

    store = PostgresStore(url, probe=die)
    await keep(store, table())
    await write(store, lambda c: c.append("t", [entry(0, "move-id-0")]))
    dying[0] = True
    await write(store, lambda c: c.append("t", [entry(1, "move-id-1")]))
    assert [e.move_id for e in await store.entries("t")] == ["move-id-0", "move-id-1"]
    dying[0] = True
    with pytest.raises(StoreUnsure, match="restarted in the middle"):
        await write(store, lambda c: c.keep_record("r", 3, b"{}"))
    await asyncio.to_thread(store.close)


async def test_what_nobody_can_say_is_said_so(
    own_cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server dies in the middle of a commit and does not come back in time; the same again has
    the true answer."""
    monkeypatch.setattr(pg_press, "PATIENCE_S", 0.2)
    dying = [False]

    def die(point: str) -> None:
        if point == "after-append" and dying[0]:
            dying[0] = False
            own_cluster.stop()

    store = PostgresStore(own_cluster.new_url(), probe=die)
    await keep(store, table())
    dying[0] = True
    with pytest.raises(StoreUnsure):
        await write(store, lambda c: c.append("t", [entry(0, "move-id-0")]))
    await asyncio.to_thread(own_cluster.start)
    await write(store, lambda c: c.append("t", [entry(0, "move-id-0")]))
    assert [e.move_id for e in await store.entries("t")] == ["move-id-0"]
    await asyncio.to_thread(store.close)
