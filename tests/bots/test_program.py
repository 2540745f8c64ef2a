"""Foreign programs at the table: the documented example, and all the ways to fail."""

import re
import time
from pathlib import Path

import pytest

from rialto.bots.guard import Guarded
from rialto.bots.program import Program
from rialto.bots.roster import make_bot
from rialto.bots.tournament.match import Job, play_game
from rialto.engine.game import House
from rialto.engine.ids import Decision
from tests.bots.sitting import a_question

PAGE = Path(__file__).parents[2] / "docs" / "write-a-bot.md"
READ_ALL = "import sys\nfor line in sys.stdin:\n    "
BROKEN = {
    "raise SystemExit(3)": "ended early",
    READ_ALL + "print('hello', flush=True)": "answered nonsense",
    READ_ALL + "print('[1]', flush=True)": "answered nonsense",
    READ_ALL + """print('{"move": "row 99"}', flush=True)""": "answered nonsense",
    READ_ALL + "print('x' * 100000, flush=True)": "answered nonsense",
    READ_ALL + "pass": "did not answer in time",
}


def examples() -> dict[str, str]:
    """The programs of the page, by the file name in their first line."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    named = {m[1]: block for block in blocks if (m := re.match(r"# (\w+\.py)", block))}
    assert "mybot.py" in named
    return named


def job(*bots: str) -> Job:
    seeds = tuple(range(len(bots)))
    return Job(0, len(bots), 0, 0, 0, bots, 7, seeds, House(players=len(bots)))


def test_the_example_of_the_page_plays_a_game(tmp_path: Path) -> None:
    program = tmp_path / "mybot.py"
    source = examples()["mybot.py"]
    assert len(source.strip().splitlines()) <= 11
    program.write_text(source, "utf-8")
    result = play_game(job(f"program:{program}", "random"))
    assert result["faults"] == [{}, {}]
    assert sorted(result["places"]) == [1, 2]


@pytest.mark.parametrize(("source", "fault"), BROKEN.items(), ids=BROKEN.values())
def test_a_broken_program_loses_its_turn(source: str, fault: str, tmp_path: Path) -> None:
    program = tmp_path / "broken.py"
    program.write_text(source, "utf-8")
    game, p, legal = a_question(Decision.PLAY)
    bot = Guarded(Program(str(program)), 1)
    patience = 0.3 if "time" in fault else 20.0
    try:
        assert bot.choose(game.view(p), legal, patience) in legal
    finally:
        bot.close()
    assert list(bot.faults) == [fault]


def test_a_tournament_goes_on_and_names_the_culprit(tmp_path: Path) -> None:
    program = tmp_path / "quits.py"
    program.write_text("raise SystemExit(1)", "utf-8")
    started = time.monotonic()
    result = play_game(job(f"program:{program}", "random"))
    assert set(result["faults"][0]) == {"ended early", "failed too often and was left out"}
    assert result["faults"][0]["ended early"] == 3
    assert time.monotonic() - started < 60


def test_a_program_that_is_none_cannot_be_started(tmp_path: Path) -> None:
    program = tmp_path / "data.txt"
    program.write_text("no program", "utf-8")
    game, p, legal = a_question(Decision.PLAY)
    bot = make_bot(f"program:{program}", seed=1)
    assert bot.choose(game.view(p), legal) in legal
    assert isinstance(bot, Guarded)
    assert bot.faults == {"could not be started": 1}


def test_a_bot_of_our_own_that_raises_is_guarded_too() -> None:
    class Rash:
        name = "rash"

        def choose(self, *_: object) -> None:
            raise ZeroDivisionError

    game, p, legal = a_question(Decision.PLAY)
    bot = Guarded(Rash(), 1)  # type: ignore[arg-type]  # it is wrong on purpose
    assert bot.choose(game.view(p), legal) in legal
    assert bot.faults == {"raised ZeroDivisionError": 1}
