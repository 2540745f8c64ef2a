"""What a review says: one versioned report, as objects and as JSON (docs/review.md).

Win shares are from 0 to 1, points are final points. `within` is always half of a 95 % interval.
"""

import json
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, Final

from rialto.engine.ids import Why
from rialto.engine.moves import DISTRICT_NAMES
from rialto.review.form import BadForm, read_form

FORMAT: Final = "rialto-review"
VERSION: Final = 1
LATER: Final = "later_rounds"
PARTS: Final = (
    *(why.name.lower() for why in Why),
    LATER,
    "leftovers",
    "buildings",
    *DISTRICT_NAMES,
)
"""What a final score is made of: points during play by cause (those of rounds that were not played
out stand together), coins and councillors left, buildings, each district."""


ALL_DISTRICTS: Final = "districts"
"""In reasons the districts may stand together."""


class BadReview(ValueError):
    """A report that cannot be read; the message says what is wrong and where."""


class Mode(StrEnum):
    QUICK = "quick"
    DEEP = "deep"


class Verdict(StrEnum):
    BEST = "best"
    """The move was the coach's."""
    ABOUT_EQUAL = "about_equal"
    """No interval tells it from the coach's move."""
    BETTER = "better"
    """Another move was better."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that was compared."""

    move: str
    """As docs/notation.md writes it."""
    action: int
    likely: float
    """How likely the net is to choose it."""
    share: float
    """The chance to win with it."""
    behind: float
    """Win share less than the coach's move; a little below 0 at times, when nothing tells them
    apart."""
    within: float
    """Of `behind`."""
    points: float
    """Points ahead of the others' mean, less than with the coach's move."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One part of a seat's points: what the coach's move brings more than the one played."""

    part: str
    """One of PARTS, or in `reasons` ALL_DISTRICTS."""
    seat: int
    points: float
    within: float
    mostly: str | None
    """With ALL_DISTRICTS: the district that most of it comes from, if there is one."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One decision, judged by what its seat could know."""

    index: int
    """How many moves of the record come before it."""
    seat: int
    round: int
    """0 during set-up."""
    kind: str
    """The name of the question: row, green, discard, play, build, ..."""
    played: str | None
    """None when nothing was played yet: a hint."""
    shares: list[float]
    """Everybody's chance to win by seat, as the deciding seat saw it."""
    points: list[float]
    """Everybody's final points that it could expect."""
    choices: list[Choice]
    """The coach's move first, the others by what they lose. The one played is among them."""
    guesses: int
    """Playouts of each choice."""
    verdict: Verdict | None
    """None with a hint."""
    better: str | None
    """The coach's move where it is better than the one played."""
    loss: float
    """`behind` of the move played; 0 if it was the coach's."""
    loss_points: float
    """The same in points ahead."""
    parts: list[Reason]
    """All of the difference between the coach's move and the one played (in a hint: the next best);
    empty where there is none. A seat's parts sum to its difference in points."""
    reasons: list[Reason]
    """Those of them that are worth telling, three at most."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of a curve."""

    index: int
    share: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A seat's chance to win at each of its decisions, and what came of it."""

    seat: int
    moments: list[Moment]


@dataclass(frozen=True, slots=True)
class Turn:
    """A stretch from a decision to the seat's next one in which its chance changed most."""

    number: int
    """1, 2, ... in the order of the game."""
    index: int
    until: int
    seat: int
    before: float
    after: float
    lost: float
    """What of the change was the decision's loss."""


@dataclass(frozen=True, slots=True)
class Sum:
    """From first to last: `end = start - lost + rest`, exactly. The rest is luck and the others."""

    start: float
    end: float
    lost: float
    rest: float
    within: float
    """Of `lost`, and so of `rest`; in points it is not reckoned, and 0."""


@dataclass(frozen=True, slots=True)
class Account:
    """A round, or the whole game (round None), in win share and in points ahead."""

    round: int | None
    share: Sum
    points: Sum


@dataclass(frozen=True, slots=True)
class Player:
    """How a seat did."""

    seat: int
    decisions: int
    better: int
    """Decisions for which a better move was found."""
    accuracy: float
    """The part of its decisions for which none was found."""
    lost: float
    """Win share that a decision cost on average."""
    accounts: list[Account]
    """The whole game, then each round."""


@dataclass(frozen=True, slots=True)
class Review:
    """A game, or one seat's side of it."""

    format: str
    version: int
    record: str
    """Names the game: `name_of_record`."""
    net: str
    """Names the weights that judged it."""
    mode: Mode
    seed: int
    names: list[str]
    seats: list[int]
    """Whose decisions."""
    moves: int
    """Of the record."""
    over: bool
    """Whether the game was."""
    complete: bool
    """False: broken off; the same review goes on from here."""
    decisions: list[Judgement]
    curves: list[Curve]
    turns: list[Turn]
    players: list[Player]


def to_dict(report: Review | Judgement) -> dict[str, Any]:
    return asdict(report)


def to_json(report: Review) -> str:
    return json.dumps(to_dict(report), ensure_ascii=False)


def from_dict(data: Any) -> Review:
    """A report, checked."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadReview("this is no review of a Rialto game")
    if data.get("version") != VERSION:
        version = data.get("version")
        raise BadReview(f"this review has version {version}; this program reads {VERSION}")
    try:
        report = read_form(Review, data)
    except BadForm as error:
        raise BadReview(str(error)) from None
    check(report)
    return report


def from_json(text: str) -> Review:
    try:
        data = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise BadReview("this is no JSON") from None
    return from_dict(data)


def check(report: Review) -> None:
    """What the form alone does not say."""
    seats = range(len(report.names))
    if not report.seats or not set(report.seats) <= set(seats):
        raise BadReview(f"seats: of {len(seats)} players")
    for n, judgement in enumerate(report.decisions):
        where = f"decisions[{n}]"
        if judgement.seat not in report.seats:
            raise BadReview(f"{where}.seat: {judgement.seat} is not reviewed")
        if not 0 <= judgement.index < report.moves:
            raise BadReview(f"{where}.index: the record has {report.moves} moves")
        if len(judgement.shares) != len(seats) or len(judgement.points) != len(seats):
            raise BadReview(f"{where}: shares and points are by seat")
        if not judgement.choices:
            raise BadReview(f"{where}.choices: at least one")
        told = {reason.part for reason in judgement.reasons} - {ALL_DISTRICTS}
        if not told | {reason.part for reason in judgement.parts} <= set(PARTS):
            raise BadReview(f"{where}: a part of a score that does not exist")
