"""A review of a game: every decision judged, from what its seat could know at the time.

from rialto.review.reviewing import review
found = review(record)          # of a finished game; `mode=Mode.DEEP` takes longer
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rialto.bots.belief.cloud import Belief
from rialto.bots.net.own import load
from rialto.engine.game import BadRecord, Game, Move
from rialto.engine.past import Witness
from rialto.review.accounts import End, curve_of, of_seat, player_of, turns_of
from rialto.review.judging import Coach
from rialto.review.report import FORMAT, VERSION, Judgement, Mode, Review

Progress = Callable[[Review, int], None]
"""Told after each decision: the review so far, and how many decisions there are. What it raises
breaks the review off."""


class CannotReview(ValueError):
    """A game that cannot be reviewed as asked; the message says why."""


class Place(NamedTuple):
    """A decision of the record."""

    at: int
    """How many moves come before it."""
    witness: Witness
    """Just then."""
    move: Move


def name_of_record(game: Game) -> str:
    """Names a game by its moves: no two different ones have the same."""
    moves = [(move.seat, move.action) for move in game.log]
    text = json.dumps([game.rules, game.house.as_dict(game.rules), game.start, moves])
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def name_of_net() -> str:
    return str(load()[1]["sha256"])[:16]


def review(
    record: dict[str, Any] | Game,
    mode: Mode = Mode.QUICK,
    seats: Sequence[int] | None = None,
    seed: int = 1,
    progress: Progress | None = None,
    resume: Review | None = None,
) -> Review:
    """Of these seats, or all. A running game can be reviewed for one seat only, and only what that
    seat could know goes into it. A review that was broken off is gone on with; the outcome is the
    same as if it had not been."""
    game = read_game(record)
    chosen = check_seats(game, seats)
    blank = Review(
        FORMAT, VERSION, name_of_record(game), name_of_net(), mode, seed, list(game.names), chosen,
        len(game.log), game.over, False, [], [], [], [],
    )  # fmt: skip
    done = list(resume.decisions) if resume and same_review(resume, blank) else []
    of = sum(1 for _ in places(game, chosen))
    for judgement in judge_all(game, blank, done):
        done.append(judgement)
        if progress:
            progress(sum_up(blank, done, None), of)
    return sum_up(blank, done, end_of(game), complete=True)


def read_game(record: dict[str, Any] | Game) -> Game:
    if isinstance(record, Game):
        return record
    try:
        return Game.from_record(record)
    except BadRecord as error:
        raise CannotReview(f"the record does not hold: {error}") from None


def check_seats(game: Game, seats: Sequence[int] | None) -> list[int]:
    players = game.house.players
    chosen = sorted(set(range(players) if seats is None else seats))
    if not chosen or not set(chosen) <= set(range(players)):
        raise CannotReview(f"there are seats 0 to {players - 1}")
    if not game.over and len(chosen) > 1:
        raise CannotReview("the game is not over: say whose side is to be reviewed")
    return chosen


def same_review(one: Review, other: Review) -> bool:
    """Whether one may go on as the other."""
    names = ("version", "record", "net", "mode", "seed", "seats")
    return all(getattr(one, name) == getattr(other, name) for name in names)


def places(game: Game, seats: Sequence[int]) -> Iterator[Place]:
    """Every real choice that these seats had."""
    witness = Witness(game.rewound())
    for index, move in enumerate(game.log):
        if move.seat in seats and len(witness.game.legal(move.seat)) > 1:
            yield Place(index, witness, move)
        witness.play(move)


def judge_all(game: Game, blank: Review, done: Sequence[Judgement]) -> Iterator[Judgement]:
    """All that is not done yet."""
    coach = Coach()
    beliefs: dict[int, tuple[int, Belief]] = {}
    known = len(done)
    here = done[-1].round if done else 0
    for number, (index, witness, move) in enumerate(places(game, blank.seats)):
        seat, round_no = move.seat, int(witness.game.state.round_no)
        if number < known and round_no < here:
            continue
        if beliefs.get(seat, (-1,))[0] != round_no:
            # A belief lives for a round, so that a review that goes on finds the same.
            beliefs[seat] = round_no, coach.believe(blank.seed + 8 * round_no + seat)
        belief = beliefs[seat][1]
        question = coach.ask(witness.view(seat), move)
        if number >= known:
            yield coach.judge(question, belief, blank.mode, blank.seed, index)
        elif len(question.actions) > 1:
            belief.follow(question.view)


def end_of(game: Game) -> End | None:
    if not game.over:
        return None
    winner = game.ranking[0]
    shares = [float(p == winner) for p in range(game.house.players)]
    return End(len(game.log), shares, [float(score.total) for score in game.scores])


def sum_up(
    blank: Review, done: Sequence[Judgement], end: End | None, complete: bool = False
) -> Review:
    own = {seat: of_seat(done, seat) for seat in blank.seats}
    curves = [curve_of(own[seat], seat, end) for seat in blank.seats]
    return replace(
        blank,
        complete=complete,
        decisions=list(done),
        curves=curves,
        turns=turns_of(done, curves),
        players=[player_of(own[seat], seat, end) for seat in blank.seats],
    )
