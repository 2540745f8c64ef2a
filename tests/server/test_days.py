"""Play by days: so long for a move, then a bot; holidays; all of it over a restart."""

from pathlib import Path
from typing import Any

import pytest

from rialto.server.table.company import is_missing, last_act
from rialto.server.table.days import (
    DAY_MS,
    DayRules,
    ask,
    end_holiday,
    late,
    left_ms,
    new_days,
    see,
    take_holiday,
)
from rialto.server.table.expiry import expire
from rialto.server.table.hall import Hall
from rialto.server.table.presence import open_for
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble
from tests.server import bare
from tests.server.live import new_table, serving, settings, until

THREE = DayRules(days=3, play_on=False)
T0 = 1_800_000_000_000


class Time:
    def __init__(self) -> None:
        self.ms = T0

    def __call__(self) -> int:
        return self.ms


def test_each_move_has_its_own_days() -> None:
    kept = ask(new_days(2), [0], None, lambda p: T0)
    assert left_ms(kept, THREE, 0, T0 + DAY_MS) == 2 * DAY_MS
    assert left_ms(kept, THREE, 1, T0) is None
    moved = ask(kept, [0, 1], 0, lambda p: T0 + DAY_MS)
    assert moved.since == (T0 + DAY_MS, T0 + DAY_MS)
    others = ask(moved, [0, 1], 1, lambda p: T0 + 2 * DAY_MS)
    assert others.since == (T0 + DAY_MS, T0 + 2 * DAY_MS), "another's move gives no time"
    assert late(others, THREE, T0 + 4 * DAY_MS) == [0]


def test_a_holiday_stops_the_time_and_gives_none_back() -> None:
    kept = ask(new_days(1), [0], None, lambda p: T0)
    away = take_holiday(kept, 0, 10, T0 + DAY_MS)
    assert left_ms(away, THREE, 0, T0 + 5 * DAY_MS) == 2 * DAY_MS
    assert left_ms(away, THREE, 0, T0 + 12 * DAY_MS) == DAY_MS
    assert late(away, THREE, T0 + 12 * DAY_MS) == []
    assert late(away, THREE, T0 + 13 * DAY_MS) == [0]
    with pytest.raises(Trouble, match="holiday"):
        take_holiday(away, 0, 5, T0 + 2 * DAY_MS)
    back = end_holiday(away, 0, T0 + 3 * DAY_MS)
    assert back.holiday_ms == (12 * DAY_MS,)
    assert left_ms(back, THREE, 0, T0 + 3 * DAY_MS) == 2 * DAY_MS


def test_who_is_asked_in_a_holiday_has_all_days_after_it() -> None:
    away = take_holiday(new_days(1), 0, 4, T0)
    asked = ask(away, [0], None, lambda p: max(T0 + DAY_MS, away.holiday_until[p]))
    assert left_ms(asked, THREE, 0, T0 + 2 * DAY_MS) == 3 * DAY_MS
    assert see(asked, 0, T0 + DAY_MS).since == asked.since, "looking on does not end a holiday"


async def by_days(hall: Hall, *, play_on: bool = False) -> tuple[Table, int]:
    table = await bare.table(hall, "me", "me", "me", days={"days": 1, "play_on": play_on})
    seat = next(iter(table.to_move))
    await open_for(table, seat)
    return table, seat


async def test_a_bot_moves_once(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, now=time) as hall:
        table, seat = await by_days(hall)
        time.ms += DAY_MS - 1
        table.announce()
        shown = table.display.view(seat).days
        assert shown is not None
        assert shown.left_ms[seat] == 1
        assert seat in table.to_move
        time.ms += 1
        table.announce()
        await until(lambda: seat not in table.to_move)
        assert not table.chairs[seat].away, "the seat stays theirs"
        assert [n.code for n in table.notices][-1] == "late"
        assert is_missing(table, seat)
        assert table.days is not None
        assert table.days.since[seat] is None
        kept, name = table.days, table.id
    with bare.hall(tmp_path, now=time) as hall:
        again = await hall.get(name)
        assert again.days == kept


