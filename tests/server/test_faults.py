"""What a machine does to a server: pages rot, a disk refuses, clocks jump, a worker is killed.
Nothing acknowledged is lost, doubled or reordered, and whoever asks is told."""

import asyncio
import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from rialto.server.store import open_store
from rialto.server.table.expiry import DAY_MS
from tests.server.live import Live, new_table, serving, settings, until
from tests.server.test_clock import Time
from tests.server.test_expiry import Days
from tests.server.test_minds import mind
from tests.server.test_tables import ok, problem

PAGE = 4096
TABLES, MOVES = 14, 16


async def play(live: Live, browser: Any, name: str, move_id: str) -> Any:
    """The next move of a table, as its own browser sends it."""
    view = await ok(browser.get(f"/api/tables/{name}/view"))
    command = {"move_id": move_id, "version": view["version"], "seat": view["seat"],
               "moves": [view["legal"][0]["move"]]}  # fmt: skip
    return await browser.post(f"/api/tables/{name}/command", json=command)


async def ids(live: Live, name: str) -> list[str]:
    return [e.move_id for e in await live.hall.services.store.entries(name) if e.move_id]


async def test_a_disk_that_takes_nothing_is_said_clearly(tmp_path: Path) -> None:
    """Reading goes on, and the same move is played once when writing does."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        assert (await play(live, browser, made["table"], "move-before")).status_code == 200
        writer = live.hall.services.store.press.db
        writer.execute("PRAGMA query_only = ON")
        refused = await play(live, browser, made["table"], "move-during")
        assert (refused.status_code, refused.json()["error"]) == (503, "store_failed")
        assert "nothing was changed" in refused.json()["message"]
        live.hall.services._proof = None
        await problem(browser.get("/readyz"), 503, "store_failed")
        assert (await ok(browser.get(f"/api/tables/{made['table']}")))["version"] > 0
        writer.execute("PRAGMA query_only = OFF")
        for _ in range(2):
            assert (await play(live, browser, made["table"], "move-during")).status_code == 200
        assert await ids(live, made["table"]) == ["move-before", "move-during"]


def rot(db: Path, tables: set[int]) -> None:
    """Overwrite these pages."""
    with db.open("r+b") as file:
        for page in tables:
            file.seek((page - 1) * PAGE)
            file.write(b"\x5a" * PAGE)


def leaves(db: Path) -> list[int]:
    """Pages of the logs, where the moves of players stand. The index of their ids has many more of
    them on a page."""
    raw = db.read_bytes()
    pages = [raw[at : at + PAGE] for at in range(0, len(raw), PAGE)]
    return [n + 1 for n, page in enumerate(pages) if 5 < page.count(b"move-") < 40]


async def test_pages_that_rot_cost_only_what_was_on_them(tmp_path: Path) -> None:
    names = []
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        for n in range(TABLES):
            made = await new_table(browser, "me", "me")
            names.append(made["table"])
            for move in range(MOVES):
                await play(live, browser, made["table"], f"move-{n:02d}-{move:03d}")
        cookies = dict(browser.cookies)
    db = tmp_path / "rialto.db"
    with closing(sqlite3.connect(db)) as store:
        store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    found = leaves(db)
    assert len(found) > 6
    rot(db, {found[len(found) // 2]})
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        browser.cookies.update(cookies)
        told = {name: await browser.get(f"/api/tables/{name}/view?seat=0") for name in names}
        good = [name for name, answer in told.items() if answer.status_code == 200]
        bad = [answer for answer in told.values() if answer.status_code != 200]
        assert 1 <= len(bad) <= 4
        assert {answer.json()["error"] for answer in bad} <= {"store_unreadable", "bad_log"}
        for name in good:
            before = await ids(live, name)
            assert len(before) == MOVES
            answer = await play(live, browser, name, "move-after")
            if answer.status_code == 200:
                assert await ids(live, name) == [*before, "move-after"]
            else:  # its next page is the one that rotted
                assert answer.json()["error"] == "store_failed"
        # By its name a new table's log may belong on that page, or beside it, where SQLite
        # needs both to make room: then that is said, and another one is made.
        for _ in range(30):
            answer = await browser.post("/api/tables", json={"seats": [{"kind": "me"}] * 2})
            if answer.status_code == 201:
                break
            assert answer.json()["error"] == "store_failed"
        assert answer.status_code == 201


def test_a_file_that_is_no_database_any_more_is_said_in_a_line(tmp_path: Path) -> None:
    db = tmp_path / "rialto.db"
    open_store(db).close()
    rot(db, {1})
    with pytest.raises(Exception, match=r"rialto\.db: file is not a database"):
        open_store(db)


@pytest.mark.parametrize("days", [-400, 400])
async def test_a_wall_clock_that_jumps_changes_no_game(tmp_path: Path, days: int) -> None:
    now, ticks = Days(), Time()
    async with serving(settings(tmp_path), now=now, ticks=ticks) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me", clock={"bank_s": 600, "increment_s": 0})
        for n in range(3):
            assert (await play(live, browser, made["table"], f"move-{n:03d}")).status_code == 200
        before = live.hall.tables[made["table"]]
        left = [before.clock.left(p, ticks.ms) for p in (0, 1)]
        now.ms += days * DAY_MS
        for n in range(3, 6):
            assert (await play(live, browser, made["table"], f"move-{n:03d}")).status_code == 200
        after = live.hall.tables[made["table"]]
        assert [after.clock.left(p, ticks.ms) for p in (0, 1)] == left
        assert await ids(live, made["table"]) == [f"move-{n:03d}" for n in range(6)]
        assert (await ok(browser.get("/api/mine")))["tables"][0]["table"] == made["table"]


async def test_a_worker_that_is_killed_in_thought_is_replaced(tmp_path: Path) -> None:
    async with mind(tmp_path, 2) as there:
        there.pool.warm()
        await until(lambda: there.pool._ready)
        first = there.ask("first")
        await there.until_asked("first")
        process = there.pool._compiled[0]._process
        assert process is not None
        os.kill(process.pid, signal.SIGKILL)
        assert await first == there.legal[0], "a random move"
        assert await asyncio.wait_for(there.ask("second"), 60) == there.legal[-1]
