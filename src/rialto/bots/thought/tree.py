"""Information-set Monte-Carlo tree search (ISMCTS), as rules: no allocation, wholly compiled.

One tree over what the searching seat can observe. A node is the hash of the observed path, an edge
the hash of the path with one action more; all edges live in one table. Every iteration
1. guesses the hidden cards (`guess_here`), so a node collects many guesses;
2. walks down: each mover takes the edge with the best sum of its own mean return and of an
   exploration term that greedy's opinion weighs (PUCT); chance is sampled; what the seat cannot
   observe (other players' draws and face-down discards) leaves no mark on the path;
3. from the first new edge on plays by greedy with some noise, to the end of the round;
4. values the position by greedy's evaluation, as each player's share of the win, and adds each
   mover's own share to the edges that it took (multi-player returns).
"""

import hashlib
from collections.abc import Callable
from enum import IntEnum
from math import exp, sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.thought.policy import appraise
from rialto.bots.thought.terms import expected_points, rounds_after
from rialto.bots.thought.workspace import Desk, noisy_best
from rialto.engine.chance import draw
from rialto.engine.doors import Table
from rialto.engine.guess import guess_here
from rialto.engine.ids import CHANCE, NOBODY, Decision
from rialto.engine.jit import PLAIN, compiled, entry
from rialto.engine.moves import ACTIONS
from rialto.engine.rules import flow
from rialto.engine.rules.cards import only_seat
from rialto.engine.state import State, from_record, to_record

BITS: Final = 62
MASK: Final = (1 << BITS) - 1
TURN_BITS: Final = 7
ROOT: Final = 0x1B873593CC9E2D51 & MASK
LONGEST: Final = 200
"""Most edges on one path through the tree."""


class Knob(IntEnum):
    """What can be tuned (docs/bots.md says what was tried)."""

    EXPLORE = 0
    PRIOR_HEAT = 1
    NOISE = 2
    WIN_HEAT = 3
    WIN_HEAT_ROUND = 4
    UNTRIED = 5
    ROUNDS = 6


KNOBS: Final = {
    Knob.EXPLORE: 0.6,  # weight of exploration
    Knob.PRIOR_HEAT: 1.0,  # points by which a move is about a third as likely as the best
    Knob.NOISE: 0.5,  # points of noise in rollouts
    Knob.WIN_HEAT: 3.0,  # points that decide at the end of the game
    Knob.WIN_HEAT_ROUND: 1.5,  # and so many more for each round to come
    Knob.UNTRIED: 0.0,  # how much worse than the mean a move is thought that was never tried
    Knob.ROUNDS: 0.0,  # whole rounds that a rollout goes on after the present one
}


DIVISORS: Final = (Knob.PRIOR_HEAT, Knob.WIN_HEAT)
"""Of these 0 makes no sense."""


class Tree(NamedTuple):
    """All edges of a tree in one open hash table, and room for one iteration."""

    keys: list[int]
    visits: list[int]
    totals: list[float]
    """Of the returns to whoever took the edge."""
    path: list[int]
    """How many edges are in use; then the edges of this iteration, each with who took it."""
    shares: list[float]
    """The returns of this iteration, by seat."""
    knobs: list[float]


def _marks() -> Any:
    """A random number for each action, the same in every process."""
    marks = []
    for action in range(ACTIONS):
        digest = hashlib.blake2b(b"path %d" % action, digest_size=8).digest()
        marks.append(int.from_bytes(digest, "big") & MASK)
    return tuple(marks) if PLAIN else np.array(marks, np.int64)


MARKS: Final[list[int]] = _marks()

copy_state: Callable[[Any, int, int], None]
if PLAIN:

    def copy_state(table: Any, i: int, j: int) -> None:
        """Game i onto game j."""
        table[j] = from_record(to_record(table[i])[0])[0]

else:

    @compiled
    def copy_state(table: Any, i: int, j: int) -> None:
        table[j] = table[i]


@compiled
def step_on(key: int, action: int) -> int:
    """The path with one action more."""
    turned = ((key << TURN_BITS) & MASK) | (key >> (BITS - TURN_BITS))
    return turned ^ MARKS[action]


