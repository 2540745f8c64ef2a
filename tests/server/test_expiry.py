"""What nobody wants any more is given back (D10)."""

from pathlib import Path

import pytest

from rialto.server.table.expiry import DAY_MS, Calendar, expire
from tests.server import bare
from tests.server.live import new_table, serving, settings, until
from tests.server.test_clock import Time


class Days:
    """A wall clock."""

    def __init__(self) -> None:
        self.ms = 1_000 * DAY_MS

    def __call__(self) -> int:
        return self.ms


async def test_tables_that_nobody_wants_make_room(tmp_path: Path) -> None:
    """D10: the limit was reached once and for all."""
    now = Days()
    given = {"most_tables": 2, "open_table_days": 14, "idle_table_days": 90}
    with bare.hall(tmp_path, now=now, settings=given) as hall:
        waiting = await bare.table(hall, "me", "person")
        running = await bare.table(hall, "me", "me")
        with pytest.raises(Exception, match="as many tables"):
            await bare.table(hall, "me", "me")
        now.ms += 13 * DAY_MS
        await expire(hall)
        assert await hall.services.store.count_tables() == 2
        now.ms += 2 * DAY_MS
        await expire(hall)
        assert await hall.services.store.table(waiting.id) is None
        assert waiting.id not in hall.tables
        assert (await hall.get(running.id)).status == "running"
        now.ms += 80 * DAY_MS
        await expire(hall)
        gone = await hall.get(running.id)
        assert gone.status == "abandoned"
        assert b'"abandoned"' in gone.history.since(gone.version - 1, None)
        await bare.table(hall, "me", "me")
        await bare.table(hall, "me", "me")


async def test_a_table_that_is_watched_or_played_at_stays(tmp_path: Path) -> None:
    now = Days()
    async with serving(settings(tmp_path), now=now) as live, live.browser() as host:
        waiting = await new_table(host, "me", "person")
        running = await new_table(host, "me", "me")
        table = live.hall.tables[running["table"]]
        async with live.socket(host, waiting["table"]) as ws:
            await ws.recv()
            now.ms += 91 * DAY_MS
            seat = table.game.to_move[0]
            await table.submit(seat, "a-late-move", None, [table.game.legal(seat)[0].text])
            await expire(live.hall)
        about = [(await host.get(f"/api/tables/{t['table']}")).json() for t in (waiting, running)]
        assert [t.get("status") for t in about] == ["open", "running"]


async def test_never_is_an_answer(tmp_path: Path) -> None:
    now = Days()
    days = dict.fromkeys(
        ("open_table_days", "idle_table_days", "session_days", "token_days", "record_days"), 0
    )
    with bare.hall(tmp_path, now=now, settings=days) as hall:
        waiting = await bare.table(hall, "me", "person")
        now.ms += 900 * DAY_MS
        await expire(hall)
        assert (await hall.get(waiting.id)).status == "open"


async def test_a_table_with_a_clock_leaves_memory_and_its_flag_still_falls(tmp_path: Path) -> None:
    """D10: tables with clocks stayed in memory for ever."""
    time = Time()
    with bare.hall(tmp_path, ticks=time) as hall:
        table = await bare.table(hall, "me", "me", clock={"bank_s": 3600, "increment_s": 0})
        seat = table.game.to_move[0]
        async with table.change() as change:
            change.mark_opened(seat)
        time.ms += 1_000_000
        hall.put_away_idle()
        assert hall.tables == {}
        # Who comes back finds that the time has run on.
        again = await hall.get(table.id)
        assert again.clock is not None
        assert again.clock.left(seat, time.ms) == 2_600_000
        time.ms += 2_600_000 - 10
        hall.put_away_idle()
        assert hall.tables == {}
        time.ms += 10
        # The alarm rings although nobody comes.
        await until(lambda: hall.tables and hall.tables[table.id].chairs[seat].away)


async def test_a_clock_that_has_jumped_makes_nothing_expire(tmp_path: Path) -> None:
    now, ticks = Days(), Time()
    with bare.hall(tmp_path, now=now, ticks=ticks) as hall:
        calendar = Calendar(hall.services, now.ms - 3 * DAY_MS)
        for _ in range(40):
            now.ms, ticks.ms = now.ms + DAY_MS, ticks.ms + DAY_MS
            assert calendar.trusted()
        now.ms += 400 * DAY_MS
        assert not calendar.trusted()
        now.ms -= 400 * DAY_MS
        assert not calendar.trusted(), "until the next start"
        # After a long time off it may be the clock of a new battery.
        long_off = Calendar(hall.services, now.ms - 400 * DAY_MS)
        assert not long_off.trusted()
        now.ms, ticks.ms = now.ms + DAY_MS, ticks.ms + DAY_MS
        assert long_off.trusted()
