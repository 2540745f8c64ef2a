"""What a strength is worth in each step of phase II, in expected final points."""

from rialto.bots.thought.bonus import field_chance
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
from rialto.engine.box import BUILDINGS, SLOTS, bank_of, value
from rialto.engine.ids import Kind
from rialto.engine.jit import compiled
from rialto.engine.rules.builder import buildings_owned, rest_after
from rialto.engine.rules.council import active_district
from rialto.engine.state import State


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
