"""Rialto: the board game as an engine, opponents, a table online and an environment.

The names are loaded when first used, so that a command can choose the engine's mode before.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rialto.engine.game import Game, IllegalMove
    from rialto.engine.house import House
    from rialto.engine.moves import Move

__all__ = ["Game", "House", "IllegalMove", "Move"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    from rialto.engine import game

    return getattr(game, name)
