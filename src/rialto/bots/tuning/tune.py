"""How the weights of greedy were found: an evolution strategy by self-play.

    python -m rialto.bots.tuning.tune --minutes 10 --seed 1

Each step tries pairs of weights a little to either side of the present ones, in every seat against
the present ones on the same deals, and goes where the margin in points was better.
"""

import argparse
import sys
import time
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rialto.bots.thought.weights import TRUSTS, WEIGHTS, W
from rialto.bots.thought.workspace import new_desk
from rialto.bots.tuning.playout import play_out
from rialto.engine.batch import start_table
from rialto.engine.box import SEATS
from rialto.engine.house import House
from rialto.engine.rng import new_rng

Vector = NDArray[np.float64]

PAIRS: Final = 24
PLAYERS: Final = (2, 3, 4, 5)
"""Of the pairs in turn."""
REACH: Final = 0.5
"""How far to either side, in units of `spread`."""
PACE: Final = 0.06
MOMENTUM: Final = 0.8


def spread(weights: Vector) -> Vector:
    """A sensible step for each weight; greedy itself does not use how far terms are trusted."""
    steps = np.maximum(0.25 * np.abs(weights), 0.1)
    steps[TRUSTS] = 0.0
    return steps


class Duel:
    """Greedy with some weights in each seat in turn, against greedy with others."""

    def __init__(self) -> None:
        self._desk = new_desk()
        self._points: Any = np.zeros(SEATS, np.int64)

    def margin(
        self, own: Vector, others: Vector, players: int, deals: int, seed: int
    ) -> tuple[float, float]:
        """Mean points ahead of the others' mean, and win share."""
        ahead, wins = 0.0, 0
        for deal in range(deals):
            for seat in range(players):
                weights = np.tile(others, (SEATS, 1))
                weights[seat] = own
                winner, points = self._play(players, new_rng(seed + deal, players), weights)
                wins += winner == seat
                ahead += points[seat] - (points.sum() - points[seat]) / (players - 1)
        return ahead / (deals * players), wins / (deals * players)

    def _play(self, players: int, rng: Any, weights: Any) -> tuple[int, NDArray[np.int64]]:
        table = start_table(House(players=players))
        winner = play_out(table, 0, rng, self._desk, weights, self._points)
        return winner, self._points[:players]


def tune(weights: Vector, minutes: float, seed: int, say: Any = print) -> Vector:
    """Better weights, after so many minutes."""
    duel, draw = Duel(), np.random.default_rng(seed)
    start, present = weights.copy(), weights.copy()
    unit, drift = spread(weights), np.zeros_like(weights)
    end = time.monotonic() + 60 * minutes
    step = 0
    while time.monotonic() < end:
        slope = np.zeros_like(weights)
        for pair in range(PAIRS):
            players = PLAYERS[pair % len(PLAYERS)]
            nudge = draw.standard_normal(len(weights))
            deals, luck = 24 // players, int(draw.integers(1 << 40))
            up, _ = duel.margin(present + REACH * unit * nudge, present, players, deals, luck)
            down, _ = duel.margin(present - REACH * unit * nudge, present, players, deals, luck)
            slope += (up - down) * nudge / PAIRS
        drift = MOMENTUM * drift + (1 - MOMENTUM) * slope
        present = present + PACE / (1 + step / 150) * unit * drift
        step += 1
        if step % 10 == 0:
            found = [duel.margin(present, start, players, 100, 77) for players in (2, 4)]
            say(step, *(f"{ahead:+.1f} points, {100 * wins:.1f} %" for ahead, wins in found))
    return present


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = tune(np.array(WEIGHTS), args.minutes, args.seed)
    for weight in W:
        print(f"{weight.name:18} {WEIGHTS[weight]:6.2f} -> {found[weight]:6.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
