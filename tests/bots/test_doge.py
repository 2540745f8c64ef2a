"""doge: candidates, budget, and how playouts and the net's opinion are held against each other."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from rialto.bots.doge import KNOBS, MOST, Doge, Knob, Race, advantage, conclude, winner
from rialto.bots.netplay import Bounds, Net
from rialto.engine.ids import Decision
from rialto.engine.past import Witness
from rialto.engine.rng import WORDS
from tests.bots.sitting import a_question, positions

pytestmark = pytest.mark.xdist_group("bots")


def race(*candidates: tuple[float, list[float]]) -> Race:
    """The net's first choice, and others: by how much the net thinks them worse, and how far they
    were ahead of it, guess by guess."""
    kinds = (np.int64, float, np.int64, float, float)
    cells: list[Any] = [np.zeros(MOST, kind) for kind in kinds]
    cells += [np.zeros(WORDS, np.int64), np.array([*KNOBS.values()])]
    found = Race(*cells)
    for i, (lean, differences) in enumerate([(0.0, [0.0]), *candidates]):
        found.number[i] = 10 + i
        found.lean[i] = lean
        found.running[i] = 1
        found.ahead[i] = sum(differences)
        found.squares[i] = sum(x * x for x in differences)
    return found


BETTER, NOISY, WORSE = [0.1, 0.12] * 4, [0.3, -0.29] * 4, [-0.1, -0.12] * 4


def test_the_first_choice_stands_unless_another_is_better_by_more_than_the_net_doubts_it() -> None:
    assert winner(race((0.02, NOISY)), 2, 8, 2) == 10
    assert winner(race((0.02, NOISY), (0.02, BETTER)), 3, 8, 2) == 12
    assert winner(race((0.3, BETTER)), 2, 8, 2) == 10, "the net thinks it far worse"


def test_the_two_opinions_are_weighed_by_how_sure_they_are() -> None:
    """Playouts say 0.11, with the error of stopping 0.026 alone; the net says -0.02, give or take
    0.03."""
    found = race((0.02, []))
    played, thought = 0.03**2, 0.026**2
    expected = (0.11 * played - 0.02 * thought) / (played + thought)
    assert advantage(found, 1, 0.11, 0.0, 2) == pytest.approx(expected)
    assert advantage(found, 1, 0.11, 0.0, 4) < expected, "stopping early errs more with 4 players"
    assert advantage(found, 1, 0.11, 0.01, 2) < expected, "and so do few playouts"


def test_who_cannot_win_any_more_is_given_up() -> None:
    found = race((0.02, WORSE), (0.02, NOISY))
    assert conclude(found, 3, 8, 2) == 1
    assert list(found.running[:3]) == [1, 0, 1]


def test_it_mostly_agrees_with_the_net_and_the_same_seed_thinks_the_same() -> None:
    agreed = asked = 0
    for number, (game, p, legal) in enumerate(positions(["net", "net"], 5)):
        if number % 24 or len(legal) == 1:
            continue
        view = Witness.of(game).view(p)
        chosen = Doge(1, playouts=4).choose(view, legal)
        assert chosen == Doge(1, playouts=4).choose(view, legal)
        agreed += chosen == Net(1).choose(game.view(p), legal)
        asked += 1
    assert asked > 3 and agreed > asked / 2


def test_its_belief_doubts_as_much_as_it_is_told() -> None:
    assert Doge(1, 4)._belief.doubt == KNOBS[Knob.DOUBT] == 0.1
    assert Doge(1, 4, {Knob.DOUBT: 0.0})._belief.doubt == 0.0


def test_a_clock_cuts_it_short_and_the_view_is_left_as_it_is() -> None:
    game, p, legal = a_question(Decision.ROW)
    view = game.view(p)
    before = view.to_bytes
    assert Doge(1, playouts=10**6).choose(view, legal, 0.01) in legal
    assert view.to_bytes == before


def test_a_bound_leaves_out_what_costs_more() -> None:
    """At a temperature at which every move is drawn, a tight bound leaves few of them."""
    wide, narrow = set(), set()
    game, p, legal = a_question(Decision.BRIDGE, since=4)
    for seed in range(40):
        wide.add(Net(seed, Decimal(99)).choose(game.view(p), legal))
        narrow.add(Net(seed, Decimal(99), Bounds(share=1)).choose(game.view(p), legal))
    assert len(narrow) < len(wide)
