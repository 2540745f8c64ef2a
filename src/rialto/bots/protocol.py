"""What every bot is: something that chooses a legal move from a view."""

from typing import Protocol

from rialto.engine.game import Move, View


class Bot(Protocol):
    """A player. It is given the view of its seat and the moves that seat may make, never more."""

    name: str

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        """One of `legal`, within so many seconds (None: as long as the bot likes). A bot with a
        budget of its own takes the smaller of the two."""
        ...
