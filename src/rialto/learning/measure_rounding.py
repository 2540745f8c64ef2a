"""What whole numbers cost: `python -m rialto.learning.measure_rounding --games 1000`.

The net that comes with Rialto against itself in floating point. Each of its weights is moved at
random by up to half of the step that it was rounded to, for what it was before is not known: so the
two differ as much as a net and its rounded self.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch

from rialto.bots.net.own import FILE, load
from rialto.bots.net.weights import BadNet, Weights
from rialto.bots.netplay import Net as WholeNet
from rialto.bots.observation.features import SIZE
from rialto.bots.observation.writers import observation
from rialto.bots.protocol import Bot
from rialto.bots.tournament.match import play_game
from rialto.bots.tournament.plan import Match
from rialto.bots.tournament.standings import wilson
from rialto.engine.game import Move, View
from rialto.engine.moves import player_number
from rialto.learning.export import restore
from rialto.learning.net import INPUTS, Net

FAILED: Final = 2
WHOLE, EXACT = "net", "exact"


def unrounded(w: Weights, rng: np.random.Generator) -> Weights:
    """Weights that would be rounded to these."""

    def moved(layer: Any) -> Any:
        return layer + rng.uniform(-0.5, 0.5, layer.shape)

    return w._replace(first=moved(w.first), inner=moved(w.inner), heads=moved(w.heads))


class Exact:
    """The net in floating point, its likeliest move; it counts how often whole numbers agree."""

    def __init__(self, w: Weights, file: Path, seed: int) -> None:
        self.name = EXACT
        self.choices = 0
        self.agreed = 0
        self._net = Net(len(w.first_bias))
        self._net.load_state_dict(restore(unrounded(w, np.random.default_rng(seed))))
        self._other = WholeNet(seed, file=file)

    @torch.no_grad()
    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        if len(legal) == 1:
            return legal[0]
        seen = np.zeros((1, INPUTS), np.int8)
        seen[0, :SIZE] = observation(view)
        policy = self._net(torch.from_numpy(seen)).policy[0]
        move = max(legal, key=lambda move: float(policy[player_number(move.action)]))
        self.choices += 1
        self.agreed += move == self._other.choose(view, legal)
        return move


def measure(players: int, games: int, file: Path) -> str:
    """A line of what came out."""
    exact = Exact(load(file)[0], file, 1)

    def seat(name: str, seed: int) -> Bot:
        return WholeNet(seed, file=file) if name == WHOLE else exact

    wins = played = 0
    for job in Match("rounding", (WHOLE, EXACT), players, games).jobs():
        result = play_game(job, seat)
        wins += result["places"][result["bots"].index(WHOLE)] == 1
        played += 1
    share, low, high = wilson(wins, played)
    return (
        f"{players} players: of {exact.choices:,} choices {exact.agreed / exact.choices:.2%} were"
        f" the same; whole numbers won {share:.1%} [{low:.1%}, {high:.1%}] of {played:,} games,"
        f" where equals win {1 / players:.1%}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rialto.learning.measure_rounding")
    parser.add_argument("--players", type=int, default=2, choices=(2, 3, 4, 5))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--file", type=Path, default=FILE, help="other weights")
    args = parser.parse_args(arguments)
    torch.set_num_threads(1)
    try:
        if args.games < 1:
            raise ValueError(f"games must be 1 or more, not {args.games}")
        print(measure(args.players, args.games, args.file))
    except (BadNet, ValueError) as error:
        print(f"rialto.learning.measure_rounding: {error}", file=sys.stderr)
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
