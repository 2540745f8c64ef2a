"""Moves: action numbers <-> text. One flat numbering, stored in records: only ever append.

`docs/notation.md` lists every text. A move is an action number and the seat that makes it.
"""

from functools import cache
from typing import Final, NamedTuple

from rialto.engine.box import (
    BRIDGE_ENDS,
    BRIDGES,
    KINDS,
    PAIR_HIGH,
    PAIR_LOW,
    PAIRS,
    ROWS,
    VALUES,
    building,
    colour,
    value,
)
from rialto.engine.ids import NONE, Bank, Building, District, Kind
from rialto.engine.jit import fixed, rule

BUILD: Final = 0
"""+ building kind: take it (S6, C1)."""
RETURN: Final = 12
"""+ building kind: give it back to make room (C3)."""
ROW: Final = 24
"""+ row (P3)."""
GREEN: Final = 30
"""`green_move`: green 1, 3 or 4 with a card (P5)."""
GREEN_BARE: Final = 54
"""+ 0 green 2, 1 green 3 without a card, 2 green 4 without a card (P5)."""
DONE: Final = 57
"""Nothing more: green and blue buildings, building, councillors; no bridge or gondola (Q9)."""
DISCARD: Final = 58
"""+ kind (P6)."""
DELAY: Final = 65
"""Yellow 1 (Q6)."""
TURN: Final = 66
"""`turn_move` (Q6)."""
YELLOW_3: Final = 80
PLAY: Final = 81
"""`play_move` (Q3)."""
PASS: Final = PLAY
BRIDGE: Final = 225
"""`bridge_move` (D2)."""
GONDOLA: Final = 255
"""`gondola_move` (E2)."""
FROM: Final = 285
"""+ district, or 6: the private supply (E2, F1)."""
FROM_SUPPLY: Final = FROM + 6
BLUE_1: Final = 292
"""`swap_move` (H2)."""
BLUE_2: Final = 301
BLUE_2_ALONE: Final = 302
"""H3 without the councillor."""
BLUE_3: Final = 303
BLUE_4: Final = 304
TOKEN: Final = 305
"""+ district: it gets the next round token (S1)."""
FIRST: Final = 311
"""+ seat (S2); with the neutral player the seat at its left (N1)."""
CARD: Final = 316
"""+ kind (P2)."""
TOP_BRIDGE: Final = 323
"""+ bridge (S1, D2)."""
GONDOLA_ALONE: Final = 329
"""+ pair: without the councillor (E2, Q9)."""
ACTIONS: Final = 344

CHANCE_ACTIONS: Final = range(TOKEN, GONDOLA_ALONE)
"""All others are players'."""
PLAYER_ACTIONS: Final = ACTIONS - len(CHANCE_ACTIONS)
"""`player_number` counts them without the gap."""
_GAP: Final = len(CHANCE_ACTIONS)

DRAW_INSTEAD: Final = KINDS
"""In GREEN: draw 3 rather than take a card of the leftover row."""
NO_CARD: Final = -1
NO_MOVE: Final = -1
MOST_PLAYED: Final = 11
GREEN_TILES: Final[tuple[int, ...]] = fixed((Building.GREEN_1, Building.GREEN_3, Building.GREEN_4))
"""P5: those that bring a card."""
TURN_TILES: Final[tuple[int, ...]] = fixed((Building.YELLOW_2, Building.YELLOW_4))
"""Q6: those that turn a card."""
_GREEN_WIDTH: Final = KINDS + 1
_PLAY_WIDTH: Final = MOST_PLAYED + 1

KIND_NAMES: Final = tuple(k.name.lower() for k in Kind)
BUILDING_NAMES: Final = tuple(b.name.lower().replace("_", "-") for b in Building)
DISTRICT_NAMES: Final = tuple(d.name.lower().replace("_", "-") for d in District)
BRIDGE_NAMES: Final = tuple(f"{int(a)}/{int(b)}" for a, b in BRIDGE_ENDS)
SEAT_NAMES: Final = ("A", "B", "C", "D", "E")
NEUTRAL_NAME: Final = "N"
BANK_NAMES: Final = tuple(b.name.lower() for b in Bank)


@rule
def player_number(action: int) -> int:
    """A player's action as learners count: 0 to 319, chance left out."""
    return action if action < TOKEN else action - _GAP


@rule
def player_action(number: int) -> int:
    """The action of such a number."""
    return number if number < TOKEN else number + _GAP


# A move's number from its parts, and the parts from its number


@rule
def green_move(which: int, choice: int) -> int:
    """P5: which of GREEN_TILES; a kind from the leftover row, or DRAW_INSTEAD."""
    return GREEN + _GREEN_WIDTH * which + choice


@rule
def bare_green_move(b: int) -> int:
    """P5: green 2, 3 or 4 without a card."""
    return GREEN_BARE + b - Building.GREEN_2


