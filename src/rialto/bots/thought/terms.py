"""The evaluation of a position in expected final points, term by term.

Each term looks only at what seat p may know: open fields, and p's own hand. So the same code runs
on a view and, inside the search, on a guessed state.
"""

from typing import Any, Final

import numpy as np

from rialto.bots.thought.weights import USE, W
from rialto.engine.box import (
    BANK_BONUS,
    BRIDGES,
    BUILDINGS,
    CARDS_PER_KIND,
    DISTRICTS,
    DISTRICTS_PER_BANK,
    KINDS,
    PAIR_OF,
    PAIRS,
    ROUNDS,
    STEPS,
    colour,
    value,
)
from rialto.engine.ids import Colour, Kind, Link, Stage
from rialto.engine.jit import PLAIN, compiled
from rialto.engine.rules.doge import rank
from rialto.engine.rules.queue import seats
from rialto.engine.rules.scoring import district_value, total
from rialto.engine.state import State

BRIDGE_END: Final = 4.5
"""K4: what a bridge end is worth on average."""


def real_table(values: Any) -> Any:
    """A constant table of real numbers."""
    return values if PLAIN else np.array(values, np.float64)


@compiled
def rounds_after(s: State) -> int:
    """Whole rounds after this one; a round that is only being dealt is still to come."""
    if s.stage == Stage.END:
        return 0
    if s.stage <= Stage.DEAL:
        return ROUNDS - s.round_no + 1
    return ROUNDS - s.round_no


# Coins and councillors in supply


@compiled
def coin_term(s: State, p: int, coins: int, w: list[float]) -> float:
    """Z1: half a point each at the end; more while buildings can still use them."""
    rounds = rounds_after(s)
    tiles = 1
    for b in range(BUILDINGS):
        tiles += s.tiles[p][b]
    useful = min(float(coins), w[W.COIN_ENOUGH] * tiles)
    return 0.5 * coins + w[W.COIN_EARLY] * rounds * useful


@compiled
def private_term(s: State, private: int, w: list[float]) -> float:
    """Z1: half a point each at the end; before, they are what majorities are made of."""
    rounds = rounds_after(s)
    if s.stage < Stage.ACTIONS or s.step < Kind.COUNCILLOR:
        rounds += s.stage > Stage.DEAL and s.stage < Stage.BLUE
    if rounds == 0:
        return 0.5 * private
    first = min(private, 3)
    return first * w[W.PRIVATE_FIRST] + (private - first) * w[W.PRIVATE_REST]


# Buildings


@compiled
def uses_left(s: State, b: int) -> float:
    """How often a tile can still be used: green in phase I, yellow in II, blue in III."""
    rounds = float(rounds_after(s))
    if s.stage <= Stage.DEAL or s.stage == Stage.END:
        return rounds
    if colour(b) == Colour.GREEN:
        return rounds + (s.stage <= Stage.GREEN)
    if colour(b) == Colour.YELLOW:
        if s.stage <= Stage.ACTIONS:
            return rounds + (Kind.COUNCILLOR - s.step) / STEPS
        return rounds
    return rounds + (s.stage <= Stage.BLUE)


@compiled
def tile_worth(s: State, b: int, w: list[float]) -> float:
    """Z2: its value, and what it can still be used for."""
    return value(b) + uses_left(s, b) * w[USE + b]


@compiled
def building_term(s: State, p: int, w: list[float]) -> float:
    worth = 0.0
    for b in range(BUILDINGS):
        if s.tiles[p][b] > 0:
            worth += s.tiles[p][b] * tile_worth(s, b, w) - s.used[p][b] * w[USE + b]
    return worth


# Districts


@compiled
def end_to_come(s: State, w: list[float]) -> float:
    """What a free connection will bring to each of its two districts, on average."""
    free = 0
    bridges = 0
    for pair in range(PAIRS):
        free += s.link[pair] == Link.FREE
        bridges += s.link[pair] == Link.BRIDGE
    if free == 0:
        return 0.0
    steps = rounds_after(s)
    if s.stage > Stage.DEAL and s.stage <= Stage.ACTIONS and s.step <= Kind.BRIDGE:
        steps += 1
    left = min(BRIDGES - bridges, steps)
    boats = min(s.gondolas, steps)
    return (left * BRIDGE_END * w[W.BRIDGES_TO_COME] + boats * w[W.GONDOLAS_TO_COME]) / free


@compiled
def prospect(s: State, d: int, per_link: float) -> float:
    """Z3: what first place in the district will be worth: ends that lie, and ends to come."""
    free = 0
    for other in range(DISTRICTS):
        if other != d:
            free += s.link[PAIR_OF[d][other]] == Link.FREE
    return district_value(s, d) + free * per_link


@compiled
def chance_behind(s: State, d: int, lead: int, ahead: bool, w: list[float]) -> float:
    """How likely somebody whom we lead by so many councillors ends up ahead of us there."""
    if s.tokens[d] < s.round_no or s.stage == Stage.END:
        if lead != 0:
            return 0.0 if lead > 0 else 1.0
        if s.stage == Stage.END:
            return 0.0 if ahead else 1.0
        return w[W.TIE_AHEAD] if ahead else 1.0 - w[W.TIE_AHEAD]
    sway = w[W.SWAY_FUTURE]
    if s.tokens[d] == s.round_no and s.stage > Stage.DEAL:
        sway = w[W.SWAY_ACTIVE]
        if s.stage == Stage.BLUE:
            sway = 0.5
    tie = 0.05 if ahead else -0.05
    return min(max(0.5 - lead * sway - tie, 0.0), 1.0)


