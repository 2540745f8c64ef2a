"""A bot that fails loses its turn to a fallback move; nothing it does stops a game."""

from collections import Counter

from rialto.bots.protocol import Bot
from rialto.engine.game import Move, View
from rialto.engine.rng import below, new_rng


class BotFault(Exception):
    """What a bot did wrong, in a few words for the report."""


class Guarded:
    """Passes questions on to a bot; a crash, a stall or nonsense becomes a random legal move."""

    def __init__(self, bot: Bot, seed: int) -> None:
        self.name = bot.name
        self.faults: Counter[str] = Counter()
        """How often it failed, by what it did."""
        self._bot: Bot = bot._bot if isinstance(bot, Guarded) else bot
        self._rng = new_rng(seed, 0xFA11)

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        try:
            move = self._bot.choose(view, list(legal), seconds)
            if move in legal:
                return move
            self.faults["chose a move that is not legal"] += 1
        except BotFault as fault:
            self.faults[str(fault)] += 1
        except Exception as error:
            # Whatever a bot raises, the tournament goes on and the report names it.
            self.faults[f"raised {type(error).__name__}"] += 1
        return legal[below(self._rng, len(legal))]

    def close(self) -> None:
        close = getattr(self._bot, "close", None)
        if close is not None:
            close()
