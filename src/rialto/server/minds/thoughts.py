"""What a worker can be asked. Engine and bots are loaded when the first question comes; answers
are made of what JSON has."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from rialto.engine.game import Move, View

STRETCH_S: Final = 2.0
"""Of a review, between two words about how far it has come."""
SEED: Final = 1
"""Who tries the same again sees the same."""


class Enough(Exception):
    """This stretch of a review is over."""


def choose_index(level: str, view: "View", legal: "list[Move]", seconds: float) -> int:
    """A forced move is thought about like any other: how long it takes must not tell that a player
    had no choice."""
    from rialto.bots.roster import choose

    choices = legal if len(legal) > 1 else legal * 2
    return legal.index(choose(level, view, choices, seconds))


def what_they_hold(view: "View", seconds: float) -> Any:
    from rialto.review.holdings import holdings

    return holdings(view)


def advise(view: "View", played: "Move | None", seconds: float) -> Any:
    """A hint; of a move that was made, what it was worth."""
    from rialto.review.hints import hint, word
    from rialto.review.report import to_dict

    judged = hint(view) if played is None else word(view, played)
    return None if judged is None else to_dict(judged)


def review_on(record: dict[str, Any], mode: str, so_far: Any, seconds: float) -> Any:
    """A stretch of a review: what is known now, and how many decisions there are."""
    from rialto.review.report import Mode, Review, from_dict, to_dict
    from rialto.review.reviewing import review

    until = time.monotonic() + STRETCH_S
    told: list[tuple[Review, int]] = []

    def progress(known: Review, of: int) -> None:
        told[:] = [(known, of)]
        if time.monotonic() > until:
            raise Enough

    resume = from_dict(so_far) if so_far else None
    try:
        found = review(record, Mode(mode), seed=SEED, progress=progress, resume=resume)
    except Enough:
        return [to_dict(told[0][0]), told[0][1]]
    return [to_dict(found), len(found.decisions)]


def play_on(
    record: dict[str, Any], at: int, line: list[tuple[int, int]], level: str, seconds: float
) -> list[tuple[int, int]]:
    """A variation goes on until whoever began it is asked again; all its moves from there."""
    from rialto.bots.roster import make_bot
    from rialto.engine.game import Game
    from rialto.engine.moves import move_of

    game = Game.from_record(record, at, SEED)
    for seat, action in line:
        game.play(move_of(seat, action))
        game.run_chance()
    mine = line[0][0]
    bots = [make_bot(level, SEED + p) for p in range(game.house.players)]
    while not game.over and game.to_move[0] != mine:
        p = game.to_move[0]
        game.play(bots[p].choose(game.view(p), game.legal(p)))
        game.run_chance()
    return [(int(move.seat), int(move.action)) for move in game.log[at:]]


THOUGHTS: Final[dict[str, Callable[..., Any]]] = {
    "move": choose_index,
    "holdings": what_they_hold,
    "advice": advise,
    "review": review_on,
    "play on": play_on,
}


def think(what: str, args: tuple[Any, ...], seconds: float) -> Any:
    return THOUGHTS[what](*args, seconds)
