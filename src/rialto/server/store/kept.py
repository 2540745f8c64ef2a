"""What is kept, in the words of the table: no rows, no types of a database."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from rialto.server.wire.words import SeatKind, Status


class Entry(NamedTuple):
    """One line of a game's log."""

    seq: int
    at: int
    what: str
    seat: int
    move: str
    spent: int
    move_id: str | None


class KeptSeat(Struct, frozen=True):
    """A seat and who sits there."""

    kind: SeatKind
    bot: str | None
    name: str
    secret: bytes | None
    """The hash of its link's secret."""
    away: bool = False


class Result(Struct, frozen=True):
    """How a game ended, so that lists need not fold it."""

    totals: list[int]
    ranking: list[int]


class KeptTable(Struct, frozen=True, kw_only=True):
    """Everything about a table but its log."""

    id: str
    created: int
    updated: int
    rules: int
    open: bool
    host: bytes
    setup: dict[str, Any]
    """House, names, position, clock."""
    seats: Sequence[KeptSeat]
    holders: dict[bytes, set[int]]
    status: Status = "open"
    rematch: str | None = None
    result: Result | None = None
    version: int = 0
    """How many entries its log has."""
