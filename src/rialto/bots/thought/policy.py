"""Greedy's opinion of every legal move, decision by decision, in expected final points."""

from rialto.bots.thought.actions import best_tile, build_worth, stand_worth
from rialto.bots.thought.hands import appraise_discards, appraise_greens, appraise_rows
from rialto.bots.thought.plays import appraise_plays
from rialto.bots.thought.terms import (
    bank_term,
    coin_term,
    doge_term,
    end_to_come,
    private_term,
    prospect,
    share,
    tile_worth,
)
from rialto.bots.thought.weights import W
from rialto.bots.thought.workspace import Desk
from rialto.engine.box import (
    BRIDGE_ENDS,
    DISTRICTS,
    PAIR_HIGH,
    PAIR_LOW,
    bank_of,
    colour,
    next_building,
    value,
)
from rialto.engine.ids import NONE, Decision
from rialto.engine.jit import compiled
from rialto.engine.moves import (
    BLUE_2,
    BLUE_2_ALONE,
    BLUE_3,
    BLUE_4,
    BUILD,
    DONE,
    FROM,
    FROM_SUPPLY,
    RETURN,
    bridge_pair,
    bridge_way,
    gondola_district,
    gondola_pair,
    swap_building,
)
from rialto.engine.rules.builder import rest_after
from rialto.engine.rules.buildings import BLUE_4_POINTS
from rialto.engine.rules.council import active_district
from rialto.engine.rules.doge import rank
from rialto.engine.state import State


@compiled
def appraise(s: State, p: int, n: int, desk: Desk) -> None:
    """Fill desk.values for the n legal moves in desk.out."""
    if s.asked == Decision.PLAY:
        appraise_plays(s, p, n, desk)
    elif s.asked == Decision.DISCARD:
        appraise_discards(s, p, n, desk)
    elif s.asked == Decision.ROW:
        appraise_rows(s, p, n, desk)
    elif s.asked == Decision.GREEN:
        appraise_greens(s, p, n, desk)
    elif s.asked == Decision.BUILD:
        appraise_builds(s, p, n, desk)
    elif s.asked == Decision.BRIDGE or s.asked == Decision.GONDOLA:
        appraise_links(s, p, n, desk)
    elif s.asked == Decision.SOURCE or s.asked == Decision.COUNCIL:
        appraise_councillors(s, p, n, desk)
    elif s.asked == Decision.BLUE:
        appraise_blues(s, p, n, desk)
    else:
        for i in range(n):
            desk.values[i] = desk.w[W.START_GREEN + colour(desk.out[i] - BUILD)]


# Actions of phase II


@compiled
def appraise_builds(s: State, p: int, n: int, desk: Desk) -> None:
    """C1-C3."""
    out, values, w = desk.out, desk.values, desk.w
    for i in range(n):
        action = out[i]
        if action == DONE:
            values[i] = 0.0
        elif action >= RETURN:
            b = action - RETURN
            values[i] = build_worth(s, p, s.budget, w) - (tile_worth(s, b, w) - value(b))
        else:
            values[i] = tile_worth(s, action - BUILD, w)
            rest = rest_after(s.budget, action - BUILD)
            if rest > 0:
                values[i] += best_tile(s, rest, w)


@compiled
def link_gain(s: State, p: int, d: int, w: list[float]) -> float:
    """Z3: what one point more in the value of a district means to p, against the others."""
    others = 0.0
    for q in range(s.players):
        if q != p:
            others += share(s, d, q, s.council[d][q], w)
    return share(s, d, p, s.council[d][p], w) - w[W.SPITE] * others / (s.players - 1)


@compiled
def appraise_links(s: State, p: int, n: int, desk: Desk) -> None:
    """D2, E2: where the tile goes, which way round, and where the councillor stands. Q9: what would
    help others more than p is better left."""
    out, values, w = desk.out, desk.values, desk.w
    gains = desk.tables[0]
    for d in range(DISTRICTS):
        gains[d] = link_gain(s, p, d, w)
    if s.asked == Decision.GONDOLA:
        for d in range(DISTRICTS):
            gains[DISTRICTS + d] = stand_worth(s, p, d, 1, w)
    for i in range(n):
        if out[i] == DONE:
            values[i] = 0.0
        elif s.asked == Decision.BRIDGE:
            pair = bridge_pair(out[i])
            way = bridge_way(out[i])
            values[i] = BRIDGE_ENDS[s.top_bridge][way] * gains[PAIR_LOW[pair]]
            values[i] += BRIDGE_ENDS[s.top_bridge][1 - way] * gains[PAIR_HIGH[pair]]
        else:
            pair = gondola_pair(out[i])
            d = gondola_district(out[i])
            values[i] = gains[PAIR_LOW[pair]] + gains[PAIR_HIGH[pair]]
            if d != NONE:
                values[i] += gains[DISTRICTS + d]


@compiled
def move_worth(s: State, p: int, d: int, to: int, w: list[float]) -> float:
    """F1, E2: a councillor goes from one district to another."""
    have = s.council[d][p]
    lost = share(s, d, p, have, w) - share(s, d, p, have - 1, w)
    worth = stand_worth(s, p, to, 1, w) - prospect(s, d, end_to_come(s, w)) * lost
    bank = bank_of(d)
    if bank == bank_of(to):
        return worth + bank_term(s, p, bank, to, d, w) - bank_term(s, p, bank, to, -1, w)
    return worth + bank_term(s, p, bank, -1, d, w) - bank_term(s, p, bank, -1, -1, w)


@compiled
def appraise_councillors(s: State, p: int, n: int, desk: Desk) -> None:
    """F1: those still due come from other districts, or, by the option, first from the private
    supply. E2: the general supply is empty."""
    out, values, w = desk.out, desk.values, desk.w
    to = s.target if s.asked == Decision.SOURCE else active_district(s)
    for i in range(n):
        if out[i] == DONE:
            values[i] = 0.0
        elif out[i] == FROM_SUPPLY:
            spent = private_term(s, s.private[p], w) - private_term(s, s.private[p] - 1, w)
            values[i] = stand_worth(s, p, to, 1, w) - spent
        else:
            values[i] = move_worth(s, p, out[i] - FROM, to, w)


# Phase III


@compiled
def appraise_blues(s: State, p: int, n: int, desk: Desk) -> None:
    """H2-H5, each against its coin."""
    out, values, w = desk.out, desk.values, desk.w
    coin = coin_term(s, p, s.coins[p], w) - coin_term(s, p, s.coins[p] - 1, w)
    for i in range(n):
        action = out[i]
        if action == DONE:
            values[i] = 0.0
        elif action < BLUE_2:
            b = swap_building(action)
            values[i] = tile_worth(s, next_building(b), w) - tile_worth(s, b, w) - coin
        elif action == BLUE_3:
            values[i] = doge_term(s, p, rank(s, p), w) - doge_term(s, p, 0, w) - coin
        elif action == BLUE_4:
            values[i] = BLUE_4_POINTS - coin
        elif action == BLUE_2_ALONE:
            values[i] = 1.0 - coin
        else:
            more = private_term(s, s.private[p] + 1, w) - private_term(s, s.private[p], w)
            values[i] = 1.0 + (more if s.general[p] > 0 else 1.0) - coin
