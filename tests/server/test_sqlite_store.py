"""The SQLite engine of the store: one server per file, group commits, copies, a full disk."""

import ast
import asyncio
import os
import re
import sqlite3
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

import rialto
from rialto.server.store import (
    AlreadyRunning,
    StoreConflict,
    StoreFull,
    UnknownSchema,
    copy_database,
    open_store,
)
from rialto.server.store.kept import Entry
from rialto.server.store.sqlite_store import SqliteStore
from tests.server.storing import entry, keep, table, write

SQL = re.compile(
    r"\b(SELECT\s.+\sFROM|INSERT\s+(OR \w+ )?INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|PRAGMA|VACUUM"
    r"|CREATE\s+(TABLE|INDEX|TRIGGER))\b",
    re.DOTALL,
)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    made = SqliteStore(tmp_path / "test.db")
    await keep(made, table())
    yield made
    await asyncio.to_thread(made.close)


def strings_and_imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Import):
            yield from (f"import {alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield f"import {node.module}"


def knows_sql(path: Path) -> bool:
    return any(
        SQL.search(text) or text.startswith("import sqlite3") for text in strings_and_imports(path)
    )


def test_sql_stands_in_the_store_alone() -> None:
    root = Path(rialto.__file__).parent
    room = root / "server" / "store"
    knowing = {path for path in root.rglob("*.py") if knows_sql(path)}
    assert [p.name for p in sorted(knowing) if not p.is_relative_to(room)] == []
    assert {p.name for p in knowing} >= {"sql_reads.py", "sql_changes.py"}, "it is found"


async def test_those_who_wait_together_are_committed_together(tmp_path: Path) -> None:
    """Three transactions, of which the second cannot be written."""
    gate, groups = threading.Event(), list[int]()

    def hold(point: str) -> None:
        if point == "before-append":
            gate.wait(5)

    store = SqliteStore(tmp_path / "test.db", probe=hold)
    store.on_commit(lambda n, seconds: groups.append(n))
    first = asyncio.ensure_future(keep(store, table()))
    others = [asyncio.ensure_future(write(store, lambda c, n=n: c.append("t", [entry(n)])))  # type: ignore[misc]
              for n in (0, 0, 1)]  # fmt: skip
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    gate.set()
    await first
    outcomes = await asyncio.gather(*others, return_exceptions=True)
    assert [type(o) for o in outcomes] == [type(None), StoreConflict, type(None)]
    assert [e.seq for e in await store.entries("t")] == [0, 1]
    assert sum(groups) == 3
    assert len(groups) <= 2
    store.close()


@pytest.mark.parametrize("sql", ["UPDATE events SET move = 'x'", "DELETE FROM events"])
async def test_the_log_is_append_only(store: SqliteStore, sql: str) -> None:
    await write(store, lambda c: c.append("t", [entry(0)]))
    changes = store.transaction()
    changes._do(sql)
    with pytest.raises(StoreConflict, match="append-only"):
        await changes.commit()


async def test_the_disk_is_written_with_full_care(store: SqliteStore, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "test.db") as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    assert store.press.db.execute("PRAGMA synchronous").fetchone() == (2,)


def test_a_second_server_refuses_to_start(tmp_path: Path) -> None:
    """Whatever name of the file it is given."""
    real = tmp_path / "test.db"
    first = open_store(real)
    (tmp_path / "folder").mkdir()
    soft, hard = tmp_path / "folder" / "soft.db", tmp_path / "hard.db"
    soft.symlink_to(real)
    os.link(real, hard)
    for name in (real, soft):
        with pytest.raises(AlreadyRunning, match=r"test\.db"):
            open_store(name)
    with pytest.raises(AlreadyRunning, match="hard link"):
        open_store(hard)
    hard.unlink()
    first.close()
    open_store(soft).close()
    assert not list(tmp_path.glob("folder/*-wal")), "its log is beside the file, not the link"


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    open_store(tmp_path / "test.db").close()
    with sqlite3.connect(tmp_path / "test.db") as db:
        db.execute("PRAGMA user_version = 77")
    db.close()
    with pytest.raises(UnknownSchema, match="77"):
        open_store(tmp_path / "test.db")


async def test_a_full_disk_refuses_and_recovers(store: SqliteStore) -> None:
    """SQLite itself says the disk is full; reading goes on; room again, writing goes on."""
    store.press.db.execute("PRAGMA max_page_count = 30")
    long = [Entry(n, 0, "move", 0, "x" * 4000, 0, None) for n in range(1000)]
    n = 0
    with pytest.raises(StoreFull):
        for n in range(1000):
            changes = store.transaction()
            changes.append("t", [long[n]])
            await changes.commit()
    assert len(await store.entries("t")) == n
    store.press.db.execute("PRAGMA max_page_count = 100000")
    await write(store, lambda c: c.append("t", [entry(n)]))
    assert len(await store.entries("t")) == n + 1


async def test_backup_under_load(store: SqliteStore, tmp_path: Path) -> None:
    """A copy made while others write is whole: no half transaction, no gap."""
    stop = False

    async def load() -> int:
        n = 0
        while not stop:
            changes = store.transaction()
            changes.append("t", [entry(n), entry(n + 1)])
            await changes.commit()
            n += 2
        return n

    writing = asyncio.create_task(load())
    while not await store.entries("t"):
        await asyncio.sleep(0.01)
    counts = []
    for i in range(3):
        target = tmp_path / f"copy-{i}.db"
        await asyncio.to_thread(copy_database, tmp_path / "test.db", target)
        copy = open_store(target)
        entries = await copy.entries("t")
        copy.close()
        assert [e.seq for e in entries] == list(range(len(entries)))
        assert len(entries) % 2 == 0
        counts.append(len(entries))
    stop = True
    written = await writing
    assert counts == sorted(counts)
    assert 0 < counts[0] <= written


def test_backup_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        copy_database(tmp_path / "none.db", tmp_path / "copy.db")
    open_store(tmp_path / "test.db").close()
    (tmp_path / "copy.db").touch()
    with pytest.raises(FileExistsError):
        copy_database(tmp_path / "test.db", tmp_path / "copy.db")
