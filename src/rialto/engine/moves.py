"""Moves: action numbers <-> text. One flat numbering, stored in records: only ever append.

`docs/notation.md` lists every text. A move is an action number and the seat that makes it.
"""

from functools import cache
from typing import Final, NamedTuple

from rialto.engine.box import BRIDGE_ENDS, KINDS, PAIR_HIGH, PAIR_LOW, PAIRS
from rialto.engine.ids import Building, District, Kind

BUILD: Final = 0
"""+ building kind: take it (S6, C1)."""
RETURN: Final = 12
"""+ building kind: give it back to make room (C3)."""
ROW: Final = 24
"""+ row (P3)."""
GREEN: Final = 30
"""+ 8 x (0 green 1, 1 green 3, 2 green 4) + (kind from the leftover row, or 7: draw) (P5)."""
GREEN_BARE: Final = 54
"""+ 0 green 2, 1 green 3 without a card, 2 green 4 without a card (P5)."""
DONE: Final = 57
"""Nothing more: green and blue buildings, building, councillors."""
DISCARD: Final = 58
"""+ kind (P6)."""
DELAY: Final = 65
"""Yellow 1 (Q6)."""
TURN: Final = 66
"""+ 7 x (0 yellow 2, 1 yellow 4) + kind of the card (Q6)."""
YELLOW_3: Final = 80
PLAY: Final = 81
"""+ 12 x cards of the kind + jokers (Q3); 0 and 0 is a pass unless a building was used."""
PASS: Final = PLAY
BRIDGE: Final = 225
"""+ 2 x pair + way: 0 the tile's first value points to the pair's first district (D2)."""
GONDOLA: Final = 255
"""+ 2 x pair + end: 0 the councillor goes to the pair's first district (E2)."""
FROM: Final = 285
"""+ district, or 6: the private supply (E2, F1)."""
FROM_SUPPLY: Final = FROM + 6
BLUE_1: Final = 292
"""+ 3 x colour + value - 1 of the building that goes back (H2)."""
BLUE_2: Final = 301
BLUE_2_ALONE: Final = 302
"""H3 without the councillor."""
BLUE_3: Final = 303
BLUE_4: Final = 304
PLAYER_ACTIONS: Final = 305
"""Everything below is a player's, everything from here on is chance."""
TOKEN: Final = 305
"""+ district: it gets the next round token (S1)."""
FIRST: Final = 311
"""+ seat (S2); with the neutral player the seat at its left (N1)."""
CARD: Final = 316
"""+ kind (P2)."""
TOP_BRIDGE: Final = 323
"""+ bridge (S1, D2)."""
ACTIONS: Final = 329

DRAW_INSTEAD: Final = 7
"""In GREEN: draw 3 rather than take a card of the leftover row."""
PLAY_WIDTH: Final = 12
MOST_PLAYED: Final = 11

KIND_NAMES: Final = tuple(k.name.lower() for k in Kind)
BUILDING_NAMES: Final = tuple(b.name.lower().replace("_", "-") for b in Building)
DISTRICT_NAMES: Final = tuple(d.name.lower().replace("_", "-") for d in District)
BRIDGE_NAMES: Final = tuple(f"{int(a)}/{int(b)}" for a, b in BRIDGE_ENDS)
SEAT_NAMES: Final = ("A", "B", "C", "D", "E")


class Move(NamedTuple):
    """What one seat (-1: chance) does."""

    seat: int
    action: int

    @property
    def text(self) -> str:
        return TEXTS[self.action]


def move_of(seat: int, action: int) -> Move:
    """The one object for this move: logs and lists of legal moves are full of the same few."""
    return MOVES[seat][action]


def pair_name(pair: int, other_way: int = 0) -> str:
    """Two districts; the first-named gets the tile's first value, or the councillor."""
    low, high = DISTRICT_NAMES[PAIR_LOW[pair]], DISTRICT_NAMES[PAIR_HIGH[pair]]
    return f"{high}:{low}" if other_way else f"{low}:{high}"


def play_text(cards: int, jokers: int) -> str:
    return f"play {cards}" + (f" joker {jokers}" if jokers else "") if cards or jokers else "pass"


@cache
def _texts() -> tuple[str, ...]:
    texts = [f"build {b}" for b in BUILDING_NAMES]
    texts += [f"return {b}" for b in BUILDING_NAMES]
    texts += [f"row {r + 1}" for r in range(6)]
    for b in (Building.GREEN_1, Building.GREEN_3, Building.GREEN_4):
        texts += [f"use {BUILDING_NAMES[b]} {k}" for k in (*KIND_NAMES, "draw")]
    texts += [f"use green-{value}" for value in (2, 3, 4)]
    texts += ["done"]
    texts += [f"discard {k}" for k in KIND_NAMES]
    texts += ["delay"]
    texts += [f"turn yellow-{value} {k}" for value in (2, 4) for k in KIND_NAMES]
    texts += ["use yellow-3"]
    texts += [play_text(n, j) for n in range(PLAY_WIDTH) for j in range(PLAY_WIDTH)]
    texts += [f"bridge {pair_name(pair, way)}" for pair in range(PAIRS) for way in (0, 1)]
    texts += [f"gondola {pair_name(pair, end)}" for pair in range(PAIRS) for end in (0, 1)]
    texts += [f"from {d}" for d in DISTRICT_NAMES] + ["from supply"]
    texts += [f"use blue-1 {c}-{v}" for c in ("green", "yellow", "blue") for v in (1, 2, 3)]
    texts += ["use blue-2", "use blue-2 alone", "use blue-3", "use blue-4"]
    texts += [f"token {d}" for d in DISTRICT_NAMES]
    texts += [f"first {p}" for p in SEAT_NAMES]
    texts += [f"card {k}" for k in KIND_NAMES]
    texts += [f"top {b}" for b in BRIDGE_NAMES]
    return tuple(texts)


TEXTS: Final = _texts()
"""The canonical text of every action."""
NUMBERS: Final = {text: action for action, text in enumerate(TEXTS)}


MOVES: Final = {p: tuple(Move(p, a) for a in range(ACTIONS)) for p in range(-1, len(SEAT_NAMES))}
"""Every move, by seat (-1: chance) and action."""


class UnknownMove(ValueError):
    """A text or number that is no move at all."""


def action_of(text: str) -> int:
    """The action number of a canonical text."""
    try:
        return NUMBERS[text]
    except KeyError:
        raise UnknownMove(f"unknown move {text!r}") from None


assert len(TEXTS) == ACTIONS and len(NUMBERS) == ACTIONS
assert CARD + KINDS == TOP_BRIDGE
