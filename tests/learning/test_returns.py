"""What decisions turned out to be worth, worked out by hand."""

import math

import pytest

torch = pytest.importorskip("torch")

from rialto.learning.returns import (  # noqa: E402
    Played,
    ends_of,
    lambda_returns,
    outcome,
    seen_by,
    slots_of,
    utility,
)

pytestmark = pytest.mark.research


def test_slots_are_counted_from_the_observer() -> None:
    slots = slots_of(torch.tensor([3]))
    assert slots[0, 1].tolist() == [1, 2, 0, 3, 4]
    shares = torch.tensor([[0.5, 0.3, 0.2, 0.0, 0.0]])
    expected = torch.tensor([0.2, 0.5, 0.3, 0.0, 0.0])
    assert torch.allclose(seen_by(shares, slots)[0, 2], expected)


def test_the_outcome_of_a_game_of_three() -> None:
    win, margin = outcome(
        torch.tensor([[50, 70, 40, 0, 0]]), torch.tensor([[1, 0, 2, 0, 0]]), torch.tensor([3])
    )
    assert win.tolist() == [[0.0, 1.0, 0.0, 0.0, 0.0]]
    ahead = [math.tanh(n / 20) for n in (50 - 55, 70 - 45, 40 - 60)]
    assert torch.allclose(margin, torch.tensor([[*ahead, 0.0, 0.0]]))


def test_returns_run_along_the_decisions_of_one_seat() -> None:
    """Two players; seat 0 decides, then seat 1, then seat 0, and the game ends: seat 1 wins. After
    it seat 1 decides in a new game, which goes on."""
    values = torch.zeros(4, 1, 10)
    values[:, 0, 0] = torch.tensor([0.6, 0.5, 0.4, 0.7])
    after = torch.zeros(1, 5, 10)
    after[0, 1, 0] = 0.8
    points = torch.zeros(4, 1, 5, dtype=torch.int16)
    points[2, 0, :2] = torch.tensor([40, 60])
    places = torch.zeros(4, 1, 5, dtype=torch.int8)
    places[2, 0, 0] = 1
    played = Played(
        seats=torch.tensor([[0], [1], [0], [1]]),
        values=values,
        dones=torch.tensor([[False], [False], [True], [False]]),
        points=points,
        places=places,
        players=torch.tensor([2]),
        after=after,
        glances={1: torch.tensor([0]), 2: torch.tensor([1])},
    )
    targets, looked = lambda_returns(played, 0.9)
    own = targets[:, 0, 0].tolist()
    # The last decision before the end gets the result; the first 0.1 of what seat 0 thought at
    # its next decision (0.4) and 0.9 of the result (0).
    assert own[2] == 0.0 and own[1] == 1.0
    assert own[0] == pytest.approx(0.1 * 0.4)
    assert own[3] == pytest.approx(0.8)
    # Seat 0, looked at in step 1, has its decision of step 2 before it; seat 1 only the end.
    assert looked[1][0, 0] == pytest.approx(0.1 * 0.4)
    assert looked[2][0, 0] == 1.0
    # Of the other's slot: seat 0 sees seat 1 win.
    assert targets[2, 0, 1] == 1.0
    assert targets[2, 0, 5] == pytest.approx(math.tanh(-1.0))


def test_a_fair_game_is_worth_nothing() -> None:
    values = torch.zeros(1, 10)
    values[0, :4] = 0.25
    assert utility(values, torch.tensor([4]), 0.85)[0] == 0.0
    values[0, 0] = 1.0
    assert utility(values, torch.tensor([4]), 0.85)[0] == pytest.approx(0.85)


def test_where_each_game_ends() -> None:
    dones = torch.tensor([[False, True], [True, False], [False, False]])
    assert ends_of(dones).tolist() == [[1, 0], [1, -1], [-1, -1]]
