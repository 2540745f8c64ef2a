"""Words that go both ways."""

from typing import Annotated, Literal

import msgspec

from rialto.engine import house

Kind = Literal["doge", "gold", "building", "bridge", "gondola", "councillor", "joker"]
BuildingId = Literal[
    "green-1", "green-2", "green-3", "green-4",
    "yellow-1", "yellow-2", "yellow-3", "yellow-4",
    "blue-1", "blue-2", "blue-3", "blue-4",
]  # fmt: skip
DistrictId = Literal["cannaregio", "castello", "san-marco", "santa-croce", "san-polo", "dorsoduro"]
BoardName = house.BoardName
Edition = house.EditionName
Status = Literal["open", "running", "over", "abandoned"]
Phase = Literal["setup", "cards", "steps", "blue", "over"]
Decision = Literal[
    "waiting", "start", "row", "green", "discard", "play", "build", "bridge", "gondola", "source",
    "council", "blue", "over",
]  # fmt: skip
"""`waiting`: not begun, or chance is due (only in an open table or an answer to `try`)."""
NoticeCode = Literal[
    "seated", "device", "left", "returned", "link", "bot", "number", "removed", "renamed",
    "stand_in", "turned_down", "taken_back", "quiet", "talk",
    "late", "holiday", "hint",
]  # fmt: skip
"""Sat down, by a link or at an open table; let another device in; left; came back; a new link to
the seat was made; the seat is a bot's; its number for the shuffle did not come; the host has freed
the seat; has another name; the others let a bot play on; a proposal was declined; moves were taken
back by everybody's leave; the host has switched talk off, and on again; the time for a move by days
was up and a bot has moved; takes days of holiday; has asked the coach for a hint."""
ProposalKind = Literal["end", "rematch", "link", "bot", "device", "takeback"]
"""End the game; play again; a new link to an occupied seat; a bot for somebody who is away; let a
second device in; take moves back past another's."""
Reaction = Literal["rose", "toast", "mask", "clock", "gondola", "coin"]
"""Well played; to your health; nice bluff; take your time; on we go; that was dear."""
FairPhase = Literal["gathering", "sealing", "opening"]
"""Seats are free; somebody's sealed number is awaited; the numbers are opened."""
PassUntil = Literal["step", "round"]
"""What somebody passes beforehand: the present step, or the rest of the round."""
SeatKind = Literal["person", "bot", "neutral", "empty"]
SeatColour = Literal["red", "blue", "yellow", "green", "white", "grey"]
LinkState = Literal["free", "gondola", "bridge"]
BankId = Literal["citra", "ultra"]

Cards = Annotated[dict[Kind, int], msgspec.Meta(title="Cards")]
"""By kind; all seven present."""
SomeCards = Annotated[dict[Kind, int], msgspec.Meta(title="SomeCards")]
"""By kind; only those that are there."""
EventArg = str | int | None
