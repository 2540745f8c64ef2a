"""A whole game that fits what one seat may know: how searchers get from a View back to a State."""

from typing import Any

from rialto.engine.game import Game
from rialto.engine.guess import guess
from rialto.engine.state import to_record


def fitting_game(game: Game, seat: int, rng: Any) -> Game:
    """A new game from a guess at what the seat does not see; nothing of the truth goes into it."""
    table = guess(game.view(seat), rng)
    return Game(game.house, 0, game.names, to_record(table[0]))
