"""Out: what the coach says. All of it follows from what one seat may know."""

from rialto.server.wire.out import Out
from rialto.server.wire.words import Kind, SomeCards


class Holding(Out):
    """One other hand."""

    seat: int
    cards: int
    seen: SomeCards
    """Seen going into it, and not seen leaving it."""
    gone: int
    """At most so many of those were discarded face down since."""
    sure: SomeCards
    """They cannot have left it."""
    chances: dict[Kind, list[int]]
    """In hundredths: of 0, 1, 2, … cards."""


class Beliefs(Out):
    """What may they hold?"""

    version: int
    seat: int
    """Whose memory it is."""
    hands: list[Holding]
