"""Practice: a table from a moment of a record that vanishes when its player leaves it."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from rialto.server.closing import NO_TABLE
from rialto.server.notify.news import Herald, News
from rialto.server.table.practice import Unattended
from tests.server import bare
from tests.server.live import Json, Live, new_table, serving, settings
from tests.server.test_clock import Time
from tests.server.test_tables import finished_table, ok, problem

REPLAYS = Path(__file__).parent.parent / "replays"
RECORD: Json = json.loads((REPLAYS / "2-players-standard-lagoon.json").read_text("utf-8"))
LAST = len(RECORD["moves"]) - 1
"""A's last decision, which ends the game."""
MIDDLE = 150
HALF_AN_HOUR = 30 * 60_000


def rows_about(db: Path, table: str) -> int:
    """In all of the database."""
    with sqlite3.connect(db) as kept:
        tables = kept.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        rows = [row for (name,) in tables for row in kept.execute(f"SELECT * FROM {name}")]
    return sum(table in map(str, row) for row in rows)


async def listed(browser: Any) -> set[str]:
    lists = [await ok(browser.get(f"/api/{name}")) for name in ("mine", "history", "tables")]
    return {about["table"] for found in lists for about in found["tables"]}


async def practise(browser: Any, **more: Any) -> str:
    """From a move of a record that was uploaded."""
    kept = await ok(browser.post("/api/records", json=RECORD), 201)
    start = {"record_id": kept["id"], "from_move": MIDDLE, "practice": True, **more}
    made: str = (await new_table(browser, "me", "random", **start))["table"]
    return made


