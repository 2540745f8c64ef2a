"""How far beliefs and win shares can be trusted, measured on a small sample."""

from pathlib import Path

import numpy as np
import pytest

from rialto.engine.game import Game
from rialto.review import measure_beliefs, measure_bias, measure_value
from rialto.review.belief import hand_chances
from rialto.review.games import questions
from rialto.review.judging import Coach
from rialto.review.measure_bias import Shares
from rialto.review.reliability import Tenth, draw, reliability

pytestmark = pytest.mark.xdist_group("bots")


def test_reliability_by_hand() -> None:
    found = reliability([0.05, 0.125, 0.125, 1.0], [False, True, False, True])
    assert found.tenths == [Tenth(0.05, 0.0, 1), Tenth(0.125, 0.5, 2), Tenth(1.0, 1.0, 1)]
    assert found.error == pytest.approx((0.05 + 0.375 + 0.0) / 3)
    assert found.brier == pytest.approx((0.0025 + 0.765625 + 0.015625 + 0.0) / 4)


def a_game(players: int, decisions: int) -> Game:
    for number, witness in enumerate(questions("greedy", players, 5)):
        if number == decisions:
            return witness.game
    raise AssertionError("the game was over before")


def test_chances_are_whole_and_allow_the_truth() -> None:
    game = a_game(3, 25)
    found = hand_chances(game, seat=1, guesses=6)
    assert set(found) == {0, 2}
    for q, chances in found.items():
        assert np.allclose(chances.sum(axis=1), 1.0)
        assert all(chances[k][int(n)] > 0.0 for k, n in enumerate(game.state.hand[q]))
    again = hand_chances(game, seat=1, guesses=6)
    assert all(np.array_equal(found[q], again[q]) for q in found)


def test_losses_are_of_the_truth() -> None:
    chances = np.full((7, 21), 0.01)
    chances[:, 1] = 0.5
    losses = measure_beliefs.Losses()
    losses.add([1, 1, 1, 1, 1, 1, 0], chances, np.full((7, 21), 0.05))
    assert losses.believed == [pytest.approx(6 * np.log(2) + np.log(100))]
    assert losses.even == [pytest.approx(7 * np.log(20))]
    assert losses.said == [0.99] * 7 and losses.held == [True] * 6 + [False]


def test_the_truth_is_the_cards_as_they_lie() -> None:
    game = a_game(3, 25)
    [state] = list(measure_bias.truth(Coach(), game).table[1:])
    assert [list(state.hand[p]) for p in range(3)] == [list(game.hand(p)) for p in range(3)]


def test_bias_by_hand() -> None:
    found = [Shares(believed=0.5, even=0.75, true=0.5), Shares(believed=0.25, even=0.5, true=0.5)]
    # Off by 0 and by -25 %: 12.5 below on average, and 1.96 standard errors of 12.5.
    assert measure_bias.tell(found, "believed") == "-12.5 ± 24.5 %"
    assert measure_bias.tell(found, "even") == "+12.5 ± 24.5 %"


def test_right_dots_lie_on_the_line() -> None:
    found = reliability([0.25, 0.25, 0.25, 0.25], [True, False, False, False])
    picture = draw({"by hand": found}, "Said & happened")
    assert "<title>Said &amp; happened</title>" in picture and ">by hand</text>" in picture
    # The square begins at (50, 40) and is 300 wide; one in four happened, and it was all there is.
    assert 'cx="125.0" cy="265.0" r="12.7"' in picture


def test_the_commands_print_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--players", "2", "--games", "1"]
    plot = tmp_path / "plot.svg"
    more = ["--bots", "net", "--guesses", "2", "--plot", str(plot)]
    assert measure_beliefs.main([*small, *more]) == 0
    assert plot.read_text("utf-8").count("net, 2 players") == 1
    told = capsys.readouterr().out
    assert "| `net` | 2 |" in told and "At least one card of a kind" in told
    assert measure_value.main(small) == 0
    told = capsys.readouterr().out
    assert "### 2 players, the share of who chooses, 1 games" in told and "Brier score" in told
    assert measure_bias.main(["--players", "2", "--decisions", "2", "--playouts", "2"]) == 0
    assert "| 2 | 2 |" in capsys.readouterr().out


@pytest.mark.parametrize("main", [measure_beliefs.main, measure_value.main])
def test_bad_input_is_one_sentence(main: "object", capsys: pytest.CaptureFixture[str]) -> None:
    assert callable(main)
    assert main(["--players", "6"]) == 2
    assert "players must be 2 to 5, not 6" in capsys.readouterr().err
    assert measure_beliefs.main(["--even", "1.5"]) == 2
    assert "even must be 0 to 1" in capsys.readouterr().err
    assert measure_bias.main(["--decisions", "1"]) == 2
    assert "decisions must be 2 or more" in capsys.readouterr().err
    assert main(["--games", "0"]) == 2
    assert "1 or more" in capsys.readouterr().err
