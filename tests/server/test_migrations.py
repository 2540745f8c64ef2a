"""A database of an older version is carried along; one of a newer version is left alone.

`old/schema-1.*.xz` were made by commit 824a827 (`make_old_database.py` says how): running, waiting,
abandoned and finished games, and what that server said of them.
"""

import json
import lzma
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rialto import Game
from rialto.cli.main import main
from rialto.server.store import StoreError, UnknownSchema, open_store, sqlite_migrations
from rialto.server.store.sqlite_steps import MIGRATIONS, NEWEST
from tests.server.live import Json, serving, settings
from tests.server.test_tables import ok, problem

OLD = Path(__file__).parent / "old"


def unpack(kind: str) -> bytes:
    return lzma.decompress((OLD / f"schema-1.{kind}.xz").read_bytes())


@pytest.fixture(scope="module")
def then() -> Json:
    """What the old server said, and the secrets of those who sat there."""
    said: Json = json.loads(unpack("json"))
    assert said["schema"] == 1
    return said


@pytest.fixture
def old(tmp_path: Path) -> Path:
    db = tmp_path / "rialto.db"
    db.write_bytes(unpack("db"))
    return db


def alike(now: Any, before: Any) -> bool:
    """All that the old server said is still so; there may be more by now."""
    if isinstance(before, dict):
        return all(key in now and alike(now[key], value) for key, value in before.items())
    if isinstance(before, list):
        return len(now) == len(before) and all(map(alike, now, before))
    return bool(now == before)


async def test_every_game_goes_on_where_it_was(tmp_path: Path, old: Path, then: Json) -> None:
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as host,
        live.browser() as guest,
    ):
        for browser, session in zip((host, guest), then["sessions"], strict=True):
            browser.cookies["rialto"] = session
        for name, table in then["tables"].items():
            path, said = f"/api/tables/{table}", then["told"][name]
            assert alike(await ok(host.get(path)), said["summary"]), name
            for browser, view in zip((host, guest), said["views"], strict=True):
                seen = await ok(browser.get(f"{path}/view"))
                for part in ("seat", "hand", "legal", "version", "status", "districts", "rows"):
                    assert alike(seen[part], view[part]), (name, part)
            assert (await ok(host.get(f"{path}/since/0")))["events"] == said["since"]
            record = await ok(host.get(f"{path}/record"))
            for part in ("rules", "moves", "checks", "names", "start", "house"):
                assert record[part] == said["record"][part], (name, part)
            assert len((await ok(host.get(f"{path}/replay")))["frames"]) > 0
        assert Game.from_record(then["told"]["over"]["record"]).over


async def test_every_running_game_can_be_played_on(tmp_path: Path, old: Path, then: Json) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as host:
        host.cookies["rialto"] = then["sessions"][0]
        played = 0
        for name, table in then["tables"].items():
            path = f"/api/tables/{table}"
            view = await ok(host.get(f"{path}/view"))
            if not view["legal"]:
                continue
            command = {
                "move_id": "after-the-upgrade",
                "version": view["version"],
                "seat": view["seat"],
                "moves": [view["legal"][0]["move"]],
            }
            done = await ok(host.post(f"{path}/command", json=command))
            assert done["version"] > view["version"], name
            # Known commands are known still.
            again = {**command, "move_id": "after-the-upgrade"}
            assert (await ok(host.post(f"{path}/command", json=again))) == done
            played += 1
        assert played >= 4


async def test_seats_links_and_sessions_are_carried_along(
    tmp_path: Path, old: Path, then: Json
) -> None:
    tables = then["tables"]
    async with (
        serving(settings(tmp_path)) as live,
        live.browser() as guest,
        live.browser() as stranger,
    ):
        # A link by which somebody sits there opens nothing to others.
        used = stranger.post("/api/join", json={"secret": then["link"]})
        await problem(used, 409, "link_used")
        guest.cookies["rialto"] = then["sessions"][1]
        assert (await ok(guest.post("/api/join", json={"secret": then["link"]})))["seat"] == 1
        # One that nobody has used is good; and the last seat begins the game.
        joined = await ok(stranger.post("/api/join", json={"secret": then["unused"]}))
        assert joined == {"table": tables["waiting"], "seat": 1}
        assert (await ok(stranger.get(f"/api/tables/{tables['waiting']}")))["status"] == "running"
        token = {"authorization": f"Bearer {then['token']}"}
        assert (await ok(stranger.get("/api/mine", headers=token)))["tables"] == []
        assert (await stranger.get(f"/api/records/{then['record']}/replay")).status_code == 200


