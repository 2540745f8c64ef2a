"""What does it cost to stop early? `python -m rialto.review.measure_stopping --players 2,4`.

Decisions of the net's games (drawn at temperature 1) are played out to the end. On the way, at the
end of the round and of the next, the net is asked what it expects there. How far the difference of
two choices is off when one believes it, apart from noise, is what a review adds to its intervals.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.belief.cloud import Belief
from rialto.engine.box import ROUNDS
from rialto.engine.rng import new_rng
from rialto.review.games import parse_orders, questions
from rialto.review.judging import Coach, Question
from rialto.review.playouts import SHARE

BOT: Final = "net:1"
APART: Final = 17
"""Choices from one decision that is looked at to the next."""
STOPS: Final = {"end of the round": 0, "one further round": 1}


class Error(NamedTuple):
    """Of one pair of choices: the mean over its playouts, and the square of its noise."""

    mean: float
    noise: float


def rms(errors: Sequence[Error]) -> float:
    """The typical error, its noise taken out."""
    found = np.mean([error.mean**2 - error.noise for error in errors]) if errors else 0.0
    return float(max(0.0, found) ** 0.5)


def decisions(players: int, seed: int, coach: Coach) -> Iterator[tuple[Question, Belief]]:
    """Some with a real choice, before the last round."""
    asked = 0
    while True:
        for witness in questions(BOT, players, seed):
            game = witness.game
            if int(game.state.round_no) in range(1, ROUNDS):
                question = coach.ask(witness.view(game.to_move[0]))
                asked += len(question.actions) > 1
                if len(question.actions) > 1 and asked % APART == 0:
                    belief = coach.believe(seed)
                    belief.follow(question.view)
                    yield question, belief
        seed += 1


def differences(
    coach: Coach, question: Question, belief: Belief, last_round: int, guesses: int
) -> Any:
    """Of the first choice less the second. The luck of each guess is its own, so that playouts
    which stop elsewhere go the same way up to there."""
    found = []
    for guess in range(guesses):
        cells = coach.compare(question, [0, 1], belief, last_round, 1, new_rng(guess, 7))
        found.append(float(cells[0, 0, SHARE] - cells[0, 1, SHARE]))
    return np.array(found)


def look(players: int, count: int, guesses: int, seed: int) -> dict[str, list[Error]]:
    coach = Coach()
    errors: dict[str, list[Error]] = {name: [] for name in STOPS}
    for number, (question, belief) in enumerate(decisions(players, seed, coach)):
        if number == count:
            break
        full = differences(coach, question, belief, ROUNDS, guesses)
        for name, more in STOPS.items():
            last = int(question.view.round_no) + more
            if last < ROUNDS:
                off = differences(coach, question, belief, last, guesses) - full
                errors[name].append(Error(float(off.mean()), float(off.var(ddof=1) / guesses)))
    return errors


def main(arguments: Sequence[str] | None = None) -> int:
    args = parse_orders(
        "rialto.review.measure_stopping", "2,4", arguments, least=2, decisions=60, guesses=200
    )
    if args is None:
        return 2
    print("| players | stop | decisions | mean error | typical error, noise taken out |")
    print("|---|---|---|---|---|")
    for players in args.players:
        for name, errors in look(players, args.decisions, args.guesses, args.seed).items():
            mean = 100 * float(np.mean([error.mean for error in errors])) if errors else 0.0
            typical = 100 * rms(errors)
            print(f"| {players} | {name} | {len(errors)} | {mean:+.1f} % | {typical:.1f} % |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
