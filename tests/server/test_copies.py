"""`rialto backup` and `rialto restore`."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from rialto.cli.main import main
from rialto.server.store import AlreadyRunning, StoreError, UnknownSchema, open_store, restore
from tests.server.storing import keep, table


async def furnished(db: Path, *names: str) -> None:
    store = open_store(db)
    for name in names:
        await keep(store, table(name))
    store.close()


def names(db: Path) -> list[str]:
    with closing(sqlite3.connect(db)) as store:
        return [row[0] for row in store.execute("SELECT id FROM games ORDER BY id")]


async def test_a_copy_is_for_the_same_eyes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db, copy = tmp_path / "mine.db", tmp_path / "copy.db"
    await furnished(db, "a")
    assert main(["backup", "--db", str(db), str(copy)]) == 0
    assert stat.S_IMODE(db.stat().st_mode) == stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert capsys.readouterr().out.startswith(f"{copy}: ")
    assert names(copy) == ["a"]


async def test_a_copy_is_put_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also over a database whose last changes are only in SQLite's log beside it."""
    db, copy = tmp_path / "mine.db", tmp_path / "copy.db"
    await furnished(db, "a")
    main(["backup", "--db", str(db), str(copy)])
    with closing(sqlite3.connect(db)) as other:
        # Somebody has it open, so closing the store leaves the log there.
        other.execute("SELECT count(*) FROM games").fetchone()
        await furnished(db, "b")
        assert (tmp_path / "mine.db-wal").exists()
        assert main(["restore", "--db", str(db), str(copy)]) == 0
    assert names(db) == ["a"]
    kept = tmp_path / "mine.db.replaced"
    assert str(kept) in capsys.readouterr().out
    assert names(kept) == ["a", "b"]
    open_store(db).close()
    db.unlink()
    assert main(["restore", "--db", str(db), str(copy)]) == 0, "also where there is nothing"
    assert names(db) == ["a"]
    assert stat.S_IMODE(db.stat().st_mode) == 0o600


async def test_nothing_is_put_under_a_running_server(tmp_path: Path) -> None:
    db, copy = tmp_path / "mine.db", tmp_path / "copy.db"
    await furnished(copy, "a")
    store = open_store(db)
    with pytest.raises(AlreadyRunning):
        restore(copy, db)
    store.close()
    assert names(db) == []


async def test_what_is_no_copy_is_refused(tmp_path: Path) -> None:
    db, copy = tmp_path / "mine.db", tmp_path / "copy.db"
    await furnished(db, "a")
    with pytest.raises(FileNotFoundError):
        restore(copy, db)
    copy.write_text("no database")
    with pytest.raises(StoreError, match="no database of Rialto"):
        restore(copy, db)
    copy.unlink()
    await furnished(copy, "b")
    with closing(sqlite3.connect(copy)) as newer:
        newer.execute("PRAGMA user_version = 77")
    with pytest.raises(UnknownSchema):
        restore(copy, db)
    with pytest.raises(StoreError, match="the database itself"):
        restore(db, db)
    assert names(db) == ["a"]
    assert main(["restore", "--db", str(db), str(copy)]) == 2
