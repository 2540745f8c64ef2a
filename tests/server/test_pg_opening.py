"""When something is wrong with `--db postgresql://…`: one line, exit code 2, nothing changed, and
never a password."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from rialto.cli.main import main
from rialto.server.settings import BadSettings, load_settings
from rialto.server.store import (
    BadPlace,
    StoreError,
    UnknownSchema,
    Url,
    open_store,
    pg_connection,
    pg_migrations,
    place,
)
from rialto.server.store.pg_steps import MIGRATIONS
from tests.server.crashes import free_port
from tests.server.postgres import Cluster, ask

SECRET = "hunter2"
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"


def test_places() -> None:
    assert place("games.db") == Path("games.db")
    assert place("C:\\games.db") == Path("C:\\games.db")
    url = place(f"postgres://anna:{SECRET}@db.example.org:5433/rialto?sslmode=require")
    assert isinstance(url, Url)
    assert str(url) == "postgresql://anna@db.example.org:5433/rialto"
    assert SECRET in url.secret and SECRET not in repr(url)
    assert str(place(f"postgresql:///rialto?password={SECRET}")) == "postgresql:///rialto"


@pytest.mark.parametrize(
    "wrong",
    [
        f"postgresql:{SECRET}",
        f"postgresql:/anna:{SECRET}@host/db",
        f"postgresql://anna:{SECRET}@ss@host/db",
        f"postgresql://anna:{SECRET}/x@host/db",
        f"mysql://anna:{SECRET}@host/db",
        "sqlite:///games.db",
    ],
)
def test_strings_that_name_no_database(
    wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BadPlace, match="postgresql://user:password@host:port/database"):
        place(wrong)
    with pytest.raises(BadSettings, match="RIALTO_DB: ") as told:
        load_settings(db=wrong)
    monkeypatch.setenv("RIALTO_DB", wrong)
    with pytest.raises(BadSettings, match="RIALTO_DB: "):
        load_settings()
    with pytest.raises(SystemExit) as left:
        main(["admin", "--db", wrong, "list"])
    said = str(told.value) + capsys.readouterr().err
    assert left.value.code == 2
    assert SECRET not in said


def refused(url: Url, capsys: pytest.CaptureFixture[str]) -> str:
    """What `rialto serve` says, in one line."""
    with pytest.raises(StoreError):
        open_store(url).close()
    assert main(["serve", "--port", "0", "--db", url.secret]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    lines = said.err.splitlines()
    assert len(lines) == 1, said.err
    assert SECRET not in lines[0]
    return lines[0]


def by_port(cluster: Cluster, user: str, password: str = SECRET, more: str = "") -> Url:
    return Url(f"postgresql://{user}:{password}@127.0.0.1:{cluster.port}/postgres{more}")


def test_nobody_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    said = refused(Url(f"postgresql://anna:{SECRET}@127.0.0.1:{port}/rialto"), capsys)
    assert f"postgresql://anna@127.0.0.1:{port}/rialto" in said and "refused" in said


def test_strings_that_postgresql_refuses(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "nonsense" in refused(by_port(cluster, "anna", more="?nonsense=1"), capsys)
    assert "wrong" in refused(by_port(cluster, "anna", f"{SECRET}%zz"), capsys)
    assert "password authentication failed" in refused(by_port(cluster, "anna"), capsys)
    missing = Url(cluster.url().secret.replace("/postgres?", "/nowhere?"))
    assert '"nowhere" does not exist' in refused(missing, capsys)
    gone = cluster.url("not_there")
    assert "search_path" in refused(gone, capsys)


def test_a_server_that_is_too_old(
    url: Url, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pg_migrations, "OLDEST", 99)
    assert "too old, Rialto needs 99" in refused(url, capsys)
    assert ask(url, TABLES) == []
    assert pg_connection.OLDEST == 13


def test_a_database_in_another_encoding(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    latin = "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"
    ask(cluster.url(), latin)
    said = refused(Url(cluster.url().secret.replace("/postgres?", "/latin?")), capsys)
    assert "must be in UTF8, it is in LATIN1" in said


def test_schemas_of_others_and_of_tomorrow(url: Url, capsys: pytest.CaptureFixture[str]) -> None:
    ask(url, "CREATE TABLE theirs (x int)")
    assert "another program" in refused(url, capsys)
    assert ask(url, TABLES) == [("theirs",)]
    ask(url, "DROP TABLE theirs")
    open_store(url).close()
    ask(url, "UPDATE rialto_schema SET number = 77")
    with pytest.raises(UnknownSchema, match="77"):
        open_store(url)
    assert "newer version" in refused(url, capsys)


@pytest.fixture
def guest(cluster: Cluster, url: Url) -> Url:
    """Somebody who may see the place and nothing else."""
    schema = ask(url, "SELECT current_schema()")[0][0]
    ask(url, f"CREATE ROLE guest_{schema} LOGIN")
    ask(url, f"GRANT USAGE ON SCHEMA {schema} TO guest_{schema}")
    return cluster.url(schema, user=f"guest_{schema}")


def test_missing_rights(url: Url, guest: Url, capsys: pytest.CaptureFixture[str]) -> None:
    assert "permission denied for schema" in refused(guest, capsys)
    assert ask(url, TABLES) == []
    open_store(url).close()
    assert "permission denied for table rialto_schema" in refused(guest, capsys)
    schema = ask(url, "SELECT current_schema()")[0][0]
    ask(url, f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} "
             f"TO guest_{schema}")  # fmt: skip
    open_store(guest).close()
    ask(url, f"REVOKE UPDATE ON talk, seats FROM guest_{schema}")
    assert "may not read and change seats, talk" in refused(guest, capsys)


def test_a_step_is_all_or_nothing(url: Url, monkeypatch: pytest.MonkeyPatch) -> None:
    steps = MIGRATIONS
    broken = (*steps, "CREATE TABLE half (a int); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(pg_migrations, "MIGRATIONS", broken)
    monkeypatch.setattr(pg_migrations, "NEWEST", len(broken))
    with pytest.raises(StoreError, match=rf"schema {len(broken)} failed.*nowhere"):
        open_store(url)
    assert ask(url, TABLES) == []
    monkeypatch.undo()
    open_store(url).close()
    assert ask(url, "SELECT number FROM rialto_schema") == [(len(steps),)]


@pytest.mark.parametrize("order", [["serve", "--port", "0"], ["admin", "list"]])
def test_without_the_extra(order: list[str], tmp_path: Path) -> None:
    code = "import sys; sys.modules['psycopg'] = None; from rialto.cli.main import main; " \
           "sys.exit(main(sys.argv[1:]))"  # fmt: skip
    given = [order[0], "--db", f"postgresql://anna:{SECRET}@host/db", *order[1:]]
    done = subprocess.run(
        [sys.executable, "-c", code, *given], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'rialto[postgres]'" in done.stderr
    assert len(done.stderr.splitlines()) == 1 and SECRET not in done.stderr
    assert list(tmp_path.iterdir()) == []


async def test_many_migrate_at_once(url: Url) -> None:
    """One after the other, and only the first has something to do."""
    opened = await asyncio.gather(*(asyncio.to_thread(open_store, url) for _ in range(4)))
    for store in opened:
        store.close()
    assert ask(url, "SELECT number FROM rialto_schema") == [(len(MIGRATIONS),)]