async def test_what_bots_do_keeps_no_game_open(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, now=time) as hall:
        table, seat = await by_days(hall)
        begun = last_act(table)
        time.ms += 59 * DAY_MS
        table.announce()
        await until(lambda: seat not in table.to_move)
        assert last_act(table) == begun < table.updated
        await expire(hall)
        assert (await hall.get(table.id)).status == "running"
        time.ms += 2 * DAY_MS
        await expire(hall)
        assert (await hall.get(table.id)).status == "abandoned"


async def test_a_bot_plays_on_until_they_look_in(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, now=time) as hall:
        table, seat = await by_days(hall, play_on=True)
        time.ms += DAY_MS
        table.announce()
        await until(lambda: table.chairs[seat].away)
        await open_for(table, seat)
        assert not table.chairs[seat].away


async def test_the_time_runs_on_while_the_server_is_off(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, now=time) as hall:
        table, seat = await by_days(hall)
        name, version = table.id, table.version
    time.ms += DAY_MS
    with bare.hall(tmp_path, now=time) as hall:
        await hall.wake_all()
        again = hall.tables[name]
        await until(lambda: again.version > version and seat not in again.to_move)


async def test_nobodys_days_run_before_they_have_seen_the_game(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, now=time) as hall:
        table = await bare.table(hall, "me", "me", days={"days": 3})
        seat = next(iter(table.to_move))
        assert table.days is not None
        assert table.days.since[seat] == T0 + DAY_MS
        time.ms += 3_600_000
        await open_for(table, seat)
        assert table.days.since[seat] == T0 + 3_600_000


async def test_a_move_gives_the_time_anew_and_an_undo_does_not(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, now=time) as hall:
        table, seat = await by_days(hall)
        for turn in range(3):
            time.ms += 1000
            move = table.game.legal(seat)[0].text
            await table.submit(seat, f"move-000{turn}", table.version, [move])
            assert table.days is not None
            assert table.days.since[next(iter(table.to_move))] != T0
            await table.undo(seat, f"undo-000{turn}", table.version)
            assert table.days.since[seat] == T0


async def test_an_idle_table_wakes_when_a_move_is_late(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, now=time) as hall:
        table, _ = await by_days(hall)
        version = table.version
        time.ms += DAY_MS - 20
        hall.services.settings.__dict__["idle_table_s"] = -1.0
        hall.put_away_idle()
        assert table.id not in hall.tables
        time.ms += 20
        await until(lambda: table.id in hall.tables and hall.tables[table.id].version > version)


async def test_by_the_api(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as anna:
        made = await new_table(anna, "me", "random", days={"days": 7, "play_on": True})
        path = f"/api/tables/{made['table']}"
        told: dict[str, Any] = (await anna.post(f"{path}/holiday", json={"days": 2})).json()
        assert told["days"] == 7 and told["play_on"] is True
        assert told["holiday_ms"][0] == 12 * DAY_MS
        assert told["holiday_until"][0] is not None
        refused = await anna.post(f"{path}/holiday", json={"days": 13})
        assert (refused.status_code, refused.json()["error"]) == (409, "no_holiday")
        assert (await anna.post(f"{path}/holiday", json={"days": 15})).status_code == 422
        ended = (await anna.post(f"{path}/holiday", json={"days": 0})).json()
        assert ended["holiday_until"][0] is None
        mine = (await anna.get("/api/mine")).json()["tables"][0]
        assert mine["days"] == {"days": 7, "play_on": True}
        async with live.browser() as stranger:
            answer = await stranger.post(f"{path}/holiday", json={"days": 1})
            assert answer.json()["error"] == "no_seat"


@pytest.mark.parametrize("days", [{"days": 4}, {"days": 0}, {"days": "3"}, {}, {"days": 1, "x": 1}])
async def test_bad_days_are_refused(tmp_path: Path, days: dict[str, Any]) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as anna:
        seats = [{"kind": "me"}, {"kind": "person"}]
        answer = await anna.post("/api/tables", json={"seats": seats, "days": days})
        assert answer.status_code == 422
        both = {"days": {"days": 1}, "clock": {"bank_s": 60, "increment_s": 0}}
        answer = await anna.post("/api/tables", json={"seats": seats, **both})
        assert answer.json()["error"] == "bad_clock"
