"""The house rules: the rule options of one game (docs/rules.md, section 9)."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, Self

BOARDS: Final = ("lagoon", "banks")


class BadHouse(ValueError):
    """Options that do not go together; the message names the option."""


@dataclass(frozen=True, slots=True)
class House:
    """Options are named for what they do; the editions are only named sets of them."""

    players: int = 4
    neutral: bool = False
    """Section 7: two players with the neutral player."""
    board: str = "lagoon"
    """K7."""
    first_player_builds_first: bool = False
    """S6."""
    gondola_bonus_from_any_district: bool = True
    """E2, when the general supply is empty; otherwise from the private supply only."""
    leftovers_rounded_up: bool = True
    """Z1."""

    def __post_init__(self) -> None:
        if type(self.players) is not int or not 2 <= self.players <= 5:
            raise BadHouse(f"players must be 2 to 5, not {self.players!r}")
        for field in fields(self):
            if field.type in ("bool", bool) and type(getattr(self, field.name)) is not bool:
                raise BadHouse(f"{field.name} must be true or false")
        if self.neutral and self.players != 2:
            raise BadHouse("the neutral player (N1) is for 2 players only")
        if self.board not in BOARDS:
            raise BadHouse(f"board must be one of {', '.join(BOARDS)}, not {self.board!r}")

    @property
    def seats(self) -> int:
        """Seats round the table, the neutral player's included."""
        return self.players + self.neutral

    @classmethod
    def edition(cls, name: str, **others: Any) -> Self:
        """A named set of options; anything else may be given beside it."""
        if name not in EDITIONS:
            raise BadHouse(f"edition must be one of {', '.join(EDITIONS)}, not {name!r}")
        return cls(**{**EDITIONS[name], **others})

    @property
    def edition_name(self) -> str | None:
        """The first edition with these options, or none."""
        own = asdict(self)
        matches = (n for n, e in EDITIONS.items() if all(own[o] == v for o, v in e.items()))
        return next(matches, None)

    def with_players(self, players: int) -> "House":
        return replace(self, players=players)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_dict(cls, options: dict[str, Any]) -> Self:
        unknown = set(options) - {f.name for f in fields(cls)}
        if unknown:
            raise BadHouse(f"unknown option {sorted(unknown)[0]!r}")
        return cls(**options)


_STANDARD: Final = {
    "first_player_builds_first": False,
    "gondola_bonus_from_any_district": True,
    "leftovers_rounded_up": True,
}
EDITIONS: Final[dict[str, dict[str, bool]]] = {
    "standard": _STANDARD,
    "polish": _STANDARD,
    "czech": {**_STANDARD, "gondola_bonus_from_any_district": False},
    "hungarian": {
        **_STANDARD,
        "first_player_builds_first": True,
        "gondola_bonus_from_any_district": False,
    },
    "german-short": {**_STANDARD, "leftovers_rounded_up": False},
}
