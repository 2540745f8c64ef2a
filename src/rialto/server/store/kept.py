"""What is kept, in the words of the table: no rows, no types of a database."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from msgspec import Struct, field

from rialto.server.store.days import KeptDays
from rialto.server.store.fair import KeptFair
from rialto.server.wire.words import NoticeCode, ProposalKind, Reaction, SeatKind, Status

Held = dict[bytes, set[int]]
"""Seats by whose they are."""


BY_BOT: Final = "bot-"
"""How the name of a command begins that a bot has given."""


class Entry(NamedTuple):
    """One line of a game's log."""

    seq: int
    at: int
    what: str
    seat: int
    move: str
    spent: int
    move_id: str | None

    @property
    def by_person(self) -> bool:
        """A person's command ends with it, or their return."""
        named = self.move_id is not None and not self.move_id.startswith(BY_BOT)
        return named or self.what == "back"


class Standing(NamedTuple):
    """How far a table has come."""

    version: int
    """How many entries its log has."""
    revision: int
    """How often something beside the log has changed."""


class Notice(Struct, frozen=True):
    """What happens at a table and is no part of its game."""

    n: int
    at: int
    version: int
    """How long the log was then."""
    code: NoticeCode
    seat: int
    name: str
    """Who sat there then."""


class KeptSeat(Struct, frozen=True):
    """A seat and who sits there."""

    kind: SeatKind
    bot: str | None
    name: str
    away: bool = False
    opened: bool = False
    """Whether the person has seen the running game."""
    hinted: bool = False
    """Whether they have asked the coach during it."""


class Proposal(Struct, frozen=True, kw_only=True):
    """A question to the people at a table."""

    n: int
    kind: ProposalKind
    seat: int
    """Whom it is about: who asks, or whose link, bot or device it is."""
    by: int | None
    """Who asks; None: somebody with a link to the seat, who may not have it yet."""
    who: bytes | None = None
    """That somebody's session."""
    at: int
    version: int
    """How long the log was then."""
    yes: list[int] = field(default_factory=list)
    no: list[int] = field(default_factory=list)
    bots: list[int] = field(default_factory=list)
    """Who would also play with bots for those who do not want to."""
    agreed: bool = False
    """What was asked for may be done, by who asked."""


class Spoken(Struct, frozen=True):
    """A line of talk; without a seat it is a watcher's."""

    n: int
    at: int
    version: int
    """How long the log was then."""
    seat: int | None
    name: str
    reaction: Reaction | None
    text: str


class Result(Struct, frozen=True):
    """How a game ended, so that lists need not fold it."""

    totals: list[int]
    ranking: list[int]
    parts: list[list[int]] = field(default_factory=list)
    """By seat: points during the game, for what is left, for buildings, for districts. Games that
    ended before this was kept have none."""


class KeptTable(Struct, frozen=True, kw_only=True):
    """Everything about a table but its log."""

    id: str
    created: int
    updated: int
    rules: int
    open: bool
    host: bytes
    setup: dict[str, Any]
    """House, names, position, clock, days, whether there are hints and beliefs."""
    seats: Sequence[KeptSeat]
    holders: Held
    leavers: Held = field(default_factory=dict)
    """Those who left a seat and may come back to it."""
    invited: set[int] = field(default_factory=set)
    """Seats with a link that nobody has used yet."""
    notices: Sequence[Notice] = field(default_factory=list)
    fair: KeptFair | None = None
    """None: without a fair shuffle."""
    days: KeptDays | None = None
    """None: not played by days."""
    group_link: bytes | None = None
    """The hash of what is in the link for everybody who is invited."""
    proposals: Sequence[Proposal] = field(default_factory=list)
    quiet: bool = False
    """The host has switched talk off."""
    practice: bool = False
    """It is gone for good once its player has left it."""
    status: Status = "open"
    rematch: str | None = None
    result: Result | None = None
    version: int = 0
    """How many entries its log has."""
    revision: int = 0
    """How often something beside the log has changed."""


class Link(Struct, frozen=True, kw_only=True):
    """A seat link, or one that lets another device of the same person in; good for one session."""

    secret: bytes
    """The hash of what is in the link."""
    table: str
    seat: int
    device: bool = False
    in_absence: bool = False
    """Made while whoever has the seat was long gone: good only as long as they are."""
    expires: int | None = None
    used_by: bytes | None = None


class Session(Struct, frozen=True, kw_only=True):
    """A browser that was given a cookie."""

    secret: bytes
    """The hash of what the cookie holds."""
    who: bytes
    seen: int
    old_name: bool = False
    """From before cookies under TLS had their present name."""
    until: int | None = None
    created: int = 0
    device: str = ""
    """Browser and system; empty if not known."""


class Code(Struct, frozen=True):
    """What carries a person to another device."""

    who: bytes
    at: int
    used: bool


class Subscription(Struct, frozen=True, kw_only=True):
    """A browser that wants to be told."""

    endpoint: str
    """A secret: whoever knows it may send something there."""
    who: bytes
    session: bytes
    key: bytes
    auth: bytes
    lang: str
    at: int


class MailAddress(Struct, frozen=True, kw_only=True):
    who: bytes
    address: str
    lang: str
    confirmed: bool
    quiet_from: int | None
    quiet_to: int | None
    """Between these hours of theirs nothing is sent."""
    offset_min: int
    """Their clock against UTC, when they said so; what counts where their zone is not known."""
    zone: str | None
    """`Europe/Prague`; it knows when clocks are changed."""
    at: int
    """When the address was last asked whether it is theirs, or something was changed."""


class Delivery(Struct, frozen=True, kw_only=True):
    """A message on its way to somebody."""

    id: str
    way: str
    """By push or by mail."""
    who: bytes
    target: str
    """An endpoint or an address."""
    kind: str
    """What is told; the words are made when it is sent."""
    table: str
    """Empty: it is about no table."""
    tries: int = 0
    due: int
    """When it is tried next."""


class Report(Struct, frozen=True, kw_only=True):
    """What somebody at a table says about another."""

    at: int
    table: str
    seat: int
    name: str
    """Who sat there then."""
    who: bytes | None
    by: int
    """The seat of who says it."""
    by_who: bytes
    text: str
    id: int = 0
    """Given by the store."""


class Blocked(Struct, frozen=True):
    """Whom a host does not want at their tables."""

    who: bytes
    name: str
    at: int


class Token(Struct, frozen=True):
    """What a program shows instead of a cookie; here only its hash."""

    who: bytes
    name: str
    created: int
    used: int


class RecordNote(Struct, frozen=True):
    """A kept record without its body."""

    id: str
    created: int
    used: int
    size: int
