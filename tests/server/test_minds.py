"""Bots at server tables: who is asked first, what a cancelled question does, what time tells."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from prometheus_client import generate_latest

from rialto import Game, Move
from rialto.bots import roster
from rialto.engine.game import View
from rialto.server.metrics import Metrics
from rialto.server.minds import thoughts
from rialto.server.minds.botpool import BotPool, Urgency
from rialto.server.minds.worker import Worker
from rialto.server.table.autoplay import to_next_beat
from rialto.server.table.presence import come_back, step_away
from rialto.server.table.table import Table
from tests.patience import PATIENCE_S
from tests.server import bare
from tests.server.leaping import in_no_time
from tests.server.live import until

PLAYER, SPECTATOR = Urgency.PLAYER, Urgency.SPECTATOR


class Mind:
    """A pool with one slow worker, and a game to ask about."""

    def __init__(self, pool: BotPool, metrics: Metrics, log: Path) -> None:
        self.pool, self.metrics, self._log = pool, metrics, log
        self.game = Game.new(4, seed=1)
        self.game.run_chance()
        self.seat = self.game.to_move[0]
        self.legal = self.game.legal(self.seat)

    def ask(
        self, level: str, legal: list[Move] | None = None, urgency: Urgency = PLAYER,
        source: str = "here",
    ) -> "asyncio.Task[Move]":  # fmt: skip
        view = self.game.view(self.seat)
        chosen = self.pool.choose(level, view, legal or self.legal, urgency, source)
        return asyncio.create_task(chosen)

    def asked(self) -> list[str]:
        """The levels that the worker was asked about, in this order."""
        return [line.split()[0] for line in self._log.read_text().splitlines()]

    async def until_asked(self, level: str) -> None:
        while level not in self.asked():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def mind(folder: Path, seconds: float, start: float | None = None) -> AsyncIterator[Mind]:
    log = folder / "asked"
    log.touch()
    metrics = Metrics()
    words = [str(seconds), str(log), *([] if start is None else [str(start)])]
    pool = BotPool(
        workers=1, think_s=1.5, deadline_s=PATIENCE_S, metrics=metrics, pick=lambda view, n: 0,
        command=[sys.executable, "-m", "tests.server.slow_worker", *words],
    )  # fmt: skip
    try:
        yield Mind(pool, metrics, log)
    finally:
        await pool.close()


async def cancel(task: "asyncio.Task[Any]") -> None:
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def test_a_question_cancelled_in_thought_harms_nobody(tmp_path: Path) -> None:
    """D3: its answer was given to the next question, of whatever table, and so on."""
    async with mind(tmp_path, 0.3) as there:
        first = there.ask("first")
        await there.until_asked("first")
        await cancel(first)
        for n in (2, 3):
            assert await there.ask(f"next-{n}", there.legal[:n]) == there.legal[n - 1]


async def test_a_question_cancelled_while_the_worker_starts_harms_nobody(tmp_path: Path) -> None:
    """D3: the shared start was cancelled with it, and no bot ever moved again."""
    async with mind(tmp_path, 0, start=1) as there:
        first = there.ask("first")
        await asyncio.sleep(0.2)
        await cancel(first)
        assert await there.ask("second") == there.legal[-1]


async def test_tables_where_a_person_waits_come_first(tmp_path: Path) -> None:
    """D5: thirty tables of bots that are only watched, from thirty addresses."""
    async with mind(tmp_path, 0.05) as there:
        crowd = [there.ask(f"w{n}", urgency=SPECTATOR, source=str(n)) for n in range(30)]
        await there.until_asked("w0")
        assert await there.ask("mine") == there.legal[-1]
        assert there.asked().index("mine") <= 2
        assert not all(task.done() for task in crowd)
        await asyncio.gather(*crowd)


async def test_who_asks_much_waits_behind_the_others(tmp_path: Path) -> None:
    async with mind(tmp_path, 0.05) as there:
        crowd = [there.ask(f"w{n}", source="one address") for n in range(30)]
        await there.until_asked("w0")
        await there.ask("mine", source="another")
        assert there.asked().index("mine") <= 3
        await asyncio.gather(*crowd)


class Thinker(Worker):
    """A worker without a process, which takes 0.7 seconds for a move."""

    def __init__(self) -> None:
        super().__init__([], plain=False)
        self.asked: list[tuple[str, float]] = []
        self.stops = 0

    async def start(self) -> None: ...

    async def ask(self, question: Sequence[Any], seconds: float) -> int:
        _, (level, _, legal), given = question
        self.asked.append((level, given))
        async with asyncio.timeout(seconds):
            await asyncio.sleep(0.7)
        return len(legal) - 1

    async def stop(self) -> None:
        self.stops += 1


async def ask_nine_at_once() -> None:
    worker = Thinker()
    pool = BotPool(
        workers=1, think_s=1.5, deadline_s=3, metrics=Metrics(), pick=lambda view, n: 0
    )  # fmt: skip
    pool._compiled = [worker]
    game = Game.new(4, seed=1)
    game.run_chance()
    seat = game.to_move[0]
    view, legal = game.view(seat), game.legal(seat)

    async def ask(level: str) -> Move:
        return await pool.choose(level, view, legal, PLAYER, "here")

    assert await ask("first") == legal[-1]
    moves = await asyncio.gather(*(ask(f"w{n}") for n in range(9)))
    assert moves == [legal[-1]] * 4 + [legal[0]] * 5, "the fifth would come after 3.5 seconds"
    assert worker.stops == 0, "the worker was not late"
    assert await ask("after") == legal[-1]
    thought_about = [level for level, _ in worker.asked]
    assert thought_about == ["first", "w0", "w1", "w2", "w3", "w4", "after"]
    given = [seconds for _, seconds in worker.asked]
    assert given[:3] == [1.5, 1.5 / 9, 1.5 / 8], "when many wait each is given less"
    await pool.close()


def test_the_deadline_counts_from_the_asking() -> None:
    """Who waited in vain gets a random move; the worker, which was not late, is left alone, and
    nobody thinks about what is too late."""
    in_no_time(ask_nine_at_once())


async def test_a_forced_move_looks_like_any_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D6: it is asked, thought about, timed and counted in the same way."""
    async with mind(tmp_path, 0) as there:
        await there.ask("merchant")
        free = set(generate_latest(there.metrics.registry).decode().splitlines())
        await there.ask("merchant", there.legal[:1])
        forced = set(generate_latest(there.metrics.registry).decode().splitlines())
        changed = {line for line in forced - free if not line.startswith("process")}
        assert {line.split(" ")[0] for line in changed if "bot" in line} == {
            'rialto_bot_moves_total{level="merchant"}'
        }
        assert there.asked() == ["merchant"] * 2

    thought: list[int] = []

    def choose(level: str, view: Any, legal: list[Move], seconds: float) -> Move:
        thought.append(len(legal))
        return legal[0]

    monkeypatch.setattr(roster, "choose", choose)
    for legal in (there.legal[:1], there.legal[:3]):
        assert thoughts.choose_index("procurator", there.game.view(there.seat), legal, 1) == 0
    assert thought == [2, 3], "a bot that has one move only does not think"


