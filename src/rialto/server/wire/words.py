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
NoticeCode = Literal["seated", "device", "left", "returned", "link", "bot", "number"]
"""Sat down, by a link or at an open table; let another device in; left; came back; the host has
made a new link to the seat; the seat is a bot's; its number for the shuffle did not come."""
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
