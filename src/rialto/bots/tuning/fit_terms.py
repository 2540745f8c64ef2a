"""How well each term of the evaluation predicts final points: least squares.

    python -m rialto.bots.tuning.fit_terms --games 2000 --seed 1

Games of greedy with the noise of rollouts are looked at after rounds 1 to 5, where the search
values them: by how much is each player ahead of the table's mean in each term, and in the end?
"""

import argparse
import sys
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rialto.bots.thought.policy import appraise
from rialto.bots.thought.terms import expected_points
from rialto.bots.thought.tree import KNOBS, Knob
from rialto.bots.thought.weights import TRUSTS, WEIGHTS
from rialto.bots.thought.workspace import Desk, new_desk, noisy_best
from rialto.engine.batch import start_table
from rialto.engine.box import ROUNDS
from rialto.engine.chance import draw
from rialto.engine.doors import Table
from rialto.engine.house import House
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import entry
from rialto.engine.rng import new_rng
from rialto.engine.rules import flow

Vector = NDArray[np.float64]

PLAYERS: Final = (2, 3, 4, 5)


@entry
def play_rounds(
    table: Table, i: int, last_round: int, noise: float, rng: list[int], desk: Desk
) -> int:
    """Play game i by greedy to the end of that round; how many decisions there were."""
    s = table[i]
    decisions = 0
    while s.asked != Decision.OVER and s.round_no <= last_round:
        p = flow.whole(s.actor)
        if p == CHANCE:
            action = draw(s, rng)
        else:
            n = flow.legal(s, p, desk.out)
            action = desk.out[0]
            if n > 1:
                appraise(s, p, n, desk)
                action = desk.out[noisy_best(desk.values, n, noise, rng)]
            decisions += 1
        flow.play(s, p, action, desk.out)
    return decisions


@entry
def expected_at(table: Table, i: int, p: int, w: list[float]) -> float:
    return expected_points(table[i], p, w)


class SelfPlay:
    """Plays games and looks at them after every round."""

    def __init__(self) -> None:
        self._desk = new_desk()
        bare = np.array(WEIGHTS)
        bare[TRUSTS] = 0.0
        self._single: list[Any] = [bare]
        for weight in TRUSTS:
            alone = bare.copy()
            alone[weight] = 1.0
            self._single.append(alone)

    def game(self, players: int, rng: Any) -> tuple[Vector, Vector]:
        """(rounds x players, terms) and (rounds x players): margins, points so far taken off."""
        table = start_table(House(players=players))
        seen = []
        for last_round in range(1, ROUNDS + 1):
            play_rounds(table, 0, last_round, KNOBS[Knob.NOISE], rng, self._desk)
            points = [[expected_at(table, 0, p, w) for w in self._single] for p in range(players)]
            seen.append(np.array(points) - np.mean(points, axis=0))
        rounds = np.array(seen[:-1])
        score, final = rounds[:, :, 0], seen[-1][:, 0]
        terms = rounds[:, :, 1:] - score[:, :, None]
        return terms.reshape(-1, len(TRUSTS)), (final - score).reshape(-1)


def fit(games: int, seed: int) -> tuple[Vector, float, float]:
    """The trusts, and the error in points with those in use and with these."""
    self_play, rng = SelfPlay(), new_rng(seed)
    found = [self_play.game(players, rng) for players in PLAYERS for _ in range(games)]
    terms = np.concatenate([terms for terms, _ in found])
    missing = np.concatenate([missing for _, missing in found])
    trusts = np.linalg.lstsq(terms, missing, rcond=None)[0]
    present = np.array(WEIGHTS)[TRUSTS]
    return trusts, float(np.std(missing - terms @ present)), float(np.std(missing - terms @ trusts))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    trusts, before, after = fit(args.games, args.seed)
    for weight, trust in zip(TRUSTS, trusts, strict=True):
        print(f"{weight.name:18} {WEIGHTS[weight]:6.2f} -> {trust:6.2f}")
    print(f"error of the margin in points: {before:.2f} -> {after:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
