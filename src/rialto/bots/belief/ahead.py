"""What is known to come: cards that are seen leaving a hand must have been in it before.

Who looks back at a round knows more about a hidden draw than who was there: a card that was played
later and did not come from the row was drawn. Guesses that take this into account when they draw
and discard stay possible; of those that do not, hardly any is left once four players have shown
what they held.
"""

from typing import Any, NamedTuple

import numpy as np

from rialto.engine.box import KINDS, SEATS
from rialto.engine.ids import CHANCE, Decision, Kind
from rialto.engine.jit import compiled
from rialto.engine.moves import (
    CARD,
    DISCARD,
    GREEN_BARE,
    PLAY,
    TURN,
    YELLOW_3,
    cards_in,
    green_choice,
    jokers_in,
    turn_kind,
)
from rialto.engine.past import HIDDEN
from rialto.engine.rng import below, next_word
from rialto.engine.rules import flow
from rialto.engine.state import State

ROOM = 1.0 / (1 << 32)


class Ahead(NamedTuple):
    """By seat: what the moves to come tell."""

    needed: list[list[int]]
    """Cards of each kind that will be seen leaving the hand, less those seen coming."""
    draws: list[int]
    """Hidden draws."""


def new_ahead() -> Ahead:
    room: list[Any] = [np.zeros((SEATS, KINDS), np.int64), np.zeros(SEATS, np.int64)]
    return Ahead(*room)


@compiled
def expect(a: Ahead, s: State, q: int, action: int, times: int) -> None:
    """A move in this state is still to come (1), or not any more (-1)."""
    if q == CHANCE:
        if action == HIDDEN:
            a.draws[s.due_seat] += times
    elif s.asked == Decision.PLAY:
        if action >= PLAY:
            a.needed[q][s.step] += times * cards_in(action)
            a.needed[q][Kind.JOKER] += times * jokers_in(action)
        elif TURN <= action < YELLOW_3:
            a.needed[q][turn_kind(action)] += times
    elif s.asked == Decision.GREEN and action < GREEN_BARE and green_choice(action) < KINDS:
        a.needed[q][green_choice(action)] -= times


@compiled
def pass_by(s: State, q: int, action: int, out: list[int]) -> None:
    """A view goes on by one move. Which card it was that nobody saw makes no difference to what
    everybody sees."""
    if action == HIDDEN:
        action = CARD if q == CHANCE else DISCARD
    flow.play(s, q, action, out)


@compiled
def missing(a: Ahead, s: State, q: int, k: int) -> int:
    """Cards of this kind that q still has to get."""
    return max(0, a.needed[q][k] - s.hand[q][k])


@compiled
def draw_needed(a: Ahead, s: State, rng: list[int]) -> tuple[int, float]:
    """A hidden card for who draws, rather one that will be seen: as often as needed cards are due
    in the draws to come. And how much likelier it would have been by luck alone."""
    q = s.due_seat
    short = 0
    there = 0
    for k in range(KINDS):
        n = missing(a, s, q, k)
        short += n
        if n > 0:
            there += s.pile[k]
    chosen = min(1.0, short / max(1, a.draws[q])) if there > 0 else 0.0
    wanted = next_word(rng) * ROOM < chosen
    left = below(rng, there if wanted else s.pile_size)
    k = 0
    while True:
        n = s.pile[k] if not wanted or missing(a, s, q, k) > 0 else 0
        if left < n:
            break
        left -= n
        k += 1
    ratio = 1.0 - chosen
    if missing(a, s, q, k) > 0:
        ratio += chosen * s.pile_size / there
    return CARD + k, 1.0 / ratio


@compiled
def may_discard(a: Ahead, s: State, q: int, action: int) -> bool:
    """What will be seen later is still there."""
    k = action - DISCARD
    return s.hand[q][k] > a.needed[q][k]
