"""foresight: plays the net's likeliest moves out to the end of the round, and compares.

A guess deals the unseen cards; every candidate is played on the same guess with the same luck, all
seats by the net's first choice, up to the own first choice in the next round, and valued there by
the net. The net's own first choice stands unless another is better beyond the noise of that.
"""

import time
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.net.afterwards import copy_game, share_after
from rialto.bots.net.inference import Brain, judge, look, new_brain
from rialto.bots.net.own import FILE, load
from rialto.bots.net.sampling import WARM, weigh
from rialto.bots.protocol import Clock
from rialto.engine.doors import Table, new_scratch
from rialto.engine.game import Move, View
from rialto.engine.guess import guess_here
from rialto.engine.jit import compiled, entry
from rialto.engine.rng import WORDS, new_rng
from rialto.engine.state import from_record, new_table

MOST: Final = 6
"""Candidates at most."""
RARE: Final = 64
"""A move that the net thinks less likely than one in so many is none."""
CHUNK: Final = 8
"""Guesses between two looks at the clock and at what can be concluded."""
DOUBT: Final = 4.0
"""A candidate is given up beyond two standard errors (squared) ..."""
CHANGE: Final = 1.0
"""... and the first choice beyond one."""


class Race(NamedTuple):
    """Candidates, the net's first choice first, and how they fare against it."""

    number: list[int]
    """Which of the legal moves."""
    running: list[int]
    """1 until a candidate is given up."""
    ahead: list[float]
    """Sums of the differences to the first choice, ..."""
    squares: list[float]
    """... and of their squares."""
    words: list[int]
    """The luck at the beginning of a guess."""


@compiled
def find_candidates(b: Brain, n: int, race: Race) -> int:
    """The likeliest moves in order; how many."""
    rare = weigh(b, n, WARM) // RARE
    count = 0
    while count < min(n, MOST):
        first = 0
        for i in range(1, n):
            if b.shares[i] > b.shares[first]:
                first = i
        if count > 0 and b.shares[first] <= rare:
            break
        race.number[count] = first
        race.running[count] = 1
        race.ahead[count] = 0.0
        race.squares[count] = 0.0
        b.shares[first] = -1
        count += 1
    return count


@compiled
def beyond(race: Race, i: int, done: int, errors: float) -> int:
    """1 if candidate i is ahead by so many (squared) standard errors, -1 behind, 0 neither."""
    mean = race.ahead[i] / done
    error = (race.squares[i] / done - mean * mean) / done
    if mean * mean <= errors * error:
        return 0
    return 1 if mean > 0.0 else -1


@entry
def begin_at(table: Table, p: int, n: int, out: list[int], b: Brain, race: Race) -> int:
    look(b, table[0], p)
    judge(b, n, out)
    return find_candidates(b, n, race)


@entry
def race_at(
    table: Table,
    p: int,
    count: int,
    guesses: int,
    actions: list[int],
    out: list[int],
    b: Brain,
    race: Race,
    rng: list[int],
) -> int:
    """Compare on so many guesses; how many playouts that took."""
    played = 0
    for _ in range(guesses):
        copy_game(table, 0, 1)
        s = table[1]
        guess_here(s, p, rng, out)
        last_round = max(1, s.round_no)
        for k in range(WORDS):
            race.words[k] = rng[k]
        first = 0.0
        for i in range(count):
            if race.running[i] == 1:
                for k in range(WORDS):
                    rng[k] = race.words[k]
                share = share_after(b, table, p, actions[race.number[i]], last_round, out, rng)
                played += 1
                if i == 0:
                    first = share
                race.ahead[i] += share - first
                race.squares[i] += (share - first) * (share - first)
    return played


@entry
def conclude(race: Race, count: int, done: int) -> int:
    """Give up who is behind; how many are left beside the first choice that may still win or
    lose against it."""
    left = 0
    for i in range(1, count):
        if race.running[i] == 1:
            verdict = beyond(race, i, done, DOUBT)
            if verdict < 0:
                race.running[i] = 0
            elif verdict == 0:
                left += 1
    return left


@entry
def winner(race: Race, count: int, done: int) -> int:
    """The first choice, or the best of those that are ahead of it beyond doubt."""
    found = 0
    for i in range(1, count):
        if race.running[i] == 1 and beyond(race, i, done, CHANGE) > 0:
            if race.ahead[i] > race.ahead[found]:
                found = i
    return race.number[found]


class Foresight:
    """Plays out up to so many times a move."""

    def __init__(self, seed: int, playouts: int, file: Path = FILE) -> None:
        self.name = f"foresight:{playouts}"
        if file != FILE:
            self.name += f":file={file}"
        self._playouts = playouts
        self._brain = new_brain(load(file)[0])
        self._rng = new_rng(seed)
        self._out = new_scratch()
        self._actions = new_scratch()
        self._table = new_table(3)
        cells = [np.zeros(MOST, kind) for kind in (np.int64, np.int64, np.float64, np.float64)]
        room: list[Any] = [*cells, np.zeros(WORDS, np.int64)]
        self._race = Race(*room)

    def choose(self, view: View, legal: list[Move], clock: Clock | None = None) -> Move:
        p = view.seat
        assert p is not None
        for i, move in enumerate(legal):
            self._actions[i] = move.action
        self._table[0] = from_record(view.table[0])[0]
        count = begin_at(self._table, p, len(legal), self._actions, self._brain, self._race)
        if count == 1:
            return legal[int(self._race.number[0])]
        seconds = clock.seconds if clock else None
        end = None if seconds is None else time.monotonic() + seconds
        done = self._compare(p, count, end)
        return legal[int(winner(self._race, count, done))]

    def _compare(self, p: int, count: int, end: float | None) -> int:
        """The guesses that it took."""
        done = played = 0
        while played < self._playouts:
            played += race_at(
                self._table, p, count, CHUNK, self._actions, self._out,
                self._brain, self._race, self._rng,
            )  # fmt: skip
            done += CHUNK
            if conclude(self._race, count, done) == 0:
                break
            if end is not None and time.monotonic() >= end:
                break
        return done