@compiled
def edge(keys: list[int], key: int) -> int:
    """Where the edge of this key is, or would be."""
    i = key & (len(keys) - 1)
    while keys[i] != 0 and keys[i] != key:
        i = (i + 1) & (len(keys) - 1)
    return i


@compiled
def mover(s: State, seat: int) -> int:
    """Who acts next. P6: all at the same time, so the searcher's own discards come first."""
    if s.asked == Decision.DISCARD and s.excess[seat] > 0:
        return seat
    return s.actor


@compiled
def observed(s: State, p: int, seat: int) -> bool:
    """V2: does the searcher see what p does now?"""
    only = only_seat(s, p)
    return only in (NOBODY, seat)


@compiled
def select(tree: Tree, key: int, n: int, desk: Desk) -> int:
    """PUCT among the n legal moves; leaves greedy's opinion in desk.values as shares."""
    keys, visits, totals = tree.keys, tree.visits, tree.totals
    out, values, knobs = desk.out, desk.values, tree.knobs
    best_value = values[0]
    for i in range(1, n):
        best_value = max(best_value, values[i])
    weight = 0.0
    seen = 0
    total = 0.0
    for i in range(n):
        values[i] = exp((values[i] - best_value) / knobs[Knob.PRIOR_HEAT])
        weight += values[i]
        j = edge(keys, step_on(key, out[i]))
        seen += visits[j]
        total += totals[j]
    mean = total / seen if seen > 0 else 0.5
    untried = mean - knobs[Knob.UNTRIED]
    reach = knobs[Knob.EXPLORE] * sqrt(seen + 1.0) / weight
    chosen = 0
    best = -1.0
    for i in range(n):
        j = edge(keys, step_on(key, out[i]))
        own = totals[j] / visits[j] if visits[j] > 0 else untried
        score = own + reach * values[i] / (1.0 + visits[j])
        if score > best:
            best = score
            chosen = i
    return chosen


@compiled
def returns(s: State, tree: Tree, w: list[float]) -> None:
    """Each player's share of the win, by what they can expect to have in the end."""
    shares, knobs = tree.shares, tree.knobs
    heat = knobs[Knob.WIN_HEAT] + knobs[Knob.WIN_HEAT_ROUND] * rounds_after(s)
    most = -1e9
    for p in range(s.players):
        shares[p] = expected_points(s, p, w)
        most = max(most, shares[p])
    weight = 0.0
    for p in range(s.players):
        shares[p] = exp((shares[p] - most) / heat)
        weight += shares[p]
    for p in range(s.players):
        shares[p] /= weight


@entry
def search_at(
    table: Table,
    seat: int,
    iterations: int,
    last_round: int,
    tree: Tree,
    rng: list[int],
    desk: Desk,
) -> int:
    """So many iterations from the view in table[0]; table[1] is worked on. How many edges are in
    use."""
    keys, visits, totals, path = tree.keys, tree.visits, tree.totals, tree.path
    out, values = desk.out, desk.values
    for _ in range(iterations):
        copy_state(table, 0, 1)
        s = table[1]
        guess_here(s, seat, rng, out)
        key = ROOT
        length = 0
        inside = path[0] * 2 < len(keys)
        while s.asked != Decision.OVER and s.round_no <= last_round:
            p = mover(s, seat)
            seen = observed(s, p, seat)
            if p == CHANCE:
                action = draw(s, rng)
            else:
                n = flow.legal(s, p, out)
                action = out[0]
                if n > 1:
                    appraise(s, p, n, desk)
                    if inside and seen:
                        action = out[select(tree, key, n, desk)]
                        slot = edge(keys, step_on(key, action))
                        path[1 + 2 * length] = slot
                        path[2 + 2 * length] = p
                        length += 1
                        if keys[slot] == 0:
                            keys[slot] = step_on(key, action)
                            path[0] += 1
                            inside = False
                        inside = inside and length < LONGEST
                    else:
                        action = out[noisy_best(values, n, tree.knobs[Knob.NOISE], rng)]
            if seen:
                key = step_on(key, action)
            flow.play(s, p, action, out)
        returns(s, tree, desk.w)
        for i in range(length):
            visits[path[1 + 2 * i]] += 1
            totals[path[1 + 2 * i]] += tree.shares[path[2 + 2 * i]]
    return path[0]
