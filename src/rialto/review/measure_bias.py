"""Do guesses favour somebody? `python -m rialto.review.measure_bias --players 2,4`.

At decisions of the net's games (drawn at temperature 1) the net's first choice is played to the
end: from what the seat believes, from even guesses, and from the cards as they lay, with the same
luck. Guesses that are right on average win as often as the truth.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from rialto.bots.belief.cloud import Belief
from rialto.engine.box import ROUNDS
from rialto.engine.game import Game, View
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record, to_record
from rialto.review.games import parse_orders, questions
from rialto.review.judging import Coach, Question
from rialto.review.measure_stopping import APART, BOT
from rialto.review.playouts import SHARE
from rialto.review.trial import noise_of


class Shares(NamedTuple):
    """How often the seat wins, by where the others' cards come from."""

    believed: float
    even: float
    true: float


def decisions(players: int, seed: int) -> Iterator[tuple[Game, View]]:
    """Some of each game, once cards are hidden."""
    asked = seed
    while True:
        for witness in questions(BOT, players, seed):
            game = witness.game
            if int(game.state.round_no) > 0:
                asked += 1
                if asked % APART == 0:
                    yield game, witness.view(game.to_move[0])
        seed += 1


def look(players: int, count: int, playouts: int, seed: int) -> list[Shares]:
    coach = Coach()
    found: list[Shares] = []
    for number, (game, view) in enumerate(decisions(players, seed)):
        if number == count:
            break
        question = coach.ask(view)
        believed, even = coach.believe(number), coach.believe(number)
        believed.follow(view)
        even.follow(View(view.table, view.seat))
        shares = [
            share(coach, question, belief, playouts, number)
            for belief in (believed, even, truth(coach, game))
        ]
        found.append(Shares(*shares))
    return found


def truth(coach: Coach, game: Game) -> Belief:
    """A cloud of the cards as they lie."""
    belief = Belief(coach.brain, 1, 0)
    belief.table[1] = from_record(to_record(game.state))[0]
    return belief


def share(coach: Coach, question: Question, belief: Belief, playouts: int, seed: int) -> float:
    cells = [
        coach.compare(question, [0], belief, ROUNDS, 1, new_rng(seed, n)) for n in range(playouts)
    ]
    return float(np.mean([cell[0, 0, SHARE] for cell in cells]))


def main(arguments: Sequence[str] | None = None) -> int:
    args = parse_orders(
        "rialto.review.measure_bias", "2,4", arguments, least=2, decisions=100, playouts=32
    )
    if args is None:
        return 2
    print("| players | decisions | wins | by belief | by even guesses |\n|---|---|---|---|---|")
    for players in args.players:
        found = look(players, args.decisions, args.playouts, args.seed)
        told = [tell(found, "believed"), tell(found, "even")]
        wins = 100 * float(np.mean([shares.true for shares in found]))
        print(f"| {players} | {len(found)} | {wins:.1f} % | {' | '.join(told)} |", flush=True)
    return 0


def tell(found: Sequence[Shares], which: str) -> str:
    off = noise_of(np.array([getattr(shares, which) - shares.true for shares in found]))
    return f"{100 * off.mean:+.1f} ± {100 * off.within:.1f} %"


if __name__ == "__main__":
    sys.exit(main())
