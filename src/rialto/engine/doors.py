"""Doors into the rules for Python: each takes `(table, i, ...)`, for passing a record is slow."""

from typing import Any

import numpy as np

from rialto.engine import chance
from rialto.engine.ids import CHANCE
from rialto.engine.jit import PLAIN, entry, rule
from rialto.engine.moves import ACTIONS
from rialto.engine.rules import cards, council, flow, queue, scoring, setup
from rialto.engine.rules.outlook import foresee
from rialto.engine.state import State

Table = list[State]
"""An array of records, or a list of plain states."""


def new_scratch() -> Any:
    """Room for every legal move."""
    return [0] * ACTIONS if PLAIN else np.zeros(ACTIONS, np.int64)


@entry
def start(table: Table, i: int, scratch: list[int]) -> None:
    """Lay out a new game whose options are set, up to the first question."""
    setup.lay_out(table[i])
    flow.go_on(table[i], scratch)


@entry
def go_on(table: Table, i: int, scratch: list[int]) -> None:
    """Open the question of a position that was set up."""
    flow.go_on(table[i], scratch)


@rule
def may_play(s: State, p: int, action: int, scratch: list[int]) -> bool:
    """Whether the move, of a seat or of chance (-1), is legal."""
    if p == CHANCE:
        return chance.weight(s, action) > 0
    for n in range(flow.legal(s, p, scratch)):
        if scratch[n] == action:
            return True
    return False


@rule
def play_if_legal(s: State, p: int, action: int, scratch: list[int]) -> bool:
    """Play the move unless it is not legal; whether it was."""
    may = may_play(s, p, action, scratch)
    if may:
        flow.play(s, p, action, scratch)
    return may


@entry
def is_legal(table: Table, i: int, p: int, action: int, scratch: list[int]) -> bool:
    return may_play(table[i], p, action, scratch)


@entry
def play(table: Table, i: int, p: int, action: int, scratch: list[int]) -> bool:
    """One move; False if it is not legal, and then nothing has changed."""
    return play_if_legal(table[i], p, action, scratch)


@entry
def fold(table: Table, i: int, ps: list[int], actions: list[int], scratch: list[int]) -> int:
    """A whole log in turn, up to the first move that is not legal; how many were."""
    for n in range(len(ps)):
        if not play_if_legal(table[i], ps[n], actions[n], scratch):
            return n
    return len(ps)


@entry
def legal(table: Table, i: int, p: int, scratch: list[int]) -> int:
    """Fill `scratch` with the legal moves of seat p; how many."""
    return flow.legal(table[i], p, scratch)


@entry
def ways(table: Table, i: int) -> int:
    return chance.ways(table[i])


@entry
def draw_place(table: Table, i: int, place: list[int]) -> int:
    """Fill `place` with where in the game a draw is due, which is what keys it; how many ways it
    can go."""
    chance.write_place(table[i], place)
    return chance.ways(table[i])


@entry
def outlook(table: Table, i: int, p: int, action: int, out: list[int]) -> None:
    foresee(table[i], p, action, out)


@entry
def only_seat(table: Table, i: int, p: int) -> int:
    return cards.only_seat(table[i], p)


@entry
def outcome(table: Table, i: int, way: int) -> int:
    return chance.outcome(table[i], way)


@entry
def weight(table: Table, i: int, action: int) -> int:
    return chance.weight(table[i], action)


@entry
def reckon(table: Table, i: int, p: int, parts: list[int]) -> int:
    """The parts of a score, and the place that Z4 would give now."""
    scoring.reckon(table[i], p, parts)
    return scoring.final_place(table[i], p)


@entry
def district(table: Table, i: int, d: int, out: list[int]) -> int:
    """The value of a district; `out` gets each seat's place, 0 first, then each seat's points."""
    s = table[i]
    n = queue.seats(s)
    for p in range(n):
        out[p] = scoring.place_in_district(s, d, p)
        out[n + p] = scoring.district_points(s, d, p)
    return scoring.district_value(s, d)


@entry
def districts_held(table: Table, i: int, bank: int, held: list[int]) -> None:
    """G1: for each seat."""
    for p in range(queue.seats(table[i])):
        held[p] = council.districts_held(table[i], p, bank)


@entry
def active_district(table: Table, i: int) -> int:
    return council.active_district(table[i])


@entry
def hand_limit(table: Table, i: int, p: int) -> int:
    return cards.hand_limit(table[i], p)
