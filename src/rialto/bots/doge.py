"""doge: plays the net's likeliest moves out, and compares.

Guesses of the hidden cards come from a belief that goes along with the game. Every candidate is
played on the same guess with the same luck, all seats by the net's first choice, up to the own
first choice in a later round, and valued there by the net. What was found so is held against what
the net thought at first, for both can err.
"""

import time
from collections.abc import Mapping
from enum import IntEnum
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.belief.cloud import DOUBT, Belief, Cloud, pick_guess
from rialto.bots.net.afterwards import share_after
from rialto.bots.net.inference import Brain, judge, look, new_brain
from rialto.bots.net.own import FILE, load
from rialto.bots.net.sampling import WARM, weigh
from rialto.bots.net.shape import OUT_BITS
from rialto.engine.doors import Table, new_scratch
from rialto.engine.game import Move, View
from rialto.engine.jit import compiled, entry
from rialto.engine.rng import WORDS, new_rng
from rialto.engine.state import State, from_record, new_table

GUESSES: Final = 128
MOST: Final = 8
"""Candidates at most."""
CHUNK: Final = 8
"""Guesses between two looks at what can be concluded."""
ERRORS: Final = 2.0
"""A candidate is given up when it would be behind even if so many standard errors were in its
favour."""


class Knob(IntEnum):
    """What can be tuned (docs/bots.md says what was tried)."""

    LEAN = 0
    WIDTH = 1
    STOP_2 = 2
    STOP = 3
    ROUNDS_2 = 4
    ROUNDS = 5
    RARE = 6
    DOUBT = 7


KNOBS: Final = {
    Knob.LEAN: 0.01,  # win share that a move is thought worse for each power of e it is less likely
    Knob.WIDTH: 0.03,  # give or take this much
    Knob.STOP_2: 0.026,  # typical error of stopping at the end of the round, with 2 players
    Knob.STOP: 0.046,  # and with more
    Knob.ROUNDS_2: 1.0,  # whole rounds that a playout goes on after the present one, with 2 players
    Knob.ROUNDS: 0.0,  # and with more
    Knob.RARE: 50.0,  # a move that the net thinks less likely than one in so many is none
    Knob.DOUBT: DOUBT,  # how far the others may play any move, to its belief
}
DIVISORS: Final = (Knob.WIDTH, Knob.RARE)
"""Of these 0 makes no sense."""


class Race(NamedTuple):
    """Candidates, the net's first choice first, and how they fare against it."""

    number: list[int]
    """Which of the legal moves."""
    lean: list[float]
    """Win share that the net thinks it worse."""
    running: list[int]
    """1 until a candidate is given up."""
    ahead: list[float]
    """Sums of the differences to the first choice, ..."""
    squares: list[float]
    """... and of their squares."""
    words: list[int]
    """The luck at the beginning of a guess."""
    knobs: list[float]


@compiled
def find_candidates(b: Brain, n: int, race: Race) -> int:
    """The likeliest moves in order; how many."""
    rare = weigh(b, n, WARM) / race.knobs[Knob.RARE]
    count = 0
    while count < min(n, MOST):
        first = 0
        for i in range(1, n):
            if b.shares[i] > b.shares[first]:
                first = i
        if count > 0 and b.shares[first] <= rare:
            break
        race.number[count] = first
        behind = (b.logits[race.number[0]] - b.logits[first]) / (1 << OUT_BITS)
        race.lean[count] = race.knobs[Knob.LEAN] * behind
        race.running[count] = 1
        race.ahead[count] = 0.0
        race.squares[count] = 0.0
        b.shares[first] = -1
        count += 1
    return count


@compiled
def error_of(race: Race, i: int, done: int) -> float:
    """The square of the standard error of a candidate's mean difference."""
    mean = race.ahead[i] / done
    return max(0.0, race.squares[i] / done - mean * mean) / done


@compiled
def advantage(race: Race, i: int, mean: float, error: float, players: int) -> float:
    """What candidate i is believed to be better than the first choice, when playouts say so much
    and err by so much (squared): they and the net's opinion each count by how sure they are."""
    stopped = race.knobs[Knob.STOP_2] if players == 2 else race.knobs[Knob.STOP]
    played = race.knobs[Knob.WIDTH] ** 2
    thought = error + stopped**2
    found: float = (mean * played - race.lean[i] * thought) / (played + thought)
    return found


