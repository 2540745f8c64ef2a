"""Luck and skill: what is measured, on a small sample."""

import numpy as np
import pytest

from rialto.engine.game import Game
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.moves import Move, action_of
from rialto.review import measure_luck, measure_stopping
from rialto.review.measure_luck import NOTHING_LEARNT, events, sums, what_happened
from rialto.review.measure_stopping import Error, rms
from tests.review.late import be_brief

pytestmark = pytest.mark.xdist_group("bots")


def test_between_equals_the_rest_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within its interval, which so few games leave wide; `measure_luck` plays more."""
    be_brief(monkeypatch)
    found = sums(players=2, games=4, seed=70)
    rest = np.array([s.rest for s in found])
    lost = np.array([s.lost for s in found])
    assert all(s.end == pytest.approx(s.start - s.lost + s.rest, abs=1e-12) for s in found)
    assert abs(rest.mean()) < 1.96 * rest.std(ddof=1) / len(rest) ** 0.5
    assert abs(lost.mean()) < 0.2, "the net's own moves are the coach's"


def test_a_game_tells_all_that_moved() -> None:
    """The jumps of a seat lead from its first value to the result."""
    found = list(events(players=2, seed=3))
    names = {event.what for event in found}
    assert set(NOTHING_LEARNT) <= names and len(names) == 7
    for seat in (0, 1):
        total = sum(event.jump for event in found[seat::2])
        assert -1.0 <= total <= 1.0


def test_who_learns_what() -> None:
    game = Game.new(2, seed=1)
    game.run_chance()
    while game.decision != Decision.DISCARD:
        game.play(game.legal(game.to_move[0])[0])
        game.run_chance()
    seat = game.to_move[0]
    move = game.legal(seat)[0]
    assert what_happened(game, move, 1 - seat) == "another's hidden discard"
    opening = Game.new(2, seed=1)
    token = Move(CHANCE, action_of("token castello"))
    assert what_happened(opening, token, 0) == "an open card or tile"


def test_noise_is_no_error() -> None:
    assert rms([Error(0.03, 0.0), Error(-0.04, 0.0)]) == pytest.approx((0.0025 / 2) ** 0.5)
    assert rms([Error(0.01, 0.0004), Error(-0.01, 0.0004)]) == 0.0
    assert rms([]) == 0.0


def test_the_commands_print_tables(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    be_brief(monkeypatch, 4)
    assert measure_luck.main(["--players", "2", "--games", "1"]) == 0
    told = capsys.readouterr().out
    assert "| another's hidden card (**nothing learnt**) |" in told
    assert "### 2 equal players: own losses and the rest, 1 games" in told
    small = ["--players", "2", "--decisions", "2", "--guesses", "2"]
    assert measure_stopping.main(small) == 0
    assert "| 2 | end of the round | 2 |" in capsys.readouterr().out


@pytest.mark.parametrize("main", [measure_luck.main, measure_stopping.main])
def test_bad_input_is_one_sentence(main: "object", capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(main)
    assert main(["--players", "6"]) == 2
    assert "players must be 2 to 5, not 6" in capsys.readouterr().err
