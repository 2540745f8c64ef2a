"""The whole protocol in one place: what comes in (pydantic, strict) and what goes out (msgspec).

`web/src/lib/wire.ts` is generated from here by `python -m rialto.server.typescript`.
Inbound models refuse unknown fields and wrong types; outbound ones are only ever built by us, and
one is built per seat and move, so they are the cheap kind.
"""

from typing import Annotated, Any, Literal

import msgspec
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter

# ── words both ways ──────────────────────────────────────────────────────────────────────────────

Kind = Literal["doge", "gold", "building", "bridge", "gondola", "councillor", "joker"]
BuildingId = Literal[
    "green-1", "green-2", "green-3", "green-4",
    "yellow-1", "yellow-2", "yellow-3", "yellow-4",
    "blue-1", "blue-2", "blue-3", "blue-4",
]  # fmt: skip
DistrictId = Literal["cannaregio", "castello", "san-marco", "santa-croce", "san-polo", "dorsoduro"]
BoardName = Literal["lagoon", "banks"]
Edition = Literal["standard", "polish", "czech", "hungarian", "german-short"]
Status = Literal["open", "running", "over", "abandoned"]
Phase = Literal["setup", "cards", "steps", "blue", "over"]
Decision = Literal[
    "waiting", "start", "row", "green", "discard", "play", "build", "bridge", "gondola", "source",
    "council", "blue", "over",
]  # fmt: skip
"""`waiting`: not begun, or chance is due (only in an open table or an answer to `try`)."""
SeatKind = Literal["person", "bot", "neutral", "empty"]
SeatColour = Literal["red", "blue", "yellow", "green", "white", "grey"]
LinkState = Literal["free", "bridge", "gondola"]
BankId = Literal["citra", "ultra"]

Cards = Annotated[dict[Kind, int], msgspec.Meta(title="Cards")]
"""By kind; all seven present."""
SomeCards = Annotated[dict[Kind, int], msgspec.Meta(title="SomeCards")]
"""By kind; only those that are there."""
EventArg = str | int | None

# ── out: what one seat, or a spectator, may see ──────────────────────────────────────────────────


class Out(msgspec.Struct, kw_only=True):
    """Everything that leaves the server."""


class House(Out):
    players: int
    neutral: bool
    board: BoardName
    first_player_builds_first: bool
    gondola_bonus_from_any_district: bool
    leftovers_rounded_up: bool
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
    """The time is up and a bot plays on until they return."""
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
    leads: bool | None = None
    """Whether this play would win the bonus as things stand."""


class Blocked(Out):
    """Something a person would look for that is not legal now, and why."""

    move: str
    refusal: str
    rule: str


class Clock(Out):
    bank_ms: list[int]
    running: list[int]
    increment_ms: int


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
    councillors_due: int
    turn: Turn
    clock: Clock | None
    reckoning: list[Score] | None
    ranking: list[int] | None
    rematch: str | None
    """The table where this company plays again, if there is one."""


class SeatPart(Out):
    """What is one seat's own."""

    seat: int | None
    hand: Cards | None
    sealed: Cards | None
    legal: list[Option]
    blocked: list[Blocked]
    can_undo: bool


class View(OpenPart):
    """What one seat (None: a spectator) may see: both parts as one."""

    seat: int | None
    hand: Cards | None
    sealed: Cards | None
    legal: list[Option]
    blocked: list[Blocked]
    can_undo: bool


class GameEvent(Out):
    """One line of the log; the page makes the sentence from its locale (`event.<code>`)."""

    version: int
    n: int
    code: str
    seat: int | None
    args: dict[str, EventArg]


# ── out: frames on the WebSocket (and lines of the bot stream) ───────────────────────────────────


class ViewFrame(Out, tag="view"):
    view: View
    events: list[GameEvent]


class AckFrame(Out, tag="ack"):
    move_id: str
    version: int


class RefusedFrame(Out, tag="refused"):
    move_id: str
    refusal: str
    rule: str
    move: str


class StaleFrame(Out, tag="stale"):
    move_id: str
    version: int


class TriedFrame(Out, tag="tried"):
    id: str
    view: View


class PongFrame(Out, tag="pong"):
    pass


class ErrorFrame(Out, tag="error"):
    code: str
    message: str
    ref: str | None = None
    """The move_id or id of the command that it answers, if it could be read."""


Frame = ViewFrame | AckFrame | RefusedFrame | StaleFrame | TriedFrame | PongFrame | ErrorFrame


class StartLine(Out, tag="start"):
    """Bot stream: you hold a seat at this table."""

    table: str
    seat: int


class TurnLine(Out, tag="turn"):
    """Bot stream: this seat is asked."""

    table: str
    seat: int
    version: int


class FinishLine(Out, tag="finish"):
    table: str
    seat: int


# ── out: answers to HTTP ─────────────────────────────────────────────────────────────────────────


class Problem(Out, omit_defaults=True):
    error: str
    message: str
    refusal: str | None = None
    rule: str | None = None
    move: str | None = None
    version: int | None = None


class SeatLink(Out):
    seat: int
    link: str | None
    """`/t/{table}#{secret}`; none for seats that are already taken (me, bots)."""


class Created(Out):
    table: str
    seats: list[SeatLink]


class Joined(Out):
    table: str
    seat: int


class Links(Out):
    table: str
    seats: list[SeatLink]


class Done(Out):
    version: int


class Since(Out):
    view: View
    events: list[GameEvent]


