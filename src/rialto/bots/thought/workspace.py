"""The desk that a bot appraises moves on: one for each thinker, so that rules allocate nothing."""

from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.thought.weights import WEIGHTS, weight_list
from rialto.engine.doors import new_scratch
from rialto.engine.jit import PLAIN, compiled
from rialto.engine.moves import ACTIONS
from rialto.engine.rng import next_word

ROWS: Final = 8
COLUMNS: Final = 24


class Desk(NamedTuple):
    out: list[int]
    """The legal moves."""
    values: list[float]
    """What each of them is worth, in expected final points."""
    tables: list[list[float]]
    """What cards of each kind are worth, by number; the last row is for a hand."""
    w: list[float]
    """The weights."""


def new_desk(weights: Any = WEIGHTS) -> Desk:
    values: Any = [0.0] * ACTIONS if PLAIN else np.zeros(ACTIONS)
    tables: Any = [[0.0] * COLUMNS for _ in range(ROWS)] if PLAIN else np.zeros((ROWS, COLUMNS))
    return Desk(new_scratch(), values, tables, weight_list(weights))


@compiled
def best_of(values: list[float], n: int) -> int:
    """The first of the best."""
    best = 0
    for i in range(1, n):
        if values[i] > values[best]:
            best = i
    return best


@compiled
def noisy_best(values: list[float], n: int, noise: float, rng: list[int]) -> int:
    """The best after up to so many points of luck for each."""
    chosen = 0
    best = -1e9
    for i in range(n):
        score = values[i] + noise * (next_word(rng) / 4294967296.0)
        if score > best:
            best = score
            chosen = i
    return chosen
