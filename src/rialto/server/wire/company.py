"""The people at a table: links, proposals, talk. In and out."""

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from rialto.server.wire.out import Out
from rialto.server.wire.requests import In, Name, SeatNumber, Secret, Whole
from rialto.server.wire.words import Reaction

LONGEST_LINE: Final = 300
Line = Annotated[str, StringConstraints(max_length=LONGEST_LINE)]


class LookAtLink(In):
    secret: Secret


class Knock(In):
    """Ask who sits there to let this device in."""

    secret: Secret
    seat: SeatNumber | None = None


class Propose(In):
    kind: Literal["end", "rematch", "link", "bot", "takeback"]
    seat: SeatNumber | None = None
    """Whose link or bot; for a takeback which of your own seats."""


class AnswerProposal(In):
    n: Annotated[int, Field(ge=1, le=1_000_000), Whole]
    yes: bool
    bots: bool = False
    """Another game: with bots for those who do not want to."""


class RemovePerson(In):
    seat: SeatNumber


class Say(In):
    """A line, a reaction, or both; who watches says under which name."""

    text: Line = ""
    reaction: Reaction | None = None
    seat: SeatNumber | None = None
    name: Name | None = None


class SetQuiet(In):
    quiet: bool


LinkUse = Literal["free", "yours", "taken", "full", "ended"]
"""Nobody has used it; you have; somebody else has; no seat is free; the game is over."""


class LinkInfo(Out):
    """What a link is good for; looking uses nothing up."""

    table: str
    seat: int | None
    """None: any free seat."""
    device: bool
    """It lets another device of whoever sits there in."""
    use: LinkUse


class GroupLink(Out):
    link: str
    """`/t/{table}#{secret}`, for everybody who is invited."""
