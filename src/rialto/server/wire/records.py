"""In: a game record, before it is played again."""

from typing import Annotated, Any, Final

from pydantic import Field, StringConstraints, TypeAdapter

from rialto.server.wire.fair import Attempt
from rialto.server.wire.requests import In, Name, Octets, SeatNumber, VersionNumber

LONGEST_GAME: Final = 4000
"""Moves, chance included: several times what a game can have."""
Level = Annotated[str, StringConstraints(min_length=1, max_length=40)]
"""Of a bot; a program's may be unknown here."""


class FairNumberIn(In):
    seat: SeatNumber
    seal: Octets | None
    number: Octets


class FairMissingIn(In):
    attempt: Attempt
    seat: SeatNumber
    name: Name


class FairIn(In):
    protocol: Annotated[str, StringConstraints(max_length=40)]
    game: Annotated[str, StringConstraints(max_length=40)]
    live: bool
    given: VersionNumber
    commitment: Octets
    attempts: Attempt
    numbers: Annotated[list[FairNumberIn], Field(max_length=5)]
    missing: Annotated[list[FairMissingIn], Field(max_length=200)]
    secret: Octets | None = None


class RecordIn(In):
    """Nothing but what belongs to a record, and no more of it than a game can need."""

    format: Annotated[str, StringConstraints(max_length=40)]
    version: int
    rules: int
    house: Annotated[dict[str, bool | int | str], Field(max_length=40)]
    names: Annotated[list[Name], Field(min_length=2, max_length=5)]
    bots: Annotated[list[Level | None], Field(min_length=2, max_length=5)] | None = None
    hints: Annotated[list[SeatNumber], Field(max_length=5)] | None = None
    start: Annotated[str, StringConstraints(max_length=8000)] | None = None
    moves: Annotated[
        list[Annotated[str, StringConstraints(max_length=80)]], Field(max_length=LONGEST_GAME)
    ]
    checks: Annotated[
        list[Annotated[str, StringConstraints(max_length=8)]], Field(max_length=LONGEST_GAME)
    ]
    fair: FairIn | None = None
    result: dict[str, Any] | None
    """It is held against what the moves lead to."""


RECORD: Final[TypeAdapter[RecordIn]] = TypeAdapter(RecordIn)
