"""What the engine's own entry points need compiled (`rialto.compile.warm` sees to it, once)."""

from typing import Final

from rialto.compile.warm import Compilation
from rialto.engine.batch import Lanes
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.moves import move_of, play_move
from rialto.engine.perft import perft


def game_job() -> None:
    """What `Game` needs: the doors into the rules."""
    game = Game.new(players=2, seed=1)
    game.run_chance()
    game.play(game.legal(game.to_move[0])[0])
    game.chance(), game.scores, game.district(0), game.outlook(move_of(0, play_move(0, 1)))
    game.only_seat(0), game.explain(0, 0), game.hand_limit(0), game.districts_held(0)
    assert not game.builds_again
    twin = Game.from_position(game.position())
    assert twin.active_district == game.active_district
    Game.new(players=2, seed=1).play_all(game.log)


def playouts_job() -> None:
    Lanes(House(players=2)).play()


def perft_job() -> None:
    perft(Game.new(players=2, seed=1), 1)


GAME: Final = Compilation("game", game_job)
PLAYOUTS: Final = Compilation("playouts", playouts_job)
PERFT: Final = Compilation("perft", perft_job)
