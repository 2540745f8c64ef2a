"""Two players with the neutral player N (N1-N8)."""

from rialto.engine.box import (
    BRIDGE_ENDS,
    DISTRICTS,
    DRAW_NEUTRAL,
    PAIR_HIGH,
    PAIR_LOW,
    PAIR_OF,
)
from rialto.engine.ids import NOBODY, NONE, Draw, Event, Kind, Link, Stage
from rialto.engine.jit import rule
from rialto.engine.rules import council
from rialto.engine.rules.doge import advance
from rialto.engine.rules.links import lay_bridge, lay_gondola
from rialto.engine.rules.note import note
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State


@rule
def seat_neutral(s: State, left: int) -> None:
    """N1: N is the first player; clockwise from N sit `left` and then the other player."""
    own = s.players
    s.first_player = own
    s.seat_after[own] = left
    s.seat_after[left] = 1 - left
    s.seat_after[1 - left] = own


@rule
def district_with_token(s: State, number: int) -> int:
    for d in range(DISTRICTS):
        if s.tokens[d] == number:
            return d
    return NONE


@rule
def marked_pair(s: State) -> int:
    """N3: the lowest-numbered district with a free connection, and of those the one to the
    neighbour of lowest number; none is free: -1. X7 is an example."""
    for low in range(1, DISTRICTS + 1):
        for high in range(low + 1, DISTRICTS + 1):
            pair = PAIR_OF[district_with_token(s, low)][district_with_token(s, high)]
            if s.link[pair] == Link.FREE:
                return pair
    return NONE


@rule
def move_marker(s: State) -> None:
    """N3: put the marker where it belongs, or take it off the board."""
    s.marker = marked_pair(s)
    note(s, Event.MARKER, NOBODY, s.marker, 0, 0)


@rule
def call_for_cards(s: State) -> None:
    """N4: seven cards, face up, after the players' discards."""
    s.stage = Stage.NEUTRAL_CARDS
    s.due = DRAW_NEUTRAL
    s.due_for = Draw.NEUTRAL
    s.due_seat = s.players


@rule
def jokers_that_count(s: State) -> int:
    """N4: its jokers count with its Councillor cards, 1 each, also alone."""
    return s.neutral_cards[Kind.JOKER] if s.step == Kind.COUNCILLOR else 0


@rule
def strength_to_come(s: State) -> int:
    """N4, N5: what its cards, which lie open, count as in this step."""
    return s.neutral_cards[s.step] + jokers_that_count(s)


@rule
def play_cards(s: State) -> None:
    """N5: all its cards of the kind, on its clockwise turn. N7: they go to the discards step by
    step."""
    p = s.players
    cards = s.neutral_cards[s.step]
    jokers = jokers_that_count(s)
    s.strength[p] = strength_to_come(s)
    s.cards_played[p][s.step] += cards
    s.neutral_cards[s.step] = 0
    if jokers > 0:
        s.cards_played[p][Kind.JOKER] += jokers
        s.neutral_cards[Kind.JOKER] = 0
    if s.strength[p] > 0:
        note(s, Event.PLAYED, p, cards, jokers, s.strength[p])
    else:
        note(s, Event.PASSED, p, 0, 0, 0)
    leave_queue(s)


@rule
def act(s: State) -> None:
    """N5: A moves; B and C nothing; D and E only with the bonus; F places its councillors. Q9: a
    tile is always left in play, but not in every Position. A tile left means a free connection,
    and so a marker: there are as many connections as tiles."""
    p = s.players
    bonus = s.winner == p
    if s.step == Kind.DOGE:
        advance(s, p, s.strength[p] + bonus)
    elif s.step == Kind.BRIDGE and bonus and s.top_bridge >= 0:
        lay_marked_bridge(s)
    elif s.step == Kind.GONDOLA and bonus and s.gondolas > 0:
        lay_marked_gondola(s)
    elif s.step == Kind.COUNCILLOR:
        for _ in range(s.strength[p] + bonus):
            council.place(s, p, council.active_district(s), council.FROM_NOWHERE)
    leave_queue(s)


@rule
def lay_marked_bridge(s: State) -> None:
    """N5: on the marked connection, the lower value at the lower-numbered district."""
    pair = s.marker
    low_first = s.tokens[PAIR_LOW[pair]] < s.tokens[PAIR_HIGH[pair]]
    values_rise = BRIDGE_ENDS[s.top_bridge][0] <= BRIDGE_ENDS[s.top_bridge][1]
    lay_bridge(s, s.players, pair, 0 if low_first == values_rise else 1)
    move_marker(s)


@rule
def lay_marked_gondola(s: State) -> None:
    """N5: a gondola there, and one councillor in each of its two districts. N6: a bank is checked
    after both stand, and its tile is turned without points."""
    pair = s.marker
    lay_gondola(s, s.players, pair)
    move_marker(s)
    council.stand(s, s.players, PAIR_LOW[pair], council.FROM_NOWHERE)
    council.stand(s, s.players, PAIR_HIGH[pair], council.FROM_NOWHERE)
    council.check_bank(s, s.players, PAIR_LOW[pair])
    council.check_bank(s, s.players, PAIR_HIGH[pair])