@compiled
def may_win(race: Race, i: int, done: int, players: int) -> bool:
    """Whether more playouts could still show it to be better."""
    favoured = race.ahead[i] / done + ERRORS * error_of(race, i, done) ** 0.5
    return advantage(race, i, favoured, 0.0, players) > 0.0


@entry
def begin_at(table: Table, p: int, n: int, actions: list[int], b: Brain, race: Race) -> int:
    look(b, table[0], p)
    judge(b, n, actions)
    return find_candidates(b, n, race)


@compiled
def last_round_of(race: Race, s: State) -> int:
    """The round after which playouts stop."""
    more = race.knobs[Knob.ROUNDS_2] if s.players == 2 else race.knobs[Knob.ROUNDS]
    return max(1, s.round_no) + int(more)


@entry
def race_at(
    table: Table,
    guesses: Table,
    cloud: Cloud,
    p: int,
    count: int,
    few: int,
    actions: list[int],
    out: list[int],
    b: Brain,
    race: Race,
    rng: list[int],
) -> int:
    """Compare on a few guesses; how many playouts that took."""
    played = 0
    for _ in range(few):
        table[1] = guesses[pick_guess(cloud, rng)]
        last_round = last_round_of(race, table[1])
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
def conclude(race: Race, count: int, done: int, players: int) -> int:
    """Give up who cannot win any more; how many are left beside the first choice."""
    left = 0
    for i in range(1, count):
        if race.running[i] == 1:
            if may_win(race, i, done, players):
                left += 1
            else:
                race.running[i] = 0
    return left


@entry
def winner(race: Race, count: int, done: int, players: int) -> int:
    found = 0
    most = 0.0
    for i in range(1, count):
        if race.running[i] == 1:
            error = error_of(race, i, done)
            better = advantage(race, i, race.ahead[i] / done, error, players)
            if better > most:
                most = better
                found = i
    return race.number[found]


class Doge:
    """Plays out up to so many times a move. It remembers the round, so one bot plays one seat."""

    def __init__(
        self, seed: int, playouts: int, knobs: Mapping[Knob, float] = {}, file: Path = FILE
    ) -> None:
        self.name = f"doge:{playouts}"
        self.name += "".join(f":{knob.name.lower()}={value:g}" for knob, value in knobs.items())
        if file != FILE:
            self.name += f":file={file}"
        self._playouts = playouts
        self._brain = new_brain(load(file)[0])
        turned = {**KNOBS, **knobs}
        self._belief = Belief(self._brain, GUESSES, seed, turned[Knob.DOUBT])
        self._rng = new_rng(seed)
        self._out = new_scratch()
        self._actions = new_scratch()
        self._table = new_table(3)
        kinds = (np.int64, np.float64, np.int64, np.float64, np.float64)
        room: list[Any] = [*(np.zeros(MOST, kind) for kind in kinds), np.zeros(WORDS, np.int64)]
        room.append(np.array([*turned.values()]))
        self._race = Race(*room)

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        p = view.seat
        assert p is not None
        end = None if seconds is None else time.monotonic() + seconds
        for i, move in enumerate(legal):
            self._actions[i] = move.action
        self._table[0] = from_record(view.table[0])[0]
        count = begin_at(self._table, p, len(legal), self._actions, self._brain, self._race)
        if count == 1:
            return legal[int(self._race.number[0])]
        self._belief.follow(view)
        done = self._compare(p, count, view.players, end)
        return legal[int(winner(self._race, count, done, view.players))]

    def _compare(self, p: int, count: int, players: int, end: float | None) -> int:
        """The guesses that it took."""
        done = played = 0
        few = CHUNK if end is None else 1
        while played < self._playouts and (not done or end is None or time.monotonic() < end):
            played += race_at(
                self._table, self._belief.table, self._belief.cloud, p, count, few, self._actions,
                self._out, self._brain, self._race, self._rng,
            )  # fmt: skip
            done += few
            if done % CHUNK == 0 and conclude(self._race, count, done, players) == 0:
                break
        return done
