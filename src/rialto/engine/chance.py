"""Chance: what can come, how likely, and drawing it. No rule draws; the driver does."""

from typing import Final

from rialto.engine.box import BRIDGES, DISTRICTS, KINDS
from rialto.engine.ids import Building, Decision
from rialto.engine.jit import rule
from rialto.engine.moves import CARD, FIRST, TOKEN, TOP_BRIDGE
from rialto.engine.rng import below
from rialto.engine.state import State

PLACE: Final = 7
"""How many numbers key a draw."""


@rule
def write_place(s: State, place: list[int]) -> None:
    """Where in the game a draw is due, which is what keys it: games that play differently still
    share their luck."""
    place[0] = s.round_no
    place[1] = s.asked
    place[2] = s.due_for
    place[3] = s.due_seat
    place[4] = s.due
    place[5] = 0
    if s.due_seat >= 0:
        for green in range(Building.GREEN_1, Building.GREEN_4 + 1):
            place[5] += s.used[s.due_seat][green]
    place[6] = 0
    for bridge in range(BRIDGES):
        place[6] += s.bridge_seen[bridge]
    for d in range(DISTRICTS):
        if s.tokens[d] > 0:
            place[6] += 1


@rule
def weight(s: State, action: int) -> int:
    """How many equally likely ways lead to this outcome; 0 if it cannot come now (S1, S2, P2)."""
    if s.asked == Decision.CARD and CARD <= action < CARD + KINDS:
        return s.pile[action - CARD]
    if s.asked == Decision.TOKEN and TOKEN <= action < TOKEN + DISTRICTS:
        return 1 if s.tokens[action - TOKEN] == 0 else 0
    if s.asked == Decision.FIRST and FIRST <= action < FIRST + s.players:
        return 1
    if s.asked == Decision.TOP_BRIDGE and TOP_BRIDGE <= action < TOP_BRIDGE + BRIDGES:
        return 1 if s.bridge_seen[action - TOP_BRIDGE] == 0 else 0
    return 0


@rule
def first_outcome(s: State) -> int:
    """Where the numbers of the outcomes of this question begin."""
    if s.asked == Decision.CARD:
        return CARD
    if s.asked == Decision.TOKEN:
        return TOKEN
    return FIRST if s.asked == Decision.FIRST else TOP_BRIDGE


@rule
def ways(s: State) -> int:
    """All equally likely ways together."""
    if s.asked == Decision.CARD:
        return s.pile_size
    if s.asked == Decision.FIRST:
        return s.players
    n = 0
    for i in range(BRIDGES if s.asked == Decision.TOP_BRIDGE else DISTRICTS):
        n += weight(s, first_outcome(s) + i)
    return n


@rule
def outcome(s: State, way: int) -> int:
    """The outcome that the way-th of the equally likely ways leads to."""
    if s.asked == Decision.CARD:
        return CARD + kind_of_card(s, way)
    action = first_outcome(s)
    while way >= weight(s, action):
        way -= weight(s, action)
        action += 1
    return action


@rule
def kind_of_card(s: State, way: int) -> int:
    """P2: the kind of the way-th card of the pile. Cards are most of chance and cannot be
    foreseen, so there is no branch to be guessed wrong."""
    kind = 0
    below_here = 0
    for k in range(KINDS - 1):
        below_here += s.pile[k]
        kind += way >= below_here
    return kind


@rule
def draw(s: State, rng: list[int]) -> int:
    """Draw an outcome."""
    return outcome(s, below(rng, ways(s)))
