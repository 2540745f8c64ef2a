"""Out: what one seat, or a spectator, may see."""

from dataclasses import fields
from typing import TYPE_CHECKING

import msgspec

from rialto.engine.house import House as RuleOptions
from rialto.server.wire.days import Days
from rialto.server.wire.out import Out
from rialto.server.wire.questions import Proposal
from rialto.server.wire.words import (
    BankId,
    BuildingId,
    Cards,
    Decision,
    DistrictId,
    Edition,
    EventArg,
    FairPhase,
    Kind,
    LinkState,
    NoticeCode,
    PassUntil,
    Phase,
    SeatColour,
    SeatKind,
    SomeCards,
    Status,
)

if TYPE_CHECKING:
    HouseFields = Out
else:
    HouseFields = msgspec.defstruct(
        "HouseFields", [(f.name, f.type) for f in fields(RuleOptions)], bases=(Out,), kw_only=True
    )


class House(HouseFields):
    """The engine's rule options, and the edition that has just these."""

    edition: Edition | None


class Score(Out):
    during: int
    leftovers: int
    buildings: int
    districts: list[int]
    total: int


class OwnBuilding(Out):
    id: BuildingId
    count: int
    used: int


class Seat(Out):
    seat: int
    name: str
    kind: SeatKind
    bot: str | None
    colour: SeatColour
    connected: bool
    away: bool
    """A bot plays on until they return."""
    gone_since: int | None
    """When the last of their pages was closed, in milliseconds since 1970."""
    score: int
    coins: int
    private: int
    general: int
    hand_size: int
    hand_limit: int
    excess: int
    strength: int | None
    played: SomeCards
    buildings: list[OwnBuilding]
    slots_free: int
    projected: Score


class DogeTrack(Out):
    order: list[int]
    spaces: list[int]


class Row(Out):
    row: int
    cards: SomeCards
    owner: int | None


class Place(Out):
    seat: int
    count: int
    points: int


class District(Out):
    id: DistrictId
    token: int
    active: bool
    value: int
    council: list[int]
    places: list[Place]


class Link(Out):
    id: str
    a: DistrictId
    b: DistrictId
    state: LinkState
    ends: tuple[int, int]


class Bank(Out):
    id: BankId
    turned: bool
    have: list[int]


class Turn(Out):
    turned: int
    lent_jokers: int


class Option(Out, omit_defaults=True):
    """A legal move; clicks narrow the list until one is left."""

    move: str
    strength: int | None = None
    leads: bool = False
    """Q7: this play would have the majority as things stand."""
    wins: bool = False
    """It would, and nobody plays after it."""
    tied_with: int | None = None
    """Q7: who leads with the same strength, being ahead on the Doge track."""
    short: bool = False
    """E1, F1: more councillors would be due than the supply has."""


class Blocked(Out):
    """Something a person would look for that is not legal now, and why."""

    move: str
    refusal: str
    rule: str


class Clock(Out):
    bank_ms: list[int]
    running: list[int]
    increment_ms: int


class FairSeat(Out):
    seat: int
    seal: str | None
    """None: it is awaited."""
    opened: bool


class FairMissing(Out):
    attempt: int
    seat: int
    name: str


class Fair(Out):
    """The shuffle of a table that has not begun."""

    commitment: str
    live: bool
    """Numbers are sealed first; else they are given in clear when somebody sits down."""
    attempt: int
    phase: FairPhase
    seats: list[FairSeat]
    """Who adds a number."""
    late: list[int]
    """Whose number has not come in time: the others may begin without it."""
    missing: list[FairMissing]


class OpenPart(Out):
    """What everybody sees; made and encoded once per change."""

    table: str
    version: int
    house: House
    status: Status
    phase: Phase
    round: int
    step: Kind | None
    decision: Decision
    to_move: list[int]
    lead: int | None
    winner: int | None
    queue: list[int]
    seats: list[Seat]
    doge: DogeTrack
    rows: list[Row]
    neutral_cards: SomeCards | None
    districts: list[District]
    links: list[Link]
    top_bridge: tuple[int, int] | None
    bridges_left: int
    gondolas_left: int
    marker: str | None
    banks: list[Bank]
    supply: dict[BuildingId, int]
    pile: int
    discards: int
    budget: int
    builds_again: bool
    """C2: a building of value 4 would leave something to spend on one more."""
    councillors_due: int
    turn: Turn
    clock: Clock | None
    reckoning: list[Score] | None
    ranking: list[int] | None
    fair: Fair | None
    """The shuffle, until the game has begun; None also without a fair one."""
    days: Days | None
    """None: not played by days."""
    rematch: str | None
    """The table where this company plays again, if there is one."""
    proposals: list[Proposal]
    quiet: bool
    """The host has switched talk off."""
    practice: bool
    """The table is gone for good once its player has left it."""
    hints: bool
    """Whoever sits here may ask the coach for a hint."""
    beliefs: bool
    """Whoever sits here may look up what the others may hold."""


class SeatPart(Out):
    """What is one seat's own."""

    seat: int | None
    hand: Cards | None
    sealed: Cards | None
    legal: list[Option]
    blocked: list[Blocked]
    can_undo: bool
    can_ask_back: bool
    """The others can be asked whether you may take back past their moves."""
    passing: PassUntil | None


class View(OpenPart):
    """What one seat (None: a spectator) may see: both parts as one."""

    seat: int | None
    hand: Cards | None
    sealed: Cards | None
    legal: list[Option]
    blocked: list[Blocked]
    can_undo: bool
    can_ask_back: bool
    """The others can be asked whether you may take back past their moves."""
    passing: PassUntil | None


class Notice(Out):
    """What happened at the table and is no part of the game (`notice.<code>`): above all, every
    new holder of a seat."""

    n: int
    at: int
    """Milliseconds since 1970."""
    version: int
    """How long the log was then."""
    code: NoticeCode
    seat: int
    name: str
    """Who sat there then."""


class GameEvent(Out):
    """One line of the log; the page makes the sentence from its locale (`event.<code>`)."""

    version: int
    n: int
    code: str
    seat: int | None
    args: dict[str, EventArg]
