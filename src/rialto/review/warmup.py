"""What must be compiled before a review (`rialto.compile.warm` sees to it, once)."""

from typing import Final

from rialto.compile.warm import Compilation
from rialto.engine.game import Game
from rialto.engine.jobs import GAME
from rialto.engine.past import view_with_past
from rialto.review.judging import judge


def review_job() -> None:
    """A first decision has real choices."""
    game = Game.new(players=2, seed=1)
    game.run_chance()
    judge(view_with_past(game, game.to_move[0]), game.legal(game.to_move[0])[-1])


REVIEW: Final = Compilation("review", review_job, "review")
JOBS: Final = [GAME, REVIEW]
