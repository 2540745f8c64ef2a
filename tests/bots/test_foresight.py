"""foresight: candidates, budget, and that playing on finds what one look may miss."""

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from rialto.bots.foresight import MOST, Foresight, Race, beyond, conclude, winner
from rialto.bots.netplay import Net
from rialto.bots.roster import Budget
from rialto.engine.ids import Decision
from rialto.engine.rng import WORDS
from tests.bots.sitting import a_question, positions

pytestmark = pytest.mark.xdist_group("bots")


def race(*differences: list[float]) -> Race:
    """The net's first choice and others that were so far ahead of it, guess by guess."""
    cells: list[Any] = [np.zeros(MOST, kind) for kind in (np.int64, np.int64, float, float)]
    cells.append(np.zeros(WORDS, np.int64))
    found = Race(*cells)
    for i, one in enumerate([[0.0], *differences]):
        found.number[i] = 10 + i
        found.running[i] = 1
        found.ahead[i] = sum(one)
        found.squares[i] = sum(x * x for x in one)
    return found


def test_the_first_choice_stands_unless_another_is_ahead_beyond_the_noise() -> None:
    noisy, better = [0.3, -0.28] * 4, [0.1, 0.12] * 4
    assert winner(race(noisy), 2, 8) == 10
    assert winner(race(noisy, better), 3, 8) == 12
    assert beyond(race(better), 1, 8, 4.0) == 1


def test_who_is_behind_is_given_up() -> None:
    found = race([-0.1, -0.12] * 4, [0.3, -0.28] * 4)
    assert conclude(found, 3, 8) == 1
    assert list(found.running[:3]) == [1, 0, 1]


def test_a_move_that_is_never_better_is_not_compared_for_long() -> None:
    """Two equal moves differ by nothing at all: that is neither ahead nor behind."""
    found = race([0.0] * 8)
    assert winner(found, 2, 8) == 10


def test_it_mostly_agrees_with_the_net_and_the_same_seed_thinks_the_same() -> None:
    agreed = asked = 0
    for number, (game, p, legal) in enumerate(positions(["net", "net"], 5)):
        if number % 9 or len(legal) == 1:
            continue
        chosen = Foresight(1, playouts=16).choose(game.view(p), legal)
        assert chosen == Foresight(1, playouts=16).choose(game.view(p), legal)
        agreed += chosen == Net(1).choose(game.view(p), legal)
        asked += 1
    assert asked > 10 and agreed > asked / 2


def test_a_clock_cuts_it_short_and_the_view_is_left_as_it_is() -> None:
    game, p, legal = a_question(Decision.ROW)
    view = game.view(p)
    before = view.to_bytes
    assert Foresight(1, playouts=10**6).choose(view, legal, Budget(0.01)) in legal
    assert view.to_bytes == before


def test_a_bound_leaves_out_what_costs_more() -> None:
    """At a temperature at which every move is drawn, a tight bound leaves few of them."""
    wide, narrow = set(), set()
    game, p, legal = a_question(Decision.BRIDGE, since=4)
    for seed in range(40):
        wide.add(Net(seed, Decimal(99)).choose(game.view(p), legal))
        narrow.add(Net(seed, Decimal(99), bound=1).choose(game.view(p), legal))
    assert len(narrow) < len(wide)
