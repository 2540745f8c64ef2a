"""Seats, rule options and the Doge track."""

from collections.abc import Sequence
from typing import Final

from rialto.engine.house import BOARDS, OPTIONS, editions
from rialto.engine.ids import NOBODY, Stage
from rialto.engine.moves import (
    NEUTRAL_NAME,
    SEAT_NAMES,
)
from rialto.engine.position.parts import (
    WIDE,
    Bad,
    Record,
    Word,
    a_name,
    clockwise,
    index,
    letter,
    one,
    seat,
    seat_numbers,
    seats,
)
from rialto.engine.rules.setup import stack_doge_markers

YES_NO: Final = ("no", "yes")


def _read_seats(r: Record, _: str, says: Sequence[str]) -> None:
    """Clockwise. In the neutral variant either player may sit at N's left (N1)."""
    r["neutral"] = NEUTRAL_NAME in says
    r["players"] = len(says) - r["neutral"]
    if not 2 <= r["players"] <= 5:
        raise Bad("there are 2 to 5 players")
    if r["neutral"] and r["players"] != 2:
        raise Bad("the neutral player (N1) is for 2 players only")
    order = [seat(r, text) for text in says]
    if sorted(order) != list(seats(r)):
        raise Bad("every seat is named once")
    if not r["neutral"] and order != list(seats(r)):
        raise Bad(f"clockwise is {' '.join(SEAT_NAMES[: len(order)])}")
    _sit(r, order)


def _sit(r: Record, order: Sequence[int]) -> None:
    r["seat_after"] = 0
    for here, there in zip(order, [*order[1:], order[0]], strict=True):
        r["seat_after"][here] = there


def _no_seats(r: Record) -> None:
    r["players"] = r["neutral"] = 0
    r["seat_after"] = 0


def _write_seats(r: Record, _: Record) -> list[str]:
    order = clockwise(r, 0) if r["first_player"] != NOBODY else seats(r)
    return ["seats " + " ".join(letter(r, p) for p in order)]


def _usual_first(r: Record) -> None:
    """S2: nobody during set-up, then A; with the neutral player it is N (N1)."""
    if r["stage"] == Stage.SETUP:
        _nobody_first(r)
    else:
        r["first_player"] = r["players"] if r["neutral"] else 0


def _nobody_first(r: Record) -> None:
    """Before the first player is drawn nobody sits beside N."""
    r["first_player"] = NOBODY
    _sit(r, range(r["players"]))


def _read_first(r: Record, _: str, says: Sequence[str]) -> None:
    if one(says) == "nobody":
        _nobody_first(r)
    else:
        r["first_player"] = seat(r, says[0])
    if r["neutral"] and r["first_player"] not in (NOBODY, r["players"]):
        raise Bad("the first player is N (N1)")


def _write_first(r: Record, _: Record) -> list[str]:
    first = r["first_player"]
    return ["first " + ("nobody" if first == NOBODY else letter(r, first))]


def _set(r: Record, options: dict[str, bool]) -> None:
    for name, value in options.items():
        r[name] = value


def edition(rules: int) -> Word:
    """What the editions mean in a version of the rules."""
    presets = editions(rules)
    names = tuple(presets)

    def read(r: Record, _: str, says: Sequence[str]) -> None:
        _set(r, presets[names[index(names, one(says), "edition")]])

    def write(r: Record, _: Record) -> list[str]:
        """The first edition that fits; without one the options say it."""
        fits = [n for n, e in presets.items() if all(r[o] == v for o, v in e.items())]
        if fits:
            return [f"edition {fits[0]}"]
        return [_write_option(r, o.name) for o in OPTIONS if o.since <= rules]

    fields = tuple(o.name for o in OPTIONS)
    return Word(("edition",), fields, lambda r: _set(r, presets["standard"]), read, write)


def options(rules: int) -> tuple[Word, ...]:
    return tuple(_option(o.name) for o in OPTIONS if o.since <= rules)


def _write_option(r: Record, field: str) -> str:
    return f"{field.replace('_', '-')} {YES_NO[r[field]]}"


def _option(field: str) -> Word:

    def usual(r: Record) -> None:
        """As the edition says."""

    def read(r: Record, _: str, says: Sequence[str]) -> None:
        r[field] = index(YES_NO, one(says), "answer")

    name = field.replace("_", "-")
    return Word((name,), (field,), usual, read, lambda r, _: [_write_option(r, field)])


def _doge_start(r: Record) -> None:
    """S3; before the first player is drawn nobody has a place."""
    r["spaces"] = r["doge_order"] = 0
    if r["first_player"] != NOBODY:
        stack_doge_markers(r)


def _read_doge(r: Record, _: str, says: Sequence[str]) -> None:
    """Of those on one space the one named first is higher; who is not named stays below."""
    said = seat_numbers(r, says, 0, WIDE)
    usual = [int(p) for p in r["doge_order"][: len(seats(r))]]
    named = [*said, *(p for p in usual if p not in said)]
    for p, n in said.items():
        r["spaces"][p] = n
    for i, p in enumerate(sorted(named, key=lambda p: -int(r["spaces"][p]))):
        r["doge_order"][i] = p


def _write_doge(r: Record, _: Record) -> list[str]:
    order = [int(p) for p in r["doge_order"][: len(seats(r))]]
    return [" ".join(["doge", *(f"{letter(r, p)}{r['spaces'][p]}" for p in order)])]


SEATS = Word(
    ("seats",),
    ("players", "neutral", "seat_after"),
    _no_seats,
    _read_seats,
    _write_seats,
    always=True,
)
BOARD = a_name("board", "board", BOARDS, "board")
FIRST = Word(("first",), ("first_player", "seat_after"), _usual_first, _read_first, _write_first)
DOGE = Word(("doge",), ("spaces", "doge_order"), _doge_start, _read_doge, _write_doge)