async def test_an_old_cookie_under_tls_is_exchanged(tmp_path: Path, old: Path, then: Json) -> None:
    """Its name could be a neighbour's, so a new one is given, and the old one soon good for
    nothing."""
    now = 1_700_000_000_000
    tls = {"x-forwarded-proto": "https"}
    async with serving(settings(tmp_path), now=lambda: now) as live, live.browser() as host:
        before = {**tls, "cookie": f"rialto={then['sessions'][0]}"}
        path = f"/api/tables/{then['tables']['over']}"
        assert (await ok(host.get(path, headers=before)))["mine"] == [0, 1, 2]
        body = {"seats": [{"kind": "me"}, {"kind": "me"}]}
        made = await host.post("/api/tables", json=body, headers=before)
        new = made.headers["set-cookie"].partition(";")[0]
        assert new.startswith("__Host-rialto=")
        host.cookies.clear()
        now += 3_600_000
        for cookie, mine in ((new, [0, 1, 2]), (before["cookie"], [])):
            seen = await ok(host.get(path, headers={**tls, "cookie": cookie}))
            assert seen["mine"] == mine
            host.cookies.clear()


def test_a_copy_is_made_before(tmp_path: Path, old: Path) -> None:
    old.chmod(0o640)
    before = old.read_bytes()
    open_store(old).close()
    kept = tmp_path / "rialto.db.schema-1"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o640
    with closing(sqlite3.connect(kept)) as copy, closing(sqlite3.connect(old)) as new:
        assert copy.execute("PRAGMA user_version").fetchone() == (1,)
        assert new.execute("PRAGMA user_version").fetchone() == (NEWEST,)
        assert new.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert new.execute("PRAGMA foreign_key_check").fetchall() == []
        for table in ("games", "events", "holders"):
            rows = f"SELECT count(*) FROM {table}"
            assert copy.execute(rows).fetchone() == new.execute(rows).fetchone()
    assert before
    open_store(old).close()
    assert [p.name for p in tmp_path.glob("*.schema-*")] == [kept.name], "once"


def test_a_carried_database_is_built_like_a_new_one(tmp_path: Path, old: Path) -> None:
    open_store(tmp_path / "new.db").close()
    open_store(old).close()

    def built(db: Path) -> list[Any]:
        with closing(sqlite3.connect(db)) as store:
            return store.execute(
                "SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2"
            ).fetchall()

    assert built(old) == built(tmp_path / "new.db")


def test_a_step_is_all_or_nothing(
    tmp_path: Path, old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = MIGRATIONS
    broken = (steps[0], "CREATE TABLE half (a INTEGER); INSERT INTO nowhere VALUES (1);")
    monkeypatch.setattr(sqlite_migrations, "MIGRATIONS", broken)
    with pytest.raises(StoreError, match=r"schema 2 failed.*nowhere"):
        open_store(old)
    with closing(sqlite3.connect(old)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'half'").fetchall()
    monkeypatch.setattr(sqlite_migrations, "MIGRATIONS", steps)
    open_store(old).close()
    assert len(list(tmp_path.glob("*.schema-1*"))) == 2, "each try has its copy"


def as_newer(db: Path) -> None:
    with closing(sqlite3.connect(db)) as store:
        store.execute("PRAGMA user_version = 77")


def as_anothers(db: Path) -> None:
    db.unlink()
    with closing(sqlite3.connect(db)) as store:
        store.execute("CREATE TABLE recipes (name TEXT)")


@pytest.mark.parametrize(
    ("make", "word"), [(as_newer, "schema 77"), (as_anothers, "another program")]
)
def test_what_is_not_ours_is_left_as_it_is(
    tmp_path: Path,
    old: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    make: Callable[[Path], None],
    word: str,
) -> None:
    make(old)
    old.chmod(0o644)
    before = old.read_bytes()
    with pytest.raises(UnknownSchema, match=word):
        open_store(old)
    monkeypatch.setenv("RIALTO_JIT", "0")
    assert main(["serve", "--port", "0", "--db", str(old)]) == 2
    said = capsys.readouterr().err
    assert (said.count("\n"), word in said) == (1, True)
    assert old.read_bytes() == before
    assert stat.S_IMODE(old.stat().st_mode) == 0o644
    assert {p.name for p in tmp_path.iterdir()} <= {"rialto.db", "rialto.db.lock"}
