"""The parts that a Position's words are made of: seats, numbers, cards, connections.

A `Word` knows what it is usually, how it is read and how it is written.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rialto.engine.box import CONNECTED, PAIR_OF
from rialto.engine.ids import NOBODY
from rialto.engine.moves import BRIDGE_NAMES, DISTRICT_NAMES, KIND_NAMES, seat_name
from rialto.engine.rules import queue

WIDE: Final = 9999
"""More coins, points or Doge spaces than any game brings, and far below what fits."""


class Bad(ValueError):
    """What is wrong with a clause; `notation.py` adds where."""


Record = Any
Usual = Callable[[Record], None]
Read = Callable[[Record, str, Sequence[str]], None]
Write = Callable[[Record, Record], list[str]]


def _fine(r: Record) -> None:
    """Nothing to check."""


@dataclass(frozen=True)
class Word:
    names: tuple[str, ...]
    fields: tuple[str, ...]
    usual: Usual
    """Sets the fields from those of earlier words."""
    read: Read
    write: Write
    """The lines for a record, given one with the usual values."""
    check: Usual = _fine
    repeats: bool = False
    always: bool = False


# ---- the smallest parts -------------------------------------------------------------------------


def one(says: Sequence[str]) -> str:
    if len(says) != 1:
        raise Bad(f"says one thing, not {len(says)}")
    return says[0]


def number(text: str, low: int = -128, high: int = 127) -> int:
    if not re.fullmatch(r"-?[0-9]{1,5}", text):
        raise Bad(f"{text!r} is no number")
    if not low <= int(text) <= high:
        raise Bad(f"{text} is not between {low} and {high}")
    return int(text)


def index(names: Sequence[str], text: str, what: str) -> int:
    if text not in names:
        raise Bad(f"{text!r} is no {what} ({' '.join(names)})")
    return names.index(text)


def seat_names(r: Record) -> tuple[str, ...]:
    return tuple(seat_name(p, r["players"]) for p in seats(r))


def seat(r: Record, text: str) -> int:
    return index(seat_names(r), text, "seat")


def letter(r: Record, p: int) -> str:
    return seat_names(r)[p]


def seats(r: Record) -> range:
    return range(queue.seats(r))


def clockwise(r: Record, start: int) -> list[int]:
    """Every seat once, from this one on."""
    order = [start]
    while len(order) < len(seats(r)):
        order.append(int(r["seat_after"][order[-1]]))
    return order


def seat_numbers(r: Record, says: Sequence[str], low: int, high: int) -> dict[int, int]:
    """`A4 B6`: a number for each seat named, in the order named."""
    found: dict[int, int] = {}
    for text in says:
        parts = re.fullmatch(r"([A-Z])(-?[0-9]+)", text)
        if not parts:
            raise Bad(f"{text!r} is no seat with a number, such as A4")
        p = seat(r, parts[1])
        if p in found:
            raise Bad(f"seat {parts[1]} is named twice")
        found[p] = number(parts[2], low, high)
    return found


def amounts(names: Sequence[str], says: Sequence[str], what: str) -> dict[int, int]:
    """`gold 2 doge`: how many of each; `none` for nothing at all."""
    found: dict[int, int] = {}
    n: int | None = None
    for text in says if list(says) != ["none"] else ():
        if text.isdecimal():
            if n is not None:
                raise Bad(f"{text!r}: a {what} comes after a number")
            n = number(text, 0)
        else:
            k = index(names, text, what)
            found[k] = found.get(k, 0) + (1 if n is None else n)
            n = None
    if n is not None or not says:
        raise Bad(f"a {what} is missing")
    return found


def list_of(names: Sequence[str], counts: Sequence[int]) -> str:
    return (
        " ".join(
            name if n == 1 else f"{n} {name}" for name, n in zip(names, counts, strict=True) if n
        )
        or "none"
    )


def pair(text: str, r: Record) -> tuple[int, int]:
    """`castello:san-marco`: the pair, and 1 if it is named the other way round."""
    names = text.split(":")
    if len(names) != 2:
        raise Bad(f"{text!r} is no connection, such as castello:san-marco")
    a, b = (index(DISTRICT_NAMES, name, "district") for name in names)
    if a == b or not CONNECTED[r["board"]][PAIR_OF[a][b]]:
        raise Bad(f"there is no connection {text} on this board")
    return int(PAIR_OF[a][b]), int(a > b)


def bridge(text: str) -> tuple[int, int]:
    """`5/3`: the bridge, and 1 if its higher value comes first."""
    turned = "/".join(reversed(text.split("/")))
    if turned in BRIDGE_NAMES and text not in BRIDGE_NAMES:
        return BRIDGE_NAMES.index(turned), 1
    return index(BRIDGE_NAMES, text, "bridge"), 0


# ---- words of one shape -------------------------------------------------------------------------


def _set(field: str, value: int | Callable[[Record], int]) -> Usual:
    def usual(r: Record) -> None:
        r[field] = value(r) if callable(value) else value

    return usual


def a_number(
    name: str, field: str, usual: int | Callable[[Record], int] = 0, low: int = 0, high: int = 127
) -> Word:
    def read(r: Record, _: str, says: Sequence[str]) -> None:
        r[field] = number(one(says), low, high)

    return Word((name,), (field,), _set(field, usual), read, lambda r, _: [f"{name} {r[field]}"])


def a_name(
    name: str, field: str, names: Sequence[str], what: str, usual: int = 0, always: bool = False
) -> Word:
    def read(r: Record, _: str, says: Sequence[str]) -> None:
        r[field] = index(names, one(says), what)

    return Word(
        (name,),
        (field,),
        _set(field, usual),
        read,
        lambda r, _: [f"{name} {names[r[field]]}"],
        always=always,
    )


def a_seat(name: str, field: str, usual: int | Callable[[Record], int]) -> Word:
    def read(r: Record, _: str, says: Sequence[str]) -> None:
        r[field] = NOBODY if one(says) == "nobody" else seat(r, says[0])

    def write(r: Record, _: Record) -> list[str]:
        return [f"{name} {'nobody' if r[field] == NOBODY else letter(r, r[field])}"]

    return Word((name,), (field,), _set(field, usual), read, write)


def per_seat(
    name: str, field: str, usual: Usual | None = None, low: int = 0, high: int = 127
) -> Word:
    def zero(r: Record) -> None:
        r[field] = 0

    def read(r: Record, _: str, says: Sequence[str]) -> None:
        for p, n in seat_numbers(r, says, low, high).items():
            r[field][p] = n

    def write(r: Record, _: Record) -> list[str]:
        return [" ".join([name, *(f"{letter(r, p)}{r[field][p]}" for p in seats(r))])]

    return Word((name,), (field,), usual or zero, read, write)


def cards_of_seats(name: str, field: str) -> Word:
    """`hand A gold gold`: one clause for each seat that has any."""

    def usual(r: Record) -> None:
        r[field] = 0

    def read(r: Record, _: str, says: Sequence[str]) -> None:
        if not says:
            raise Bad("a seat is missing")
        p = seat(r, says[0])
        if r[field][p].any():
            raise Bad(f"{says[0]} is named twice")
        for k, n in amounts(KIND_NAMES, says[1:], "kind of card").items():
            r[field][p][k] = n

    def write(r: Record, _: Record) -> list[str]:
        return [
            f"{name} {letter(r, p)} {list_of(KIND_NAMES, r[field][p])}"
            for p in seats(r)
            if r[field][p].any()
        ]

    return Word((name,), (field,), usual, read, write, repeats=True)


def cards(name: str, field: str, usual: Usual | None = None, check: Usual = _fine) -> Word:
    """`discards gold 2 doge`."""

    def empty(r: Record) -> None:
        r[field] = 0

    def read(r: Record, _: str, says: Sequence[str]) -> None:
        r[field] = 0
        for k, n in amounts(KIND_NAMES, says, "kind of card").items():
            r[field][k] = n

    return Word(
        (name,),
        (field,),
        usual or empty,
        read,
        lambda r, _: [f"{name} {list_of(KIND_NAMES, r[field])}"],
        check,
    )


def no_word(fields: tuple[str, ...], usual: Usual) -> Word:
    """Fields that follow from others and so have no word."""

    def never(r: Record, _: str, says: Sequence[str]) -> None:
        raise Bad("is not a word")

    return Word((), fields, usual, never, lambda r, _: [])
