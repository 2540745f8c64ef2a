"""The other processes that serve from the same database: what they tell each other, who is looked
on by whom, and which of them drives a table.

To drive a table is to do what happens there without anybody's command: bots, clocks, deadlines,
messages. One process does at a time, for a term; whatever it writes is fenced by that term
(`Transaction.fence`), so that one that was paused and has lost its lease meanwhile writes nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from msgspec import Struct

from rialto.server.wire.words import PassUntil

MESSAGE: Final = "message "
"""A message on its way is driven like a table, by this and its own name."""


class Changed(Struct, frozen=True, tag="changed"):
    """A table has come so far."""

    table: str
    version: int
    revision: int
    since: dict[int, int] | None = None
    """Of a running clock: who thinks since when, in milliseconds since 1970."""


class Here(Struct, frozen=True, tag="here"):
    """Somebody looks on from a seat (None: without one), or nobody does any more."""

    table: str
    seat: int | None
    here: bool
    at: int


class Passes(Struct, frozen=True, tag="passes"):
    """Somebody has said beforehand that they pass, until then (None: no longer)."""

    table: str
    seat: int
    until: PassUntil | None


class LoadAnew(Struct, frozen=True, tag="anew"):
    """A table was changed from outside."""

    table: str


class Forget(Struct, frozen=True, tag="forget"):
    """A person, or only one session, is unknown from now on."""

    who: bytes
    session: bytes | None = None


News = Changed | Here | Passes | LoadAnew | Forget


class Lease(NamedTuple):
    term: int | None
    """None: another process drives the table."""
    since: Mapping[int, int] = {}
    """What is known of its clock."""


class Looking(NamedTuple):
    """Who looks on at a table by another process, or did."""

    peer: str
    seat: int | None
    here: bool
    at: int


class Ears(Protocol):
    """Whoever listens to the others."""

    def hear(self, peer: str, news: News) -> None: ...

    def look_again(self) -> None:
        """Something may have been missed."""

    def lose(self, peer: str, seen: int) -> None:
        """A process has gone; when it was last seen."""


class Peers(Protocol):
    alone: bool
    """There are no others, and never will be: whatever is in memory is all there is."""

    async def open(self, ears: Ears) -> None: ...

    def tell(self, news: News) -> None:
        """Soon, and together with what else there is to tell; what is told was stored before."""

    async def lease(self, table: str) -> Lease:
        """Drive this table, unless another process does."""

    def release(self, table: str) -> None: ...

    async def take_over(self, names: Sequence[str]) -> dict[str, Lease]:
        """Drive those that no living process drives: of these, and of all that have to go on."""

    async def looking(self, table: str) -> list[Looking]: ...

    async def allows(self, what: str, key: str, rate: float, burst: float) -> bool:
        """Whether one more is within the limit that all processes share."""

    async def tidy(self) -> None:
        """Forget what is of no use any more."""

    async def close(self) -> None: ...


class Alone:
    alone = True

    async def open(self, ears: Ears) -> None:
        pass

    def tell(self, news: News) -> None:
        pass

    async def lease(self, table: str) -> Lease:
        return Lease(0)

    def release(self, table: str) -> None:
        pass

    async def take_over(self, names: Sequence[str]) -> dict[str, Lease]:
        return {}

    async def looking(self, table: str) -> list[Looking]:
        return []

    async def allows(self, what: str, key: str, rate: float, burst: float) -> bool:
        return True

    async def tidy(self) -> None:
        pass

    async def close(self) -> None:
        pass
