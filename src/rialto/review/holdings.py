"""What may they hold: each other hand in numbers that a player can read.

What everybody saw is counted (V3), the rest is believed. All of it follows from one seat's view.
"""

from typing import Final, NamedTuple

import numpy as np

from rialto.engine.box import CARDS_PER_KIND, KINDS
from rialto.engine.game import Reading, View
from rialto.engine.jit import PLAIN
from rialto.review.belief import GUESSES, Chances, chances_of, make_belief

QUICK: Final = 32
"""Guesses where the engine is not compiled: rough, but there in a second."""


class Holding(NamedTuple):
    """One other hand. Lists go by kind."""

    seat: int
    cards: int
    seen: list[int]
    """Seen going into it, and not seen leaving it."""
    gone: int
    """At most so many of those were discarded face down since."""
    sure: list[int]
    """They cannot have left it."""
    chances: list[list[int]]
    """In hundredths: of 0, 1, 2, ... cards."""


def holdings(view: View, guesses: int | None = None, seed: int = 1) -> list[Holding]:
    """Of every other seat, as whoever has this view may know."""
    many = guesses or (QUICK if PLAIN else GUESSES)
    believed = chances_of(view, make_belief(many, seed), make_belief(many, seed + 1))
    f = Reading(view.table, "shown", "slack", "hand_size")
    found = []
    for q, chances in believed.items():
        seen = [int(n) for n in f.shown[q]]
        gone = min(int(f.slack[q]), sum(seen))
        sure = [max(0, n - gone) for n in seen]
        cards = int(f.hand_size[q])
        found.append(Holding(q, cards, seen, gone, sure, possible(chances, sure, cards)))
    return found


def possible(chances: Chances, sure: list[int], cards: int) -> list[list[int]]:
    """In hundredths, without what cannot be: fewer than are certain, or more than the hand and
    what is certain of the other kinds leave room for."""
    found = []
    for k in range(KINDS):
        most = min(CARDS_PER_KIND, cards - sum(sure) + sure[k])
        likely = np.zeros(most + 1)
        likely[sure[k] :] = chances[k][sure[k] : most + 1]
        found.append([int(n) for n in np.round(100 * likely / likely.sum())])
    return found
