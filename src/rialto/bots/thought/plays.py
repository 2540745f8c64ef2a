"""Phase II as greedy sees it: what a strength is worth in each step, and who wins the bonus."""

from math import exp
from typing import Any, Final

from rialto.bots.thought.terms import (
    bank_term,
    coin_term,
    doge_term,
    end_to_come,
    likely_cards,
    private_term,
    prospect,
    real_table,
    rounds_after,
    share,
    tile_worth,
)
from rialto.bots.thought.weights import W
from rialto.bots.thought.workspace import Desk
from rialto.engine.box import BUILDINGS, SLOTS, bank_of, value
from rialto.engine.ids import Kind
from rialto.engine.jit import compiled
from rialto.engine.moves import (
    DELAY,
    PLAY,
    YELLOW_3,
    cards_in,
    jokers_in,
    turn_building,
    turn_kind,
)
from rialto.engine.rules.builder import buildings_owned, rest_after
from rialto.engine.rules.buildings import turned_worth
from rialto.engine.rules.council import active_district
from rialto.engine.rules.doge import rank
from rialto.engine.rules.neutral import strength_to_come
from rialto.engine.rules.queue import seats
from rialto.engine.rules.steps import least_to_beat, play_strength, strength_of
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


# What a strength is worth, step by step


@compiled
def best_tile(s: State, budget: int, w: list[float]) -> float:
    """C1: the best building of value up to the budget."""
    best = 0.0
    for b in range(BUILDINGS):
        if s.supply[b] > 0 and value(b) <= budget:
            best = max(best, tile_worth(s, b, w))
    return best


@compiled
def room_cost(s: State, p: int, w: list[float]) -> float:
    """C3: with all slots full the least useful building goes; its points are kept."""
    if buildings_owned(s, p) < SLOTS:
        return 0.0
    least = 99.0
    for b in range(BUILDINGS):
        if s.tiles[p][b] > 0:
            least = min(least, tile_worth(s, b, w) - value(b))
    return least


@compiled
def build_worth(s: State, p: int, budget: int, w: list[float]) -> float:
    """C1, C2: one building; with more than 4 perhaps a second after one of value 4."""
    best = best_tile(s, budget, w)
    first = 0.0
    rest = 0
    for b in range(BUILDINGS):
        if s.supply[b] > 0 and rest_after(budget, b) > 0:
            first = max(first, tile_worth(s, b, w))
            rest = rest_after(budget, b)
    if rest > 0:
        best = max(best, first + best_tile(s, rest, w))
    return max(best - room_cost(s, p, w), 0.0)


@compiled
def fetch_worth(s: State, p: int, n: int, w: list[float]) -> float:
    """E1: councillors for the private supply, a point for each one missing."""
    fetched = min(n, s.general[p])
    more = private_term(s, s.private[p] + fetched, w) - private_term(s, s.private[p], w)
    return more + (n - fetched)


@compiled
def stand_worth(s: State, p: int, d: int, n: int, w: list[float]) -> float:
    """Z3, G1: n councillors more in a district."""
    have = s.council[d][p]
    gain = share(s, d, p, have + n, w) - share(s, d, p, have, w)
    more = d if n > 0 else -1
    bank = bank_term(s, p, bank_of(d), more, -1, w) - bank_term(s, p, bank_of(d), -1, -1, w)
    return prospect(s, d, end_to_come(s, w)) * gain + bank


@compiled
def council_worth(s: State, p: int, n: int, w: list[float]) -> float:
    """F1: from the private supply; councillors moved from elsewhere count for little."""
    placed = min(n, s.private[p])
    spent = private_term(s, s.private[p], w) - private_term(s, s.private[p] - placed, w)
    return stand_worth(s, p, active_district(s), placed, w) - spent + 0.2 * (n - placed)


@compiled
def action_worth(s: State, p: int, k: int, n: int, w: list[float]) -> float:
    """What the action of step k brings with strength n, the bonus apart."""
    if k == Kind.DOGE:
        return doge_term(s, p, n, w) - doge_term(s, p, 0, w)
    if k == Kind.GOLD:
        return coin_term(s, p, s.coins[p] + n, w) - coin_term(s, p, s.coins[p], w)
    if k == Kind.BUILDING:
        return build_worth(s, p, n, w)
    if k == Kind.BRIDGE:
        return float(n) if n > 0 else -1.0
    if k == Kind.GONDOLA:
        return fetch_worth(s, p, n, w)
    return council_worth(s, p, n, w)