@rule
def green_building(action: int) -> int:
    """P5: the building that is used."""
    if action >= GREEN_BARE:
        return action - GREEN_BARE + Building.GREEN_2
    return GREEN_TILES[(action - GREEN) // _GREEN_WIDTH]


@rule
def green_choice(action: int) -> int:
    """P5: the kind that is taken from the leftover row, DRAW_INSTEAD, or NO_CARD."""
    return NO_CARD if action >= GREEN_BARE else (action - GREEN) % _GREEN_WIDTH


@rule
def turn_move(which: int, k: int) -> int:
    """Q6: which of TURN_TILES; the kind of the card."""
    return TURN + KINDS * which + k


@rule
def turn_building(action: int) -> int:
    return TURN_TILES[(action - TURN) // KINDS]


@rule
def turn_kind(action: int) -> int:
    return (action - TURN) % KINDS


@rule
def play_move(cards: int, jokers: int) -> int:
    """Q3: cards of the kind, and jokers; 0 and 0 is a pass unless a building was used."""
    return PLAY + _PLAY_WIDTH * cards + jokers


@rule
def cards_in(action: int) -> int:
    """Q3: cards of the kind in a play."""
    return (action - PLAY) // _PLAY_WIDTH


@rule
def jokers_in(action: int) -> int:
    """Q3: jokers in a play."""
    return (action - PLAY) % _PLAY_WIDTH


@rule
def bridge_move(pair: int, way: int) -> int:
    """D2: way 0 points the tile's first value to the pair's first district."""
    return BRIDGE + 2 * pair + way


@rule
def bridge_pair(action: int) -> int:
    return (action - BRIDGE) // 2


@rule
def bridge_way(action: int) -> int:
    return (action - BRIDGE) % 2


@rule
def gondola_move(pair: int, end: int) -> int:
    """E2: end 0 sends the councillor to the pair's first district."""
    return GONDOLA + 2 * pair + end


@rule
def gondola_alone_move(pair: int) -> int:
    """E2, Q9: no councillor comes with it."""
    return GONDOLA_ALONE + pair


@rule
def gondola_pair(action: int) -> int:
    return action - GONDOLA_ALONE if action >= GONDOLA_ALONE else (action - GONDOLA) // 2


@rule
def gondola_district(action: int) -> int:
    """E2: where the councillor goes; -1 when the gondola comes alone."""
    if action >= GONDOLA_ALONE:
        return NONE
    pair = gondola_pair(action)
    return PAIR_LOW[pair] if (action - GONDOLA) % 2 == 0 else PAIR_HIGH[pair]


@rule
def swap_move(b: int) -> int:
    """H2: a building of value 1-3 goes back."""
    return BLUE_1 + (VALUES - 1) * colour(b) + value(b) - 1


@rule
def swap_building(action: int) -> int:
    """H2: the building that goes back."""
    return building((action - BLUE_1) // (VALUES - 1), (action - BLUE_1) % (VALUES - 1) + 1)


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


def seat_name(seat: int, players: int) -> str:
    """A to E; the neutral player, who has the seat after the players', is N."""
    return SEAT_NAMES[seat] if seat < players else NEUTRAL_NAME


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
    texts += [f"row {r + 1}" for r in range(ROWS)]
    for b in GREEN_TILES:
        texts += [f"use {BUILDING_NAMES[b]} {k}" for k in (*KIND_NAMES, "draw")]
    texts += [f"use {BUILDING_NAMES[b]}" for b in range(Building.GREEN_2, Building.GREEN_4 + 1)]
    texts += ["done"]
    texts += [f"discard {k}" for k in KIND_NAMES]
    texts += ["delay"]
    texts += [f"turn {BUILDING_NAMES[b]} {k}" for b in TURN_TILES for k in KIND_NAMES]
    texts += ["use yellow-3"]
    texts += [play_text(n, j) for n in range(_PLAY_WIDTH) for j in range(_PLAY_WIDTH)]
    texts += [f"bridge {pair_name(pair, way)}" for pair in range(PAIRS) for way in (0, 1)]
    texts += [f"gondola {pair_name(pair, end)}" for pair in range(PAIRS) for end in (0, 1)]
    texts += [f"from {d}" for d in DISTRICT_NAMES] + ["from supply"]
    texts += [f"use blue-1 {b}" for b in BUILDING_NAMES if not b.endswith(str(VALUES))]
    texts += ["use blue-2", "use blue-2 alone", "use blue-3", "use blue-4"]
    texts += [f"token {d}" for d in DISTRICT_NAMES]
    texts += [f"first {p}" for p in SEAT_NAMES]
    texts += [f"card {k}" for k in KIND_NAMES]
    texts += [f"top {b}" for b in BRIDGE_NAMES]
    texts += [f"gondola {pair_name(pair)} alone" for pair in range(PAIRS)]
    return tuple(texts)


TEXTS: Final = _texts()
"""The canonical text of every action."""
PLAYER_TEXTS: Final = tuple(t for a, t in enumerate(TEXTS) if a not in CHANCE_ACTIONS)
"""By `player_number`."""
NUMBERS: Final = {text: action for action, text in enumerate(TEXTS)}


MOVES: Final = {p: tuple(Move(p, a) for a in range(ACTIONS)) for p in range(-1, len(SEAT_NAMES))}
"""Every move, by seat (-1: chance) and action."""


class UnknownMove(ValueError):
    """A text or number that is no move at all."""


def number_of(text: str) -> int:
    """The action number of a canonical text; any other text has NO_MOVE, which is never legal."""
    return NUMBERS.get(text, NO_MOVE)


def action_of(text: str) -> int:
    """The action number of a canonical text, and nothing else."""
    number = number_of(text)
    if number == NO_MOVE:
        raise UnknownMove(f"unknown move {text!r}")
    return number


def is_play(action: int) -> bool:
    """Q3: cards, jokers, or a pass."""
    return PLAY <= action < BRIDGE


def is_discard(action: int) -> bool:
    """P6."""
    return DISCARD <= action < DELAY


assert len(TEXTS) == ACTIONS and len(NUMBERS) == ACTIONS
assert CARD + KINDS == TOP_BRIDGE
assert TOP_BRIDGE + BRIDGES == GONDOLA_ALONE