async def test_practice_is_gone_when_it_is_left(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as anna:
        table = await practise(anna)
        view = await ok(anna.get(f"/api/tables/{table}/view"))
        assert view["practice"]
        assert await listed(anna) == set()
        async with live.browser() as ben:
            await problem(ben.post(f"/api/tables/{table}/leave", json={}), 403, "no_seat")
            await problem(ben.post(f"/api/tables/{table}/keep"), 403, "host_only")
        async with live.socket(anna, table) as ws:
            await ws.recv()
            await ok(anna.post(f"/api/tables/{table}/leave", json={}))
            with pytest.raises(ConnectionClosed):
                while True:
                    await ws.recv()
            assert ws.close_code == NO_TABLE
        await problem(anna.get(f"/api/tables/{table}"), 404, "no_table")
        assert rows_about(tmp_path / "rialto.db", table) == 0


async def test_practice_that_is_kept_is_a_game_like_any_other(tmp_path: Path) -> None:
    """A finished one counts only then."""
    async with serving(settings(tmp_path), seed=lambda: 1) as live, live.browser() as anna:
        table = await practise(anna, from_move=LAST)
        move = RECORD["moves"][LAST].removeprefix("A ")
        body = {"move_id": "last-move", "version": LAST, "moves": [move]}
        await ok(anna.post(f"/api/tables/{table}/command", json=body))
        assert (await ok(anna.get(f"/api/tables/{table}")))["status"] == "over"
        assert await listed(anna) == set()
        assert (await ok(anna.get("/api/me/games")))["games"] == 0
        await ok(anna.post(f"/api/tables/{table}/keep"))
        assert not (await ok(anna.get(f"/api/tables/{table}/view")))["practice"]
        assert await listed(anna) == {table}
        assert (await ok(anna.get("/api/me/games")))["games"] == 1
        await ok(anna.post(f"/api/tables/{table}/leave", json={}))
        assert (await ok(anna.get(f"/api/tables/{table}")))["status"] == "over"


async def test_a_hidden_practice_table_is_gone_too(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as anna:
        table = await practise(anna)
        await ok(anna.post(f"/api/tables/{table}/hide"))
        assert rows_about(tmp_path / "rialto.db", table) == 0


async def test_another_move_may_be_played_first(tmp_path: Path) -> None:
    """What chance brings then has new keys: the fork is fair from there on."""
    async with serving(settings(tmp_path)) as live, live.browser() as anna:
        finished = (await finished_table(live, anna))["table"]
        record = await ok(anna.get(f"/api/tables/{finished}/record"))
        at, seat, other = await another_move(live, finished)
        first = [{"seat": seat, "move": other}]
        kinds = [{"kind": "bot", "bot": "random"}, {"kind": "bot", "bot": "random"}]
        kinds[seat] = {"kind": "me"}
        wanted = {"seats": kinds, "practice": True, "from_table": finished, "from_move": at}
        wrong = [{"seat": seat, "move": "from nowhere"}]
        answer = await anna.post("/api/tables", json={**wanted, "first": wrong})
        assert (answer.status_code, answer.json()["error"]) == (409, "refused")
        assert answer.json()["where"] == "first.0"
        made = await ok(anna.post("/api/tables", json={**wanted, "first": first}), 201)
        played = live.hall.tables[made["table"]].game.log
        assert [move.text for move in played[:at]] == [
            move.split(" ", 1)[1] for move in record["moves"][:at]
        ]
        assert (played[at].seat, played[at].text) == (seat, other)
        fair = await ok(anna.get(f"/api/tables/{made['table']}/fair"))
        before = await ok(anna.get(f"/api/tables/{finished}/fair"))
        assert fair["given"] == at + 1
        assert fair["commitment"] != before["commitment"]


async def another_move(live: Live, table: str) -> tuple[int, int, str]:
    """A decision after the hundredth move, whose it was, and what else could have been done."""
    game = (await live.hall.get(table)).game
    frame = game.rewound()
    for at, move in enumerate(game.log):
        others = [m.text for m in frame.legal(move.seat) if m != move] if move.seat >= 0 else []
        if at > 100 and others:
            return at, move.seat, others[0]
        frame.play(move)
    raise AssertionError("nothing to choose in the whole game")


async def test_practice_that_nobody_has_open_is_cleared(tmp_path: Path) -> None:
    """Whatever the calendar says, and also what was open when the server stopped."""
    time = Time()
    with bare.hall(tmp_path, ticks=time) as hall:
        table = await bare.table(hall, "me", "random", practice=True)
        plain = await bare.table(hall, "me", "random")
        unattended = Unattended(hall)
        await unattended.clear()
        time.ms += HALF_AN_HOUR - 1
        await hall.get(table.id)
        await unattended.clear()
        time.ms += HALF_AN_HOUR - 1
        hall.put_away_idle()
        await unattended.clear()
        assert await hall.services.store.practice_tables() == [table.id], "somebody was there"
    with bare.hall(tmp_path, ticks=time) as hall:
        unattended = Unattended(hall)
        await unattended.clear()
        time.ms += HALF_AN_HOUR - 1
        await unattended.clear()
        assert await hall.services.store.practice_tables() == [table.id]
        time.ms += 1
        await unattended.clear()
        assert await hall.services.store.table(plain.id) is not None
    assert rows_about(tmp_path / "rialto.db", table.id) == 0


async def test_practice_that_is_open_stays(tmp_path: Path) -> None:
    time = Time()
    async with serving(settings(tmp_path), ticks=time) as live, live.browser() as anna:
        table = await practise(anna)
        unattended = Unattended(live.hall)
        async with live.socket(anna, table) as ws:
            await ws.recv()
            time.ms += 10 * HALF_AN_HOUR
            await unattended.clear()
        await ok(anna.get(f"/api/tables/{table}"))


async def test_nobody_is_told_of_practice(tmp_path: Path) -> None:
    told: list[News] = []
    with bare.hall(tmp_path) as hall:
        herald = Herald(hall.services.now, lambda who, news: told.append(news))
        hall.heralds.append(herald.table_changed)
        practice = await bare.table(hall, "me", "random", practice=True, seal="0" * 64)
        plain = await bare.table(hall, "me", "random")
        for table in (practice, plain):
            table.status = "running"
            hall.table_changed(table)
        assert {news.table for news in told} == {plain.id}


@pytest.mark.parametrize(
    "more",
    [
        {"seats": [{"kind": "me"}, {"kind": "me"}]},
        {"seats": [{"kind": "me"}, {"kind": "person"}]},
        {"seats": [{"kind": "bot", "bot": "random"}] * 2},
        {"open": True},
        {"clock": {"bank_s": 60, "increment_s": 1}},
        {"days": {"days": 3}},
    ],
)
async def test_practice_is_for_one_person_and_bots(tmp_path: Path, more: Json) -> None:
    wanted = {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}], "practice": True}
    async with serving(settings(tmp_path)) as live, live.browser() as anna:
        await problem(anna.post("/api/tables", json={**wanted, **more}), 409, "bad_practice")
        assert await live.hall.services.store.count_tables() == 0
