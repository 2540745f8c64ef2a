"""Doors into the rules for Python: each takes `(table, i, ...)`, for passing a record is slow."""

from typing import Any

import numpy as np

from rialto.engine import chance
from rialto.engine.ids import CHANCE
from rialto.engine.jit import PLAIN, entry, rule
from rialto.engine.moves import ACTIONS, cards_in, jokers_in
from rialto.engine.rules import flow, scoring, setup, steps
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
def play_if_legal(s: State, p: int, action: int, scratch: list[int]) -> bool:
    """Play the move, of a seat or of chance (-1), unless it is not legal; whether it was."""
    may = False
    if p == CHANCE:
        may = chance.weight(s, action) > 0
    else:
        for n in range(flow.legal(s, p, scratch)):
            may = may or scratch[n] == action
    if may:
        flow.play(s, p, action, scratch)
    return may


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
def strength(table: Table, i: int, p: int, action: int) -> int:
    """Q5: what a play would count as."""
    return steps.play_strength(table[i], p, cards_in(action), jokers_in(action))


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
def district(table: Table, i: int, d: int, places: list[int]) -> int:
    """The value of a district; `places` gets each seat's place, 0 first."""
    s = table[i]
    for p in range(s.players + s.neutral):
        places[p] = scoring.place_in_district(s, d, p)
    return scoring.district_value(s, d)
