"""What every interface takes to set up a game: players, edition, board, a Position; one place."""

from rialto.engine.game import Game
from rialto.engine.house import House


def make_house(
    players: int = 4, edition: str = "standard", board: str = "lagoon", neutral: bool = False
) -> House:
    """The rule options; anything that does not go together is refused by name."""
    return House.edition(edition, players=players, board=board, neutral=neutral)


def make_game(house: House, seed: int | None, position: str | None = None) -> Game:
    """A new game, or one that starts from a Position (which says its own options)."""
    if position is None:
        return Game.new(house=house, seed=seed)
    return Game.from_position(position, seed)