@compiled
def settled(s: State, d: int) -> bool:
    """Its round is over."""
    return s.tokens[d] < s.round_no or s.stage == Stage.BLUE or s.stage == Stage.END


@compiled
def share(s: State, d: int, p: int, councillors: int, w: list[float]) -> float:
    """Z3: the part of the district's value that p can expect with so many councillors there. Each
    player ahead halves it; N8: the neutral player too."""
    part = 1.0
    if councillors == 0:
        if settled(s, d):
            return 0.0
        part = w[W.ABSENT_YET]
    ahead = True
    for i in range(seats(s)):
        q = s.doge_order[i]
        if q == p:
            ahead = False
        elif s.council[d][q] > 0 or not settled(s, d):
            # `ahead` tells whether q is higher on the Doge track
            behind = chance_behind(s, d, councillors - s.council[d][q], not ahead, w)
            part *= 1.0 - 0.5 * behind
    return part


@compiled
def district_term(s: State, p: int, w: list[float]) -> float:
    worth = 0.0
    per_link = end_to_come(s, w)
    for d in range(DISTRICTS):
        worth += prospect(s, d, per_link) * share(s, d, p, s.council[d][p], w)
    return worth


@compiled
def bank_term(s: State, p: int, bank: int, more: int, less: int, w: list[float]) -> float:
    """G1: how far p is on the way to the bonus of a bank, with one councillor more in district
    `more` and one less in `less` (-1: none)."""
    if s.bank_turned[bank] or s.bank_scored[bank][p] or s.stage == Stage.END:
        return 0.0
    present = 0
    for d in range(DISTRICTS_PER_BANK * bank, DISTRICTS_PER_BANK * (bank + 1)):
        present += s.council[d][p] + (d == more) - (d == less) > 0
    if present == DISTRICTS_PER_BANK:
        return float(BANK_BONUS)
    if present == 2:
        return w[W.BANK_TWO]
    return w[W.BANK_ONE] if present == 1 else 0.0


# Doge and cards


@compiled
def doge_term(s: State, p: int, steps: int, w: list[float]) -> float:
    """T1: the order of everything; what p's place would be worth that many spaces further on."""
    n = seats(s)
    place = rank(s, p) - 1
    space = s.spaces[p] + steps
    if steps > 0:
        while place > 0 and s.spaces[s.doge_order[place - 1]] <= space:
            place -= 1
    rounds = rounds_after(s) + (s.stage > Stage.DEAL) * 0.5
    if s.stage == Stage.END:
        return 0.0
    return w[W.DOGE_RANK] * rounds * (n - 1 - place) / (n - 1) + w[W.DOGE_SPACE] * space


@compiled
def card_term(s: State, p: int, w: list[float]) -> float:
    """Cards kept for the next round."""
    if rounds_after(s) == 0:
        return 0.0
    jokers = s.hand[p][Kind.JOKER]
    return jokers * w[W.JOKER_KEPT] + (s.hand_size[p] - jokers) * w[W.CARD_KEPT]


@compiled
def expected_points(s: State, p: int, w: list[float]) -> float:
    """What p can expect to have at the end. Meant for the end of a round; inside a round what is
    being played is not counted. A term counts as far as it predicts final points in self-play."""
    if s.stage == Stage.END:
        return float(total(s, p))
    banks = bank_term(s, p, 0, -1, -1, w) + bank_term(s, p, 1, -1, -1, w)
    return (
        s.scores[p]
        + w[W.TRUST_COINS] * coin_term(s, p, s.coins[p], w)
        + w[W.TRUST_PRIVATE] * private_term(s, s.private[p], w)
        + w[W.TRUST_BUILDINGS] * building_term(s, p, w)
        + w[W.TRUST_DISTRICTS] * district_term(s, p, w)
        + w[W.TRUST_BANKS] * banks
        + w[W.TRUST_DOGE] * doge_term(s, p, 0, w)
        + w[W.TRUST_CARDS] * card_term(s, p, w)
    )


# What others hold


@compiled
def unseen_cards(s: State, p: int, k: int) -> int:
    """Cards of this kind that p does not see: in other hands, piles, or discarded face down."""
    n = CARDS_PER_KIND - s.discards[k] - s.neutral_cards[k] - s.hand[p][k] - s.sealed[p][k]
    for r in range(s.players + 1):
        n -= s.rows[r][k]
    for q in range(seats(s)):
        n -= s.cards_played[q][k]
    return n


@compiled
def likely_cards(s: State, p: int, q: int, k: int, w: list[float]) -> float:
    """V3: how many cards of kind k another player q probably holds."""
    shown = 0
    for j in range(KINDS):
        shown += s.shown[q][j]
    sure = max(shown - s.slack[q], 0)
    kept = min(sure + w[W.SHOWN_KEPT] * (shown - sure), float(s.hand_size[q]))
    known = s.shown[q][k] * kept / shown if shown > 0 else 0.0
    unseen = s.pile_size
    for r in range(s.players):
        if r != p:
            unseen += s.hand_size[r] + s.sealed_size[r]
    if unseen <= 0:
        return known
    return known + (s.hand_size[q] - kept) * unseen_cards(s, p, k) / unseen
