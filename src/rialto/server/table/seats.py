"""What a table is made of beside its game: how it was set up, who sits there, who watches."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rialto import Game, House
from rialto.server import wire
from rialto.server.store import KeptSeat

if TYPE_CHECKING:
    from rialto.server.table.table import Table


class Watcher(Protocol):
    """A socket or stream that shows one seat's view (None: a spectator's)."""

    seat: int | None
    source: str
    """Where it comes from: an address, for fairness."""

    def show(self) -> None:
        """The table has changed."""

    def drop(self, code: int) -> None:
        """Close it: the seat is no longer this watcher's, or the table is folded anew."""


class Listener(Protocol):
    """A program that listens for its turns at all its tables."""

    def tell(self, table: "Table") -> None:
        """The table has changed."""


class Keeper(Protocol):
    """Whoever keeps the tables (the hall) is told by each of them."""

    def table_changed(self, table: "Table") -> None: ...

    def out_of_sync(self, table: "Table") -> None:
        """What is on disk of this table is unknown; reload it from there."""


@dataclass(slots=True)
class Chair:
    """A seat of the table and who sits there."""

    kind: wire.SeatKind
    bot: str | None
    name: str
    connected: bool = False
    away: bool = False
    opened: bool = False
    """The person has seen the running game; before that their clock does not run."""
    gone_since: int | None = None
    """When the last of their pages was closed; None while one is open."""
    hinted: bool = False
    """Has asked the coach during the game."""

    @classmethod
    def of(cls, kept: KeptSeat, now: int) -> "Chair":
        gone = now if kept.kind == "person" else None
        bot = kept.kind == "bot"
        return cls(
            kept.kind, kept.bot, kept.name, bot,
            opened=kept.opened or bot, gone_since=gone, hinted=kept.hinted,
        )  # fmt: skip


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


def first_game(header: Header, seed: int | None) -> Game:
    """The game before the first entry of its log."""
    setup, rules = header.setup, header.rules
    names = setup["names"]
    if setup["position"] is not None:
        return Game.from_position(setup["position"], seed, names, rules)
    house = House.from_dict(setup["house"], rules)
    return Game.new(house=house, seed=seed, names=names, rules=rules)
