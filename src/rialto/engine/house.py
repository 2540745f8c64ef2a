"""The house rules: the rule options of one game (docs/rules.md, section 9)."""

from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, Literal, NamedTuple, Self, get_args

RULES_VERSION: Final = 2
"""Grows when the same moves would lead to another state, and when there are new options."""

BoardName = Literal["lagoon", "banks"]
BOARDS: Final[tuple[BoardName, ...]] = get_args(BoardName)
EditionName = Literal["standard", "polish", "czech", "hungarian", "german-short"]


class BadHouse(ValueError):
    """Options that do not go together; the message names the option."""

    def __init__(self, message: str, option: str) -> None:
        super().__init__(message)
        self.option = option


def option(rule: str, usual: bool, since: int = 1) -> bool:
    """A field of `House` that the editions set differently: the rule that it changes, and the
    first rules version that has it. Games of an older one are played as is usual."""
    made: bool = field(default=usual, metadata={"rule": rule, "since": since})
    return made


@dataclass(frozen=True, slots=True)
class House:
    """Options are named for what they do; the editions are only named sets of them. Each field is
    one of the State's too, with the same name."""

    players: int = 4
    neutral: bool = False
    """Section 7: two players with the neutral player."""
    board: BoardName = "lagoon"
    """K7."""
    first_player_builds_first: bool = option("S6", usual=False)
    gondola_bonus_from_any_district: bool = option("E2", usual=True)
    """When the general supply is empty; otherwise from the private supply only."""
    leftovers_rounded_up: bool = option("Z1", usual=True)
    placing_is_optional: bool = option("Q9", usual=False, since=2)
    """Bridge, gondola and councillors may be left, in steps D, E and F."""
    joker_pairs_always: bool = option("Q4", usual=False, since=2)
    """Two jokers make one card whatever is in hand."""

    def __post_init__(self) -> None:
        if type(self.players) is not int or not 2 <= self.players <= 5:
            raise BadHouse(f"players must be 2 to 5, not {self.players!r}", "players")
        for known in fields(self):
            if known.type is bool and type(getattr(self, known.name)) is not bool:
                raise BadHouse(f"{known.name} must be true or false", known.name)
        if self.neutral and self.players != 2:
            raise BadHouse("the neutral player (N1) is for 2 players only", "neutral")
        if self.board not in BOARDS:
            known_boards = ", ".join(BOARDS)
            raise BadHouse(f"board must be one of {known_boards}, not {self.board!r}", "board")

    @property
    def seats(self) -> int:
        """Seats round the table, the neutral player's included."""
        return self.players + self.neutral

    @classmethod
    def edition(cls, name: str, **others: Any) -> Self:
        """A named set of options; anything else may be given beside it."""
        for known, options in EDITIONS.items():
            if known == name:
                return cls(**{**options, **others})
        raise BadHouse(f"edition must be one of {', '.join(EDITIONS)}, not {name!r}", "edition")

    @property
    def edition_name(self) -> EditionName | None:
        """The first edition with these options, or none."""
        return self.edition_in(RULES_VERSION)

    def edition_in(self, rules: int) -> EditionName | None:
        """The first edition that had these options in a version of the rules, or none."""
        own = self.options
        return next((name for name, preset in editions(rules).items() if preset == own), None)

    @property
    def options(self) -> dict[str, bool]:
        """What an edition sets."""
        return {o.name: getattr(self, o.name) for o in OPTIONS}

    def with_players(self, players: int) -> "House":
        return replace(self, players=players)

    def as_dict(self, rules: int = RULES_VERSION) -> dict[str, Any]:
        """Every option that a version of the rules has."""
        later = options_after(rules)
        return {name: value for name, value in asdict(self).items() if name not in later}

    @classmethod
    def from_dict(cls, options: dict[str, Any], rules: int = RULES_VERSION) -> Self:
        """What is not said is as usual; an option that these rules do not have is refused."""
        unknown = set(options) - {f.name for f in fields(cls)}
        if unknown:
            raise BadHouse(f"unknown option {min(unknown)!r}", min(unknown))
        later = set(options) & options_after(rules)
        if later:
            raise BadHouse(f"option {min(later)!r} is not in rules version {rules}", min(later))
        return cls(**options)

    def write_to(self, s: Any) -> None:
        """Set the options in a state."""
        for name, value in asdict(self).items():
            setattr(s, name, BOARDS.index(value) if name == "board" else int(value))

    @classmethod
    def of(cls, s: Any) -> Self:
        """The options that a state was laid out with."""
        return cls(**{f.name: _meaning(f.type, int(getattr(s, f.name))) for f in fields(cls)})


def _meaning(kind: Any, number: int) -> Any:
    """What the number in the state stands for."""
    if kind is BoardName:
        return BOARDS[number]
    return bool(number) if kind is bool else number


class Option(NamedTuple):
    """A rule option that the editions set differently."""

    name: str
    rule: str
    since: int


OPTIONS: Final = tuple(Option(f.name, **f.metadata) for f in fields(House) if f.metadata)


def options_after(rules: int) -> set[str]:
    """The options that a version of the rules does not have yet."""
    return {o.name for o in OPTIONS if o.since > rules}


EDITIONS: Final[dict[EditionName, dict[str, bool]]] = {
    "standard": House().options,
    "polish": House().options,
    "czech": House(gondola_bonus_from_any_district=False, placing_is_optional=True).options,
    "hungarian": House(
        first_player_builds_first=True,
        gondola_bonus_from_any_district=False,
        placing_is_optional=True,
    ).options,
    "german-short": House(leftovers_rounded_up=False, joker_pairs_always=True).options,
}


def editions(rules: int) -> dict[EditionName, dict[str, bool]]:
    """What each edition meant in a version of the rules: later options are as usual."""
    usual, later = House().options, options_after(rules)
    return {
        name: {o: usual[o] if o in later else value for o, value in preset.items()}
        for name, preset in EDITIONS.items()
    }