@compiled
def with_bonus(k: int, plain: float, one_more: float, chance: float, w: list[float]) -> float:
    """Action and bonus of step k, if the bonus comes with this chance; `one_more` is the action
    with a strength of 1 more."""
    if k == Kind.BRIDGE:
        return plain + chance * (1.0 + w[W.BRIDGE_BONUS] + w[W.NEXT_LEAD])
    if k == Kind.GONDOLA:
        return plain + chance * (w[W.GONDOLA_BONUS] + w[W.NEXT_LEAD])
    return plain + chance * (one_more - plain + w[W.NEXT_LEAD])


@compiled
def field_worth(s: State, p: int, k: int, n: int, w: list[float]) -> float:
    """What n cards of kind k are worth in a step that is still to come."""
    plain = action_worth(s, p, k, n, w)
    one_more = action_worth(s, p, k, n + 1, w)
    return with_bonus(k, plain, one_more, field_chance(s, p, n, w), w)


# Cards and what they cost


@compiled
def card_cost(s: State, w: list[float]) -> float:
    """A card of this step's kind that is played cannot be kept."""
    return w[W.CARD_KEPT] if rounds_after(s) > 0 else 0.0


@compiled
def joker_cost(s: State, w: list[float]) -> float:
    """A joker could serve a later step, or be kept."""
    if s.step < Kind.COUNCILLOR:
        return w[W.JOKER_COST]
    return w[W.JOKER_KEPT] if rounds_after(s) > 0 else 0.0


@compiled
def other_card_cost(s: State, p: int, k: int, w: list[float]) -> float:
    """Q6: a card of another kind that is turned is lost to its own step."""
    if k == Kind.JOKER:
        return joker_cost(s, w)
    if k < s.step:
        return card_cost(s, w)
    n = s.hand[p][k]
    return field_worth(s, p, k, n, w) - field_worth(s, p, k, n - 1, w)


@compiled
def best_play(
    s: State, p: int, turned: int, lent: int, jokers: int, worth: list[float], w: list[float]
) -> float:
    """The best play with so much already given by yellow buildings; `worth` is by strength."""
    best = -99.0
    held = s.hand[p][s.step]
    for cards in range(held + 1):
        for j in range(jokers + 1):
            n = strength_of(s, p, cards + turned, j + lent)
            if n >= 0:
                cost = cards * card_cost(s, w) + j * joker_cost(s, w)
                best = max(best, worth[min(n, TOP)] - cost)
    return best


@compiled
def appraise_plays(s: State, p: int, n: int, desk: Desk) -> None:
    """Q3-Q6: what each of the n legal moves is worth."""
    out, values, tables, w = desk
    held = s.hand[p][s.step]
    jokers = s.hand[p][Kind.JOKER]
    top = min(held + jokers + s.turned + s.lent_jokers + 4 * (s.coins[p] > 0), TOP)
    worth, others = tables[0], tables[1]
    expect_plays(s, p, others, w)
    one_more = action_worth(s, p, s.step, 0, w)
    doubt = 0.0
    for strength in range(top + 1):
        plain = one_more
        one_more = action_worth(s, p, s.step, strength + 1, w)
        chance = win_chance(s, p, strength, others)
        worth[strength] = with_bonus(s.step, plain, one_more, chance, w)
        bonus = with_bonus(s.step, plain, one_more, 1.0, w) - plain
        doubt = max(doubt, chance * (1.0 - chance) * bonus)
    coin = coin_term(s, p, s.coins[p], w) - coin_term(s, p, s.coins[p] - 1, w)
    for i in range(n):
        action = out[i]
        if action >= PLAY:
            cards = cards_in(action)
            j = jokers_in(action)
            strength = play_strength(s, p, cards, j)
            cost = cards * card_cost(s, w) + j * joker_cost(s, w)
            values[i] = worth[min(strength, TOP)] - cost
        elif action == DELAY:
            values[i] = best_play(s, p, 0, 0, jokers, worth, w) + w[W.DELAY] * doubt - coin
        elif action == YELLOW_3:
            lent = s.lent_jokers + 1
            values[i] = best_play(s, p, s.turned, lent, jokers, worth, w) - coin
        else:
            k = turn_kind(action)
            turned = s.turned + turned_worth(turn_building(action))
            left = jokers - (k == Kind.JOKER)
            values[i] = best_play(s, p, turned, s.lent_jokers, left, worth, w) - coin
            values[i] -= other_card_cost(s, p, k, w)
