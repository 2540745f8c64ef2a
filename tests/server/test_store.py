"""The store: append-only, all or none, one writer, copies under load, a full disk."""

import asyncio
import sqlite3
import threading
from pathlib import Path

import pytest

from rialto.server.store.lockfile import AlreadyRunning
from rialto.server.store.store import (
    Entry,
    SqliteStore,
    Statement,
    StoreClosed,
    StoreConflict,
    StoreFull,
    UnknownSchema,
    append,
    backup,
)

GAME: Statement = (
    "INSERT INTO games (id, created, updated, rules, status, open, host, header) "
    "VALUES ('g', 0, 0, 1, 'running', 0, x'00', '{}')",
    (),
)


def entry(seq: int, move_id: str | None = None, move: str = "pass") -> Statement:
    [made] = append("g", [Entry(seq, 0, "move", 0, move, 0, move_id)])
    return made


@pytest.fixture
def store(tmp_path: Path) -> SqliteStore:
    made = SqliteStore(tmp_path / "test.db")
    made.write([GAME]).result(5)
    return made


def test_what_is_written_can_be_read(store: SqliteStore) -> None:
    store.write([entry(0), entry(1, "move-id-1")]).result(5)
    assert [(e.seq, e.move_id) for e in store.entries("g")] == [(0, None), (1, "move-id-1")]
    store.close()


@pytest.mark.parametrize("second", [entry(0), entry(1, "move-id-0")])
def test_a_number_or_move_id_is_given_once(store: SqliteStore, second: Statement) -> None:
    store.write([entry(0, "move-id-0")]).result(5)
    with pytest.raises(StoreConflict):
        store.write([entry(5), second]).result(5)
    assert [e.seq for e in store.entries("g")] == [0], "all or none"
    store.close()


def test_one_that_fails_does_not_take_the_group_with_it(tmp_path: Path) -> None:
    """Three transactions wait together and are committed together; the second cannot be."""
    gate, groups = threading.Event(), list[int]()

    def hold(point: str) -> None:
        if point == "before-append":
            gate.wait(5)

    store = SqliteStore(tmp_path / "test.db", probe=hold)
    store.on_commit = lambda n, seconds: groups.append(n)
    first = store.write([GAME])
    others = [store.write([entry(0)]), store.write([entry(0)]), store.write([entry(1)])]
    gate.set()
    first.result(5)
    others[0].result(5)
    with pytest.raises(StoreConflict):
        others[1].result(5)
    others[2].result(5)
    assert [e.seq for e in store.entries("g")] == [0, 1]
    assert sum(groups) == 3
    assert len(groups) <= 2
    store.close()


@pytest.mark.parametrize("sql", ["UPDATE events SET move = 'x'", "DELETE FROM events"])
def test_the_log_is_append_only(store: SqliteStore, sql: str) -> None:
    store.write([entry(0)]).result(5)
    with pytest.raises(StoreConflict, match="append-only"):
        store.write([(sql, ())]).result(5)
    store.close()


def test_the_disk_is_written_with_full_care(store: SqliteStore, tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "test.db") as db:
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    db.close()
    store.close()


def test_a_second_server_refuses_to_start(store: SqliteStore, tmp_path: Path) -> None:
    with pytest.raises(AlreadyRunning, match=r"test\.db"):
        SqliteStore(tmp_path / "test.db")
    store.close()
    SqliteStore(tmp_path / "test.db").close()


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "test.db").close()
    with sqlite3.connect(tmp_path / "test.db") as db:
        db.execute("PRAGMA user_version = 77")
    db.close()
    with pytest.raises(UnknownSchema, match="77"):
        SqliteStore(tmp_path / "test.db")


def test_closing_finishes_what_was_handed_in(store: SqliteStore, tmp_path: Path) -> None:
    jobs = [store.write([entry(n)]) for n in range(100)]
    store.close()
    assert all(job.result(0) is None for job in jobs)
    with pytest.raises(StoreClosed):
        store.write([entry(100)])


def test_a_full_disk_refuses_and_recovers(store: SqliteStore) -> None:
    """SQLite itself says the disk is full; reading goes on; room again, writing goes on."""
    store.write([("PRAGMA max_page_count = 30", ())]).result(5)
    n = 0
    with pytest.raises(StoreFull):
        for n in range(1000):
            store.write([entry(n, move="x" * 4000)]).result(5)
    assert len(store.entries("g")) == n
    store.write([("PRAGMA max_page_count = 100000", ())]).result(5)
    store.write([entry(n)]).result(5)
    assert len(store.entries("g")) == n + 1
    store.close()


async def test_backup_under_load(store: SqliteStore, tmp_path: Path) -> None:
    """A copy made while others write is whole: no half transaction, no gap."""
    stop = False

    async def load() -> int:
        n = 0
        while not stop:
            pair = [entry(n, move=str(n)), entry(n + 1, move=str(n))]
            await asyncio.wrap_future(store.write(pair))
            n += 2
        return n

    writing = asyncio.create_task(load())
    while not store.entries("g"):
        await asyncio.sleep(0.01)
    counts = []
    for i in range(3):
        target = tmp_path / f"copy-{i}.db"
        await asyncio.to_thread(backup, store.path, target)
        copy = SqliteStore(target)
        entries = copy.entries("g")
        copy.close()
        assert [e.seq for e in entries] == list(range(len(entries)))
        assert len(entries) % 2 == 0
        counts.append(len(entries))
    stop = True
    written = await writing
    assert counts == sorted(counts)
    assert 0 < counts[0] <= written
    store.close()


def test_backup_says_what_is_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        backup(tmp_path / "none.db", tmp_path / "copy.db")
    SqliteStore(tmp_path / "test.db").close()
    (tmp_path / "copy.db").touch()
    with pytest.raises(FileExistsError):
        backup(tmp_path / "test.db", tmp_path / "copy.db")
