"""What every bot is: something that chooses a legal move from a view."""

from typing import Protocol

from rialto.engine.game import Move, View


class Clock(Protocol):
    """How long a bot may think; a bot with a budget of its own takes the smaller of the two."""

    @property
    def seconds(self) -> float | None:
        """Seconds for this move; None: as long as the bot likes."""
        ...


class Bot(Protocol):
    """A player. It is given the view of its seat and the moves that seat may make, never more."""

    name: str

    def choose(self, view: View, legal: list[Move], clock: Clock | None = None) -> Move:
        """One of `legal`."""
        ...