def test_bots_move_at_the_beat() -> None:
    for took in (0.0, 0.01, 0.3, 0.44):
        assert took + to_next_beat(took, 0.45) == pytest.approx(0.45)
    assert 0.6 + to_next_beat(0.6, 0.45) == pytest.approx(0.9)


LATE = "import sys, time; sys.stdout.write('ready\\n'); sys.stdout.flush(); time.sleep(60)"
DEAD = "import sys; sys.stdout.write('ready\\n')"
WRONG = "print('ready', flush=True); import time; print('1 99999', flush=True); time.sleep(60)"
MUTE = "print('ready', flush=True); import time; print('what?', flush=True); time.sleep(60)"


@pytest.mark.parametrize("program", [LATE, DEAD, WRONG, MUTE])
async def test_a_bot_that_fails_does_not_stop_the_game(program: str) -> None:
    pool = BotPool(
        workers=1, think_s=0.1, deadline_s=1, metrics=Metrics(),
        pick=lambda view, n: 0, command=[sys.executable, "-c", program],
    )  # fmt: skip
    game = Game.new(2, seed=1)
    game.run_chance()
    seat = game.to_move[0]
    for _ in range(2):
        move = await pool.choose("merchant", game.view(seat), game.legal(seat), PLAYER, "here")
        assert move == game.legal(seat)[0]
    await pool.close()


async def test_a_worker_is_gone_when_it_is_stopped_though_the_stopping_is_cancelled() -> None:
    """Else its pipes are still open when the loop closes."""
    worker = Worker([sys.executable, "-c", LATE], plain=True)
    await worker.start()
    process = worker._process
    assert process is not None
    stopping = asyncio.create_task(worker.stop())
    await asyncio.sleep(0)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping
    assert process.returncode is not None


class Looker:
    """Watches a table, from a seat or not."""

    source = "here"

    def __init__(self, seat: int | None = None) -> None:
        self.seat = seat

    def show(self) -> None: ...

    def drop(self, code: int) -> None: ...


async def stands_still(table: Table) -> bool:
    version = table.version
    for _ in range(50):
        await asyncio.sleep(0)
    return table.version == version and not table.autoplay.busy


async def test_bots_among_themselves_play_only_while_watched(tmp_path: Path) -> None:
    """D5: and so cost nothing when nobody is there."""
    with bare.hall(tmp_path) as hall:
        table = await bare.table(hall, "random", "random")
        assert await stands_still(table)
        looker = Looker()
        table.display.watch(looker)
        began = table.version
        await until(lambda: table.version > began + 5)
        table.display.unwatch(looker)
        await until(lambda: not table.autoplay.busy)
        assert await stands_still(table)
        assert table.status == "running"


async def test_a_level_that_remembers_is_told_what_its_seat_has_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: set[tuple[str, bool]] = set()

    async def choose(level: str, view: View, legal: list[Move], *waits: object) -> Move:
        told.add((level, view.past is not None))
        return legal[0]

    with bare.hall(tmp_path) as hall:
        monkeypatch.setattr(hall.services.bots, "choose", choose)
        table = await bare.table(hall, "chancellor", "merchant")
        table.display.watch(Looker())
        await until(lambda: len(told) > 1)
        assert told == {("chancellor", True), ("merchant", False)}


async def test_where_everybody_has_left_it_waits_for_them(tmp_path: Path) -> None:
    with bare.hall(tmp_path) as hall:
        table = await bare.table(hall, "me", "random")
        await until(lambda: not table.autoplay.busy)
        await step_away(table, 0)
        await until(lambda: not table.autoplay.busy)
        assert await stands_still(table)
        table.display.watch(Looker())
        await until(lambda: table.status == "over")


async def test_leaving_and_coming_back_at_once_leaves_nobody_without_a_bot(tmp_path: Path) -> None:
    with bare.hall(tmp_path) as hall:
        table = await bare.table(hall, "me", "me")
        table.display.watch(Looker())
        seat = table.game.to_move[0]
        for _ in range(5):
            await step_away(table, seat)
            await come_back(table, seat)
        await step_away(table, seat)
        await until(lambda: seat not in table.to_move)
