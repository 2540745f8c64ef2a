"""What the coach is asked, and what it says. All of it follows from what one seat may know."""

from typing import Annotated, Any, Literal

from pydantic import Field

from rialto.server.wire.answers import ReplayFrame
from rialto.server.wire.out import Out
from rialto.server.wire.requests import FirstMove, In, SeatNumber, VersionNumber
from rialto.server.wire.views import GameEvent
from rialto.server.wire.words import Kind, SomeCards

ReviewMode = Literal["quick", "deep"]
ReviewStage = Literal["none", "waiting", "working", "done", "failed"]


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


class PostHint(In):
    version: VersionNumber
    """Of the view in which it is asked for."""
    seat: SeatNumber | None = None


class Advice(Out):
    """What the coach says of one decision of a running game (docs/review.md)."""

    seat: int
    judgement: dict[str, Any] | None
    """None: there is nothing that it can say."""


class PostReview(In):
    mode: ReviewMode = "quick"


class PostVariation(In):
    at: VersionNumber
    """After so many moves of the record the game leaves it."""
    moves: Annotated[list[FirstMove], Field(min_length=1, max_length=400)]
    answer: bool = True
    """Bots play on until whoever left the record is asked again."""


class ReviewState(Out):
    """How far a review has come; once it is done, with the report (docs/review.md)."""

    stage: ReviewStage
    done: int
    of: int
    report: dict[str, Any] | None


class ToldMove(Out):
    """A move, and what would happen."""

    move: str
    events: list[GameEvent]


class MovesThere(Out):
    """What could have been done."""

    seat: int
    moves: list[ToldMove]


class SeatMove(Out):
    seat: int
    move: str


class Variation(Out):
    """The moves of people and bots since the game left the record, and what it looked like."""

    moves: list[SeatMove]
    frames: list[ReplayFrame]
    then: MovesThere | None
    """What whoever left the record could do next."""
