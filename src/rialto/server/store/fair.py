"""What is kept of a table's fair shuffle (docs/fairness.md)."""

from msgspec import Struct

from rialto.fair.section import Missing


class Part(Struct, frozen=True, kw_only=True):
    """A seat that adds a number to the shuffle. At first nothing of it is there."""

    seat: int
    seal: bytes | None = None
    number: bytes | None = None


class KeptFair(Struct, frozen=True, kw_only=True):
    secret: bytes
    commitment: bytes
    live: bool = True
    """Numbers are sealed first, and opened when all seats are taken."""
    given: int = 0
    """So many moves were there before the game began."""
    attempt: int = 1
    parts: tuple[Part, ...] = ()
    """By seat, those of this attempt."""
    missing: tuple[Missing, ...] = ()
    """Whose numbers made earlier attempts fail."""
