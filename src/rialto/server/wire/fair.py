"""Fair shuffles (docs/fairness.md). In and out."""

from typing import Annotated

from pydantic import Field

from rialto.server.wire.out import Out
from rialto.server.wire.requests import In, Octets, SeatNumber, Whole
from rialto.server.wire.views import FairMissing

Attempt = Annotated[int, Field(ge=1, le=1_000_000), Whole]


class Seal(In):
    """A number that you will open when all seats are taken: only its seal."""

    attempt: Attempt
    seal: Octets
    seat: SeatNumber | None = None


class OpenNumber(In):
    attempt: Attempt
    number: Octets
    seat: SeatNumber | None = None


class BeginAnew(In):
    """Without the numbers that have not come in time; all the others seal new ones."""

    attempt: Attempt
    free: bool = False
    """And whoever did not open has the seat no longer."""


class FairNumber(Out):
    seat: int
    seal: str | None
    number: str


class FairFacts(Out):
    """What everybody may know of a shuffle while the game goes on; as in the record, which has the
    secret too once the game is over."""

    protocol: str
    game: str
    live: bool
    given: int
    commitment: str
    attempts: int
    numbers: list[FairNumber]
    missing: list[FairMissing]
