"""A person and their games, on one device or several. In and out."""

from typing import Annotated

from pydantic import StringConstraints

from rialto.server.wire.out import Out
from rialto.server.wire.requests import In

Code = Annotated[str, StringConstraints(min_length=26, max_length=60, pattern=r"^[A-Za-z2-7\s-]*$")]


class EnterCode(In):
    code: Code


class SignOut(In):
    device: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{16}$")]


class Rival(Out):
    """A level of bots, or a person."""

    bot: str | None
    name: str
    games: int
    ahead: int
    """In so many of them you had a better place."""


class PointParts(Out):
    """Where your points come from, on average."""

    during: float
    leftovers: float
    buildings: float
    districts: float


class MyGames(Out):
    """Finished games in which you had one seat."""

    name: str | None
    """As you sat down last."""
    games: int
    won: int
    mean_points: float | None
    streak: int
    """Won in a row, up to the newest."""
    best_streak: int
    against: list[Rival]
    parts: PointParts | None


class NewCode(Out):
    code: str


class Device(Out):
    device: str
    name: str
    """Browser and system; empty if not known."""
    created: int
    seen: int
    """To the day."""
    here: bool
    """It is the one that asks."""


class Devices(Out):
    devices: list[Device]
    code: int | None
    """When a code was made that nobody has used yet."""
