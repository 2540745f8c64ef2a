"""Clocks: a bank and an increment; a bot plays on when the time is up."""

from pathlib import Path

import pytest

from rialto.server.table.clock import Clock, ClockRules
from rialto.server.table.presence import TO_OPEN_MS, come_back, step_away
from rialto.server.table.table import Table
from tests.server import bare
from tests.server.live import Player, new_table, serving, settings, until


def test_thinking_costs_and_a_turn_gives() -> None:
    clock = Clock.new(ClockRules(bank_ms=10_000, increment_ms=2_000), 2)
    clock.ask([0], 1_000)
    assert clock.left(0, 4_000) == 7_000
    assert clock.next_flag(4_000) == (0, 7_000)
    cost = clock.cost(0, 4_000, turn_ended=True)
    clock.charge(0, cost)
    assert clock.bank_ms == [9_000, 10_000]
    clock.ask([1], 4_000)
    assert clock.cost(1, 99_000, turn_ended=True) == 10_000, "no increment when the time is up"


def test_another_ones_thinking_goes_on() -> None:
    """P6: a discard of one seat does not reset the others' time."""
    clock = Clock.new(ClockRules(bank_ms=10_000, increment_ms=0), 2)
    clock.ask([0, 1], 0)
    clock.charge(0, clock.cost(0, 3_000, turn_ended=False))
    clock.ask([0, 1], 3_000)
    assert (clock.left(0, 5_000), clock.left(1, 5_000)) == (5_000, 5_000)


class Time:
    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms


async def seat_asked(table: Table) -> int:
    return next(iter(table.to_move))


async def test_a_bot_plays_on_until_they_return(tmp_path: Path) -> None:
    time = Time()
    with bare.hall(tmp_path, ticks=time) as hall:
        table = await bare.table(hall, "me", "me", clock={"bank_s": 60, "increment_s": 5})
        seat = await seat_asked(table)
        table.chairs[seat].opened = True
        table.announce()
        time.ms += 59_000
        table.announce()
        shown = table.display.view(seat).clock
        assert shown is not None
        assert shown.bank_ms[seat] == 1_000
        time.ms += 1_000
        table.announce()
        await until(lambda: table.chairs[seat].away)
        # The bot plays this seat whenever it is asked; the other seat is waited for.
        await until(lambda: seat not in table.to_move and not table.autoplay.busy)
        other = await seat_asked(table)
        assert other != seat
        await come_back(table, seat)
        assert not table.chairs[seat].away
        assert table.clock is not None
        assert table.clock.bank_ms[seat] == 15_000
        banks, away = list(table.clock.bank_ms), [c.away for c in table.chairs]
        name = table.id
    with bare.hall(tmp_path, ticks=time) as hall:
        again = await hall.get(name)
        assert again.clock is not None
        assert (again.clock.bank_ms, [c.away for c in again.chairs]) == (banks, away)


@pytest.mark.parametrize("idle", [False, True])
async def test_a_clock_waits_a_day_for_its_player_and_then_begins_by_itself(
    tmp_path: Path, idle: bool
) -> None:
    """Whether the table is in memory or has been put away: nobody has to come and wake it."""
    wall = Time()
    with bare.hall(tmp_path, now=wall) as hall:
        table = await bare.table(hall, "me", "me", clock={"bank_s": 60, "increment_s": 5})
        assert table.clock is not None and table.clock.since == {}
        wall.ms += TO_OPEN_MS - 20
        if idle:
            hall.services.settings.__dict__["idle_table_s"] = -1.0
            hall.put_away_idle()
            assert table.id not in hall.tables
        else:
            table.announce()
        wall.ms += 20
        await until(lambda: table.id in hall.tables and is_running(hall.tables[table.id]))


def is_running(table: Table) -> bool:
    return table.clock is not None and list(table.clock.since) == list(table.to_move)


async def test_who_runs_out_of_time_alone_with_bots_is_waited_for(tmp_path: Path) -> None:
    """M10: the whole game was played out before the eyes of whoever had left the page open."""
    async with serving(settings(tmp_path)) as live, live.browser() as anna, live.browser() as eve:
        clock = {"bank_s": 60, "increment_s": 5}
        made = await new_table(anna, "me", "random", clock=clock, open=True)
        table = live.hall.tables[made["table"]]
        player = Player(await live.socket(anna, table.id))
        await player.receive()
        await until(lambda: list(table.to_move) == [0])
        await step_away(table, 0)
        assert table.chairs[0].away and not table.autoplay.busy
        spectator = Player(await live.socket(eve, table.id))
        await spectator.receive()
        await until(lambda: table.status == "over")
        for one in (player, spectator):
            await one.ws.close()


@pytest.mark.parametrize("steps", [40])
async def test_banks_are_a_fold_over_the_log(tmp_path: Path, steps: int) -> None:
    time = Time()
    with bare.hall(tmp_path, ticks=time) as hall:
        table = await bare.table(hall, "me", "me", "me", clock={"bank_s": 600, "increment_s": 3})
        for n in range(steps):
            time.ms += 1_700 + 10 * n
            seat = await seat_asked(table)
            move = table.game.legal(seat)[0].text
            await table.submit(seat, f"clock-{n:05d}", table.version, [move])
        assert table.clock is not None
        banks = list(table.clock.bank_ms)
        assert len(set(banks)) > 1
        name = table.id
    with bare.hall(tmp_path, ticks=time) as hall:
        again = await hall.get(name)
        assert again.clock is not None
        assert again.clock.bank_ms == banks
