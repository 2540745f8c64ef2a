"""Many games in one array: new games, chance, and random playouts to the end.

A lane is one record in a table with random words of its own, so lanes do not depend on one another.
Compiled code holds no lock: whoever wants more cores runs several `Lanes` in threads.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from rialto.engine import chance, doors
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.ids import Decision
from rialto.engine.jit import PLAIN, entry, rule
from rialto.engine.rng import WORDS, below, seed_words
from rialto.engine.rules import flow
from rialto.engine.rules.flow import whole
from rialto.engine.state import State, from_record, new_table, to_record

DECISIONS: Final = 0
OUTCOMES: Final = 1
GAMES: Final = 2
"""The cells of a tally."""


if PLAIN:

    def renew(table: Any, i: int, starts: Any, kind: int) -> None:
        """Lay out game i anew, as that game of `starts` is laid out."""
        table[i] = from_record(to_record(starts[kind])[0])[0]

else:

    @rule
    def renew(table: Any, i: int, starts: Any, kind: int) -> None:
        table[i] = starts[kind]


@entry
def renew_many(table: Any, start: Any, times: int) -> None:
    """Every game of the table anew, so many times: what a copy of a state costs."""
    for _ in range(times):
        for i in range(len(table)):
            renew(table, i, start, 0)


@rule
def run_chance(s: State, rng: list[int], scratch: list[int]) -> int:
    """Draw all that chance owes, up to a player's decision or the end; how much it was."""
    outcomes = 0
    while s.actor < 0 and s.asked != Decision.OVER:
        flow.play(s, whole(s.actor), chance.draw(s, rng), scratch)
        outcomes += 1
    return outcomes


@rule
def playout(s: State, rng: list[int], scratch: list[int], tally: list[int]) -> None:
    """Any legal move, all equally likely, until the game is over."""
    while s.asked != Decision.OVER:
        p = whole(s.actor)
        if p < 0:
            action = chance.draw(s, rng)
            tally[OUTCOMES] += 1
        else:
            action = scratch[below(rng, flow.legal(s, p, scratch))]
            tally[DECISIONS] += 1
        flow.play(s, p, action, scratch)
    tally[GAMES] += 1


@entry
def playouts(table: Any, start: Any, games: int, rngs: Any, scratch: Any, tally: Any) -> None:
    """So many random games in every lane, one after the other."""
    for lane in range(len(table)):
        for _ in range(games):
            renew(table, lane, start, 0)
            playout(table[lane], rngs[lane], scratch, tally)


def start_table(house: House) -> Any:
    """A table of one new game, up to its first question."""
    return from_record(to_record(Game.new(house=house, seed=0).state)[0])


def new_cells(rows: int, width: int) -> Any:
    """Room for whole numbers that compiled code writes."""
    return [[0] * width for _ in range(rows)] if PLAIN else np.zeros((rows, width), np.int64)


class Counts(NamedTuple):
    """How much was played."""

    decisions: int
    """Asked ones, of players."""
    outcomes: int
    """Of chance."""
    games: int


class Lanes:
    """Random games of one kind, side by side; after `play` each lane holds its last game."""

    def __init__(self, house: House, lanes: int = 1, seed: int = 0) -> None:
        self.start = start_table(house)
        self.table = new_table(lanes)
        self._rngs = new_cells(lanes, WORDS)
        self._scratch = doors.new_scratch()
        self._tally = new_cells(1, 3)[0]
        for lane in range(lanes):
            seed_words(self._rngs[lane], seed, lane)

    def play(self, games: int = 1) -> Counts:
        """So many more games in every lane; how much that was."""
        for column in (DECISIONS, OUTCOMES, GAMES):
            self._tally[column] = 0
        playouts(self.table, self.start, games, self._rngs, self._scratch, self._tally)
        return Counts(*(int(n) for n in self._tally))
