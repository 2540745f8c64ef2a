"""What are beliefs worth? `python -m rialto.review.measure_beliefs --bots net,greedy --games 20`.

At some choices in phase II the true number of cards of each kind in the other hands is held against
what is believed, and against the even guess: log loss (in nats, a hand's seven kinds together), and
how often "at least one card of this kind" was right.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.roster import UnknownBot
from rialto.engine.box import KINDS
from rialto.engine.ids import PHASE_OF, Phase, Stage
from rialto.review.belief import DOUBT, EVEN, Chances, chances_of, counts, make_belief
from rialto.review.games import numbers, questions
from rialto.review.reliability import Reliability, draw, reliability, tell

EVERY: Final = 5
"""Choices from one look to the next."""


@dataclass
class Losses:
    believed: list[float] = field(default_factory=list)
    even: list[float] = field(default_factory=list)
    said: list[float] = field(default_factory=list)
    held: list[bool] = field(default_factory=list)

    def add(self, truth: Sequence[int], believed: Chances, even: Chances) -> None:
        self.believed.append(log_loss(truth, believed))
        self.even.append(log_loss(truth, even))
        for k in range(KINDS):
            self.said.append(1.0 - float(believed[k][0]))
            self.held.append(truth[k] > 0)


def log_loss(truth: Sequence[int], chances: Chances) -> float:
    return float(-sum(np.log(chances[k][truth[k]]) for k in range(KINDS)))


class Manner(NamedTuple):
    """How others are thought about."""

    guesses: int
    doubt: float
    even: float


def look(bot: str, players: int, games: int, seed: int, how: Manner) -> Losses:
    losses = Losses()
    for number in range(games):
        beliefs = {p: make_belief(how.guesses, number * 10 + p, how.doubt) for p in range(players)}
        even = make_belief(how.guesses, number)
        for turn, witness in enumerate(questions(bot, players, seed + number)):
            game = witness.game
            p = game.to_move[0]
            if turn % EVERY or PHASE_OF[Stage(int(game.state.stage))] != Phase.STEPS:
                continue
            for q, believed in chances_of(witness.view(p), beliefs[p], even, how.even).items():
                truth = [int(n) for n in game.state.hand[q]]
                losses.add(truth, believed, counts(even, q))
    return losses


def mean(values: Any) -> str:
    """With its 95 % interval."""
    found = np.asarray(values)
    half = 1.96 * found.std() / max(1, len(found)) ** 0.5
    return f"{found.mean():.2f} ± {half:.2f}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rialto.review.measure_beliefs")
    parser.add_argument("--bots", default="net,greedy")
    parser.add_argument("--players", default="2,4")
    parser.add_argument("--games", type=int, default=20, help="for each bot and number of players")
    parser.add_argument("--guesses", type=int, default=256)
    parser.add_argument("--seed", type=int, default=10**6)
    parser.add_argument("--doubt", type=float, default=DOUBT, help="how far any move may be made")
    parser.add_argument("--even", type=float, default=EVEN, help="how much of the even guess")
    parser.add_argument("--plot", type=Path, metavar="OUT.svg", help="draw said against happened")
    args = parser.parse_args(arguments)
    print("| games of | players | hands | log loss, even guess | belief | gain |")
    print("|---|---|---|---|---|---|")
    said: list[float] = []
    held: list[bool] = []
    squares: dict[str, Reliability] = {}
    try:
        if min(args.games, args.guesses) < 1:
            raise ValueError("games and guesses must be 1 or more")
        if not (0.0 <= args.doubt <= 1.0 and 0.0 <= args.even <= 1.0):
            raise ValueError("doubt and even must be 0 to 1")
        how = Manner(args.guesses, args.doubt, args.even)
        for bot in args.bots.split(","):
            for players in numbers(args.players):
                found = look(bot, players, args.games, args.seed, how)
                gain = np.asarray(found.even) - np.asarray(found.believed)
                row = (
                    f"`{bot}`",
                    players,
                    len(gain),
                    mean(found.even),
                    mean(found.believed),
                    mean(gain),
                )
                print("| " + " | ".join(map(str, row)) + " |", flush=True)
                said += found.said
                held += found.held
                squares[f"{bot}, {players} players"] = reliability(found.said, found.held)
    except (UnknownBot, ValueError) as error:
        print(f"rialto.review.measure_beliefs: {error}", file=sys.stderr)
        return 2
    if args.plot:
        args.plot.write_text(draw(squares, "Beliefs: at least one card of a kind"), "utf-8")
    print(f"\nAt least one card of a kind:\n\n{tell(reliability(said, held))}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
