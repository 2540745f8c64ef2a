"""`rialto move`, there and back; `rialto backup` and `restore` on PostgreSQL."""

import lzma
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rialto.cli.main import main
from rialto.server.keeping import moving
from rialto.server.places import Place
from rialto.server.store import Report, Session, StoreError, Url, carrying, open_store
from rialto.server.store.pg_steps import PASSING
from tests.server.postgres import ask
from tests.server.stocked import half_played
from tests.server.storing import entry, keep, table, write

OLD = Path(__file__).parent / "old" / "schema-1.db.xz"


@pytest.fixture
async def full(tmp_path: Path) -> Path:
    """Games half played, and something in the other tables: keys, people, a report."""
    db = tmp_path / "full.db"
    await half_played(db, 3)
    store = open_store(db)
    await write(
        store,
        lambda c: c.keep_own_key("push", b"\x00\xffkey"),
        lambda c: c.keep_session(Session(secret=b"s", who=b"anna", seen=5, device="Žofie’s “tab”")),
        lambda c: c.add_report(
            Report(at=1, table="x", seat=1, name="B\\N\t\n", who=None, by=0, by_who=b"", text="")
        ),
    )
    await keep(store, table("bad"))
    await write(store, lambda c: c.append("bad", [entry(0, "nonsense")]))
    store.close()
    return db


def rows(place: Place) -> dict[str, list[Any]]:
    """All that is kept, but for what only processes tell each other."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as db:
            names = [n for (n,) in db.execute("SELECT name FROM sqlite_schema WHERE type='table'")]
            return {n: sorted(db.execute(f"SELECT * FROM {n}"), key=repr) for n in names}
    names = [n for (n,) in ask(place, "SELECT tablename FROM pg_tables "
                                      "WHERE schemaname = current_schema()")]  # fmt: skip
    return {
        n: sorted(ask(place, f"SELECT * FROM {n}"), key=repr) for n in names if n not in PASSING
    }


async def test_there_and_back(
    full: Path, url: Url, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, back = full.read_bytes(), tmp_path / "back.db"
    assert main(["move", "--from", str(full), "--to", url.secret]) == 0
    said = capsys.readouterr().out
    assert "games: 4" in said and "own_keys: 1" in said
    assert "games folded on both sides: 4 of 4" in said
    assert f"{url} has everything" in said and url.secret not in said
    store = open_store(url)
    kept = await store.table_and_log("game00000000")
    assert kept is not None and kept[0].version == len(kept[1]) > 100
    assert await store.own_key("push") == b"\x00\xffkey"
    await write(store, lambda c: c.add_report(
        Report(at=2, table="x", seat=1, name="B", who=None, by=0, by_who=b"", text="")
    ))  # fmt: skip
    assert [r.id for r in await store.reports()] == [1, 2], "numbers go on"
    await write(store, lambda c: c.delete_report(2))
    store.close()
    assert main(["move", "--from", url.secret, "--to", str(back)]) == 0
    assert rows(back) == rows(full)
    assert stat.S_IMODE(back.stat().st_mode) == 0o600
    assert full.read_bytes() == before, "the old one stays as it is"
    open_store(back).close()


def refused(order: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(order) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 1, said
    return said


async def test_what_is_there_is_never_written_over(
    full: Path, url: Url, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["move", "--from", str(full), "--to", url.secret])
    there, other = rows(url), tmp_path / "other.db"
    assert "is not empty: there is something in" in refused(
        ["move", "--from", str(full), "--to", url.secret], capsys
    )
    assert rows(url) == there
    other.write_text("mine")
    assert "already there" in refused(["move", "--from", url.secret, "--to", str(other)], capsys)
    assert other.read_text() == "mine"
    assert "into itself" in refused(["move", "--from", str(full), "--to", str(full)], capsys)
    assert "there is no database" in refused(
        ["move", "--from", str(tmp_path / "no.db"), "--to", url.secret], capsys
    )
    assert "is no database of Rialto" in refused(
        ["move", "--from", str(other), "--to", url.secret], capsys
    )


async def test_a_running_server_is_not_moved(
    full: Path, url: Url, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = open_store(full)
    assert "another server is using" in refused(
        ["move", "--from", str(full), "--to", url.secret], capsys
    )
    store.close()
    open_store(url).close()
    soon = "clock_timestamp() + interval '1 hour'"
    ask(url, f"INSERT INTO peers VALUES ('somebody', {soon}, pg_backend_pid(), {soon})")
    order = ["--from", url.secret, "--to", str(tmp_path / "new.db")]
    assert f"a server is using {url}" in refused(["move", *order], capsys)
    assert main(["backup", "--db", url.secret, str(tmp_path / "copy.db")]) == 0, "a copy goes"


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
async def test_an_interrupted_move_leaves_nothing(
    full: Path, url: Url, tmp_path: Path, to: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is stopped or finds that something is different; the next one succeeds."""
    target: Place = url if to == "postgresql" else tmp_path / "new.db"
    written = url.secret if isinstance(target, Url) else str(target)

    def stop(*given: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(moving, "replay_on", stop)
        assert main(["move", "--from", str(full), "--to", written]) == 130
    answers = iter(["a", "b"])
    with monkeypatch.context() as patched:
        patched.setattr(moving, "outcome", lambda kept, entries: next(answers))
        assert main(["move", "--from", str(full), "--to", written]) == 2
    if isinstance(target, Path):
        assert [p.name for p in tmp_path.glob("new.db*")] == []
    else:
        assert ask(target, "SELECT 1 FROM pg_tables WHERE schemaname = current_schema()") == []
    assert main(["move", "--from", str(full), "--to", written]) == 0
    assert rows(target) == rows(full)


def test_a_row_that_changes_on_the_way_is_noticed(
    full: Path, url: Url, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where no game depends on it."""
    once = [True]

    def watch(self: carrying.Sum, given: Any) -> Any:
        for row in given:
            self.rows += 1
            self._sum += len(repr(row)) + bool(once and "tab" in repr(row) and once.pop())
            yield row

    monkeypatch.setattr(carrying.Sum, "watch", watch)
    order = ["move", "--from", str(full), "--to", url.secret]
    assert "sessions is not the same on both sides" in refused(order, capsys)


def test_an_old_file_moves_as_it_is(url: Url, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(lzma.decompress(OLD.read_bytes()))
    before = old.read_bytes()
    assert main(["move", "--from", str(old), "--to", url.secret]) == 0
    assert old.read_bytes() == before
    assert len(rows(url)["games"]) > 3


async def test_backup_and_restore(
    full: Path, url: Url, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A copy is a file that any engine can take."""
    main(["move", "--from", str(full), "--to", url.secret])
    copy = tmp_path / "copy.db"
    assert main(["backup", "--db", url.secret, str(copy)]) == 0
    assert f"{copy}: " in capsys.readouterr().out
    assert rows(copy) == rows(full)
    assert "is not empty" in refused(["restore", "--db", url.secret, str(copy)], capsys)
    schema = ask(url, "SELECT current_schema()")[0][0]
    ask(url, f"DROP SCHEMA {schema} CASCADE; CREATE SCHEMA {schema}")
    with pytest.raises(StoreError, match="nothing of Rialto"), carrying.open_old(url, True):
        pass
    assert main(["restore", "--db", url.secret, str(copy)]) == 0
    assert rows(url) == rows(full)
