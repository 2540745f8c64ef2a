"""Who wins the bonus of a step, as far as that can be foreseen (Q7)."""

from math import exp
from typing import Any, Final

from rialto.bots.thought.terms import likely_cards, real_table
from rialto.bots.thought.weights import W
from rialto.engine.ids import Kind
from rialto.engine.jit import compiled
from rialto.engine.rules.doge import rank
from rialto.engine.rules.neutral import strength_to_come
from rialto.engine.rules.queue import seats
from rialto.engine.rules.steps import least_to_beat
from rialto.engine.state import State

TOP: Final = 23
"""No strength is valued higher than this one."""
FINENESS: Final = 8
"""Means are rounded to eighths of a card."""


def _below() -> Any:
    """Poisson: by mean in eighths, how likely fewer than n cards are."""
    rows = []
    for i in range(8 * FINENESS + 1):
        mean, total = i / FINENESS, 0.0
        term, row = exp(-mean), [0.0]
        for n in range(1, TOP + 2):
            total += term
            row.append(min(total, 1.0))
            term *= mean / n
        rows.append(tuple(row))
    return real_table(tuple(rows))


BELOW: Final[list[list[float]]] = _below()


@compiled
def fewer_than(n: int, mean: float) -> float:
    """How likely a play of that mean counts as less than n."""
    i = int(min(mean, 8.0) * FINENESS + 0.5)
    return BELOW[i][min(n, TOP + 1)]


@compiled
def still_to_play(s: State, q: int) -> bool:
    waiting = 0
    for i in range(s.queue_length):
        waiting += s.queue[i] == q
    return waiting > 0


@compiled
def expect_plays(s: State, p: int, others: list[float], w: list[float]) -> None:
    """What each other seat brings to this step: what it has played, or what it may yet play."""
    for q in range(seats(s)):
        others[q] = s.strength[q]
        if q != p and still_to_play(s, q):
            if q == s.players:
                others[q] = strength_to_come(s)
            else:
                others[q] = likely_cards(s, p, q, s.step, w)
                others[q] += w[W.JOKERS_PLAYED] * likely_cards(s, p, q, Kind.JOKER, w)


@compiled
def win_chance(s: State, p: int, strength: int, others: list[float]) -> float:
    """Q7: how likely p wins the bonus of this step, given what lies and what others may hold."""
    if strength == 0:
        return 0.0
    chance = 1.0
    ahead = True
    for i in range(seats(s)):
        q = s.doge_order[i]
        if q == p:
            ahead = False
        elif q < s.players and still_to_play(s, q):
            chance *= fewer_than(least_to_beat(strength, ahead), others[q])
        elif others[q] >= least_to_beat(strength, ahead):
            return 0.0
    return chance


@compiled
def field_chance(s: State, p: int, strength: int, w: list[float]) -> float:
    """The same before the step, when little is known."""
    if strength == 0:
        return 0.0
    chance = 1.0
    place = rank(s, p) - 1
    for i in range(seats(s)):
        if i != place:
            chance *= fewer_than(least_to_beat(strength, i < place), w[W.FIELD])
    return chance