class SeatSummary(Out):
    seat: int
    name: str
    kind: SeatKind
    bot: str | None
    total: int | None


class TableSummary(Out):
    table: str
    status: Status
    open: bool
    host: bool
    """Whether you made this table."""
    mine: list[int]
    house: House
    seats: list[SeatSummary]
    version: int
    round: int
    to_move: list[int]
    clock: dict[str, int] | None
    created: int
    updated: int
    """Milliseconds since 1970."""
    ranking: list[int] | None
    rematch: str | None


class Tables(Out):
    tables: list[TableSummary]


class ReplayFrame(Out):
    version: int
    move: str | None
    """None for the beginning."""
    seat: int | None
    view: View
    events: list[GameEvent]
    hands: list[Cards] | None
    """By seat, open, once the game is over."""


class Replay(Out):
    house: House
    names: list[str]
    frames: list[ReplayFrame]


class RecordSaved(Out):
    id: str
    moves: int


class BotInfo(Out):
    id: str
    name: str
    blurb: str


class Bots(Out):
    bots: list[BotInfo]


class BotToken(Out):
    token: str
    name: str


class Version(Out):
    version: str
    rules: int
    protocol: int


class Health(Out):
    status: str


# ── in ───────────────────────────────────────────────────────────────────────────────────────────


class In(BaseModel):
    """Everything that comes in: exact types, no unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def whole(value: Any) -> Any:
    """In JSON 3.0 is the integer 3, as JSON Schema has it."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = BeforeValidator(whole)
MoveId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
MoveText = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Moves = Annotated[list[MoveText], Field(min_length=1, max_length=32)]
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=24,
                           pattern=r"^[^\x00-\x1f\x7f<>]*$")
]  # fmt: skip
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
SeatNumber = Annotated[int, Field(ge=0, le=4), Whole]
VersionNumber = Annotated[int, Field(ge=0, le=1_000_000), Whole]
BotLevel = Annotated[str, StringConstraints(pattern=r"^[a-z0-9-]{1,24}$")]


class Command(In):
    type: Literal["command"]
    move_id: MoveId
    version: VersionNumber
    moves: Moves


class Try(In):
    type: Literal["try"]
    id: MoveId
    version: VersionNumber
    moves: Moves


class Undo(In):
    type: Literal["undo"]
    move_id: MoveId
    version: VersionNumber


class Resync(In):
    type: Literal["resync"]


class Back(In):
    """Take the seat back from the bot that plays on."""

    type: Literal["back"]


class Ping(In):
    type: Literal["ping"]


Message = Annotated[Command | Try | Undo | Resync | Back | Ping, Field(discriminator="type")]
AnyMessage = Command | Try | Undo | Resync | Back | Ping
MESSAGE: TypeAdapter[AnyMessage] = TypeAdapter(Message)


class PostCommand(In):
    move_id: MoveId
    version: VersionNumber
    moves: Moves
    seat: SeatNumber | None = None


class PostTry(In):
    version: VersionNumber
    moves: Moves
    seat: SeatNumber | None = None


class PostUndo(In):
    move_id: MoveId
    version: VersionNumber
    seat: SeatNumber | None = None


class PostMove(In):
    """Bot API: one move; without a version it means the newest state."""

    move: MoveText
    move_id: MoveId | None = None
    version: VersionNumber | None = None
    seat: SeatNumber | None = None


class HouseIn(In):
    """Options that are not given come from the edition."""

    edition: Edition = "standard"
    neutral: bool = False
    board: BoardName = "lagoon"
    first_player_builds_first: bool | None = None
    gondola_bonus_from_any_district: bool | None = None
    leftovers_rounded_up: bool | None = None


class SeatIn(In):
    kind: Literal["me", "person", "bot"]
    bot: BotLevel | None = None
    name: Name | None = None


class ClockIn(In):
    bank_s: Annotated[int, Field(ge=1, le=30 * 24 * 3600), Whole]
    increment_s: Annotated[int, Field(ge=0, le=24 * 3600), Whole]


class CreateTable(In):
    """One entry in `seats` for each player, clockwise."""

    house: HouseIn = HouseIn()
    seats: Annotated[list[SeatIn], Field(min_length=2, max_length=5)]
    open: bool = False
    clock: ClockIn | None = None
    position: Annotated[str, StringConstraints(max_length=8000)] | None = None
    record: dict[str, Any] | None = None
    record_id: Annotated[str, StringConstraints(max_length=40)] | None = None
    from_table: Annotated[str, StringConstraints(max_length=40)] | None = None
    from_move: VersionNumber | None = None


class Join(In):
    secret: Secret
    name: Name | None = None


class Sit(In):
    seat: SeatNumber | None = None
    name: Name | None = None


class Rename(In):
    name: Name
    seat: SeatNumber | None = None


class SeatOnly(In):
    seat: SeatNumber | None = None


class Reissue(In):
    seat: SeatNumber


class SeatBot(In):
    """A free seat for a bot."""

    seat: SeatNumber
    bot: BotLevel


class NewBotToken(In):
    name: Name


def encode(message: Any) -> bytes:
    return _ENCODER.encode(message)


def join_view(open_part: bytes, seat_part: SeatPart) -> bytes:
    """A View, encoded: one object of both parts."""
    return b"".join((_ENCODER.encode(seat_part)[:-1], b",", open_part[1:]))


_ENCODER = msgspec.json.Encoder()
PROTOCOL = 1
