"""What the others may hold, from what one seat has seen of a game so far.

game = Game.load(record)
chances = hand_chances(game, seat=0)[2]   # of seat 2: for each kind, of holding 0, 1, 2, ... cards
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rialto.bots.belief.cloud import Belief
from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import load
from rialto.engine.box import CARDS_PER_KIND, KINDS
from rialto.engine.game import Game, View
from rialto.engine.past import Witness

GUESSES: Final = 256
DOUBT: Final = 0.3
"""How far the others may play any move, for people are no nets; so found by measure, as is ..."""
EVEN: Final = 0.3
"""... how much of the even guess is mixed in (docs/review.md)."""
LEAST: Final = 1e-3
"""Nothing that is possible is ruled out because no guess hit on it."""

Chances = NDArray[np.float64]
"""(kinds, counts): how likely each number of cards of each kind is."""


def hand_chances(
    game: Game, seat: int, guesses: int = GUESSES, seed: int = 1
) -> dict[int, Chances]:
    """By the other seats. Only what the seat has seen goes into it."""
    view = Witness.of(game).view(seat)
    return chances_of(view, make_belief(guesses, seed), make_belief(guesses, seed + 1))


def make_belief(guesses: int = GUESSES, seed: int = 1, doubt: float = DOUBT) -> Belief:
    return Belief(new_brain(load()[0]), guesses, seed, doubt)


def chances_of(view: View, belief: Belief, even: Belief, mixed: float = EVEN) -> dict[int, Chances]:
    """A belief that follows the game, mixed with one that only looks at the table."""
    belief.follow(view)
    even.follow(View(view.table, view.seat))
    others = [q for q in range(view.players) if q != view.seat]
    return {q: (1.0 - mixed) * counts(belief, q) + mixed * counts(even, q) for q in others}


def counts(belief: Belief, q: int) -> Chances:
    """How likely each number of cards of each kind is in that hand, by the guesses alone."""
    weights = np.asarray(belief.cloud.weights, float)
    hands = np.array([_hand(belief.table[1 + i], q) for i in range(len(weights))])
    found = np.full((KINDS, CARDS_PER_KIND + 1), LEAST)
    for k in range(KINDS):
        found[k] += np.bincount(hands[:, k], weights / weights.sum(), CARDS_PER_KIND + 1)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


def _hand(state: Any, q: int) -> list[int]:
    return [int(n) for n in state.hand[q]]
