"""What a table is made of beside its game: how it was set up, who sits there, who watches."""

from dataclasses import dataclass
from typing import Any, Protocol

from rialto.server import wire


class Watcher(Protocol):
    """A socket or stream that shows one seat's view (None: a spectator's)."""

    seat: int | None

    def show(self) -> None:
        """The table has changed."""

    def drop(self, code: int) -> None:
        """Close it: the seat is no longer this watcher's, or the table is folded anew."""


@dataclass(slots=True)
class Chair:
    """A seat of the table and who sits there."""

    kind: wire.SeatKind
    bot: str | None
    name: str
    secret: bytes | None
    connected: bool = False
    away: bool = False


@dataclass(slots=True)
class Header:
    """What was settled when the table was made."""

    id: str
    rules: int
    """The version of the rules that it began with."""
    created: int
    open: bool
    host: bytes
    setup: dict[str, Any]
    """The JSON that is stored: house, names, position, clock."""
