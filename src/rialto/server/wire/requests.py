"""In: everything that comes from outside, checked to the letter."""

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    create_model,
)

from rialto.engine.house import OPTIONS
from rialto.server.wire.words import BoardName, Edition, PassUntil


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
LONGEST_NAME: Final = 24
UNWRITTEN: Final = r"\x00-\x1f\x7f-\x9f<>\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069"
"""Control characters, and those that turn the direction of what follows, of others' names, too."""
NAME: Final = rf"^[^{UNWRITTEN}]*[^\x20{UNWRITTEN}][^{UNWRITTEN}]*$"
"""Not even at the ends, and not only spaces."""
Name = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_NAME, pattern=NAME),
    AfterValidator(lambda name: name.strip(" ")),
]
SAID = r"^[^\x00-\x09\x0b-\x1f\x7f]*$"
"""Line ends are the only control characters."""
SEAT_LINK = r"^https?://[A-Za-z0-9.:\[\]-]{1,262}/t/[a-z0-9]{1,24}#[A-Za-z0-9_-]{22}$"
Secret = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{22}$")]
Octets = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
"""32 bytes: a hash, a number, a secret."""
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


class Pass(In):
    """Pass beforehand, with or without cards to play; null: no longer."""

    type: Literal["pass"]
    until: PassUntil | None


class Ping(In):
    type: Literal["ping"]


Message = Annotated[Command | Try | Undo | Resync | Back | Pass | Ping, Field(discriminator="type")]
AnyMessage = Command | Try | Undo | Resync | Back | Pass | Ping
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


class PostPass(In):
    until: PassUntil | None
    seat: SeatNumber | None = None


class PostMove(In):
    """Bot API: one move; without a version it means the newest state."""

    move: MoveText
    move_id: MoveId | None = None
    version: VersionNumber | None = None
    seat: SeatNumber | None = None


if TYPE_CHECKING:
    OptionsIn = In
else:
    OptionsIn = create_model(
        "OptionsIn", __base__=In, **{o.name: (bool | None, None) for o in OPTIONS}
    )


class HouseIn(OptionsIn):
    """Options that are not given come from the edition."""

    edition: Edition = "standard"
    neutral: bool = False
    board: BoardName = "lagoon"


class SeatIn(In):
    kind: Literal["me", "person", "bot"]
    bot: BotLevel | None = None
    name: Name | None = None


class ClockIn(In):
    bank_s: Annotated[int, Field(ge=1, le=30 * 24 * 3600), Whole]
    increment_s: Annotated[int, Field(ge=0, le=24 * 3600), Whole]


class ByDays(In):
    days: Annotated[Literal[1, 2, 3, 7], Whole]
    """So many for a move."""
    play_on: bool = False
    """Then a bot plays on until they return; otherwise it moves once."""


class Holiday(In):
    days: Annotated[int, Field(ge=0, le=14), Whole]
    """So many more from now; 0: it is over."""
    seat: SeatNumber | None = None


class FirstMove(In):
    seat: SeatNumber
    move: MoveText


class CreateTable(In):
    """One entry in `seats` for each player, clockwise."""

    house: HouseIn = HouseIn()
    seats: Annotated[list[SeatIn], Field(min_length=2, max_length=5)]
    open: bool = False
    clock: ClockIn | None = None
    days: ByDays | None = None
    """Instead of a clock; such a table is never `live`."""
    live: bool = True
    """Everybody is there at the same time: numbers for the shuffle are sealed first."""
    seal: Octets | None = None
    """Of the number that the first of your own seats adds to the shuffle (docs/fairness.md)."""
    position: Annotated[str, StringConstraints(max_length=8000)] | None = None
    record: dict[str, Any] | None = None
    record_id: Annotated[str, StringConstraints(max_length=40)] | None = None
    from_table: Annotated[str, StringConstraints(max_length=40)] | None = None
    from_move: VersionNumber | None = None
    first: Annotated[list[FirstMove], Field(max_length=32)] = []
    """Played before anybody is asked; never past what chance would reveal."""
    hints: bool = False
    """Everybody may ask the coach for a hint; who plays with bots alone may in any case."""
    beliefs: bool = True
    """Who plays may look up what the others may hold; once the game is over everybody may."""
    practice: bool = False
    """For you alone and bots: gone for good once you leave it, unless you keep it."""


class Join(In):
    secret: Secret
    seat: SeatNumber | None = None
    """For a link that is good for any free seat."""
    name: Name | None = None
    seal: Octets | None = None


class Sit(In):
    seat: SeatNumber | None = None
    name: Name | None = None
    seal: Octets | None = None


class Rename(In):
    name: Name
    seat: SeatNumber | None = None


class SeatOnly(In):
    seat: SeatNumber | None = None


class DrawLink(In):
    """A seat link as others will open it."""

    link: Annotated[str, StringConstraints(pattern=SEAT_LINK)]


class Reissue(In):
    seat: SeatNumber


class SeatBot(In):
    """A free seat for a bot."""

    seat: SeatNumber
    bot: BotLevel


class Block(In):
    seat: SeatNumber


class Unblock(In):
    who: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Tell(In):
    """To whoever runs the server, about somebody at the table."""

    seat: SeatNumber
    text: Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=SAID)]


class NewBotToken(In):
    name: Name
