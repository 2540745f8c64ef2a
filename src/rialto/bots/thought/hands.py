"""Phase I as greedy plays it: what a hand is worth, and with it rows, green buildings, discards."""

from typing import Final

from rialto.bots.thought.actions import action_worth, with_bonus
from rialto.bots.thought.bonus import field_chance
from rialto.bots.thought.terms import coin_term, unseen_cards
from rialto.bots.thought.weights import W
from rialto.bots.thought.workspace import Desk
from rialto.engine.box import HAND_LIMIT, KINDS, ROW_LENGTH, STEPS
from rialto.engine.ids import Kind
from rialto.engine.jit import compiled
from rialto.engine.moves import (
    DISCARD,
    DONE,
    DRAW_INSTEAD,
    ROW,
    green_building,
    green_choice,
)
from rialto.engine.rules.buildings import keeps_more
from rialto.engine.state import State

MOST_HELD: Final = 15
"""Cards of one kind beyond this many are not valued any more."""
HAND: Final = KINDS
"""The row of desk.tables that a hand is written in."""


@compiled
def value_kinds(s: State, p: int, tables: list[list[float]], more: int, w: list[float]) -> None:
    """tables[k][n]: what n cards of kind k are worth in the round to come, for up to `more` cards
    beyond the hand. Jokers have a fixed worth each."""
    for k in range(STEPS):
        one_more = action_worth(s, p, k, 0, w)
        for n in range(min(s.hand[p][k] + more, MOST_HELD) + 1):
            plain = one_more
            one_more = action_worth(s, p, k, n + 1, w)
            tables[k][n] = with_bonus(k, plain, one_more, field_chance(s, p, n, w), w)


@compiled
def card_loss(tables: list[list[float]], k: int, n: int, w: list[float]) -> float:
    """What is lost with one of n cards of a kind."""
    if k == Kind.JOKER:
        return w[W.JOKER_COST]
    if n > MOST_HELD:
        return 0.0
    return tables[k][n] - tables[k][n - 1]


@compiled
def hand_worth(tables: list[list[float]], limit: int, w: list[float]) -> float:
    """The hand that is written in tables[HAND], less what must be discarded (P6)."""
    held = 0.0
    for k in range(KINDS):
        held += tables[HAND][k]
    while held > limit:
        worst = 0
        least = 99.0
        for k in range(KINDS):
            if tables[HAND][k] > 0.0:
                loss = card_loss(tables, k, int(tables[HAND][k]), w)
                if loss < least:
                    least = loss
                    worst = k
        tables[HAND][worst] -= 1.0
        held -= 1.0
    worth = tables[HAND][Kind.JOKER] * w[W.JOKER_COST]
    for k in range(STEPS):
        worth += tables[k][min(int(tables[HAND][k]), MOST_HELD)]
    return worth


@compiled
def write_hand(s: State, p: int, tables: list[list[float]]) -> None:
    for k in range(KINDS):
        tables[HAND][k] = s.hand[p][k]


@compiled
def appraise_rows(s: State, p: int, n: int, desk: Desk) -> None:
    """P3: the hand that each row would give."""
    out, values, tables, w = desk
    value_kinds(s, p, tables, ROW_LENGTH, w)
    for i in range(n):
        write_hand(s, p, tables)
        for k in range(KINDS):
            tables[HAND][k] += s.rows[out[i] - ROW][k]
        values[i] = hand_worth(tables, HAND_LIMIT, w)


@compiled
def appraise_greens(s: State, p: int, n: int, desk: Desk) -> None:
    """P5: a card more, or three, or a higher limit, against the coin."""
    out, values, tables, w = desk
    value_kinds(s, p, tables, 1, w)
    limit = HAND_LIMIT + s.keep_more[p]
    coin = coin_term(s, p, s.coins[p], w) - coin_term(s, p, s.coins[p] - 1, w)
    write_hand(s, p, tables)
    now = hand_worth(tables, limit, w)
    for i in range(n):
        action = out[i]
        if action == DONE:
            values[i] = 0.0
            continue
        choice = green_choice(action)
        more = limit + keeps_more(green_building(action))
        write_hand(s, p, tables)
        if 0 <= choice < KINDS:
            tables[HAND][choice] += 1.0
        values[i] = hand_worth(tables, more, w)
        if choice == DRAW_INSTEAD:
            values[i] += w[W.DRAW_THREE] * draw_gain(s, p, tables, more, values[i], w)
        values[i] -= now + coin


@compiled
def draw_gain(
    s: State, p: int, tables: list[list[float]], limit: int, now: float, w: list[float]
) -> float:
    """What one card from the pile adds to a hand of that worth, on average."""
    gain = 0.0
    unseen = 0
    for k in range(KINDS):
        n = unseen_cards(s, p, k)
        write_hand(s, p, tables)
        tables[HAND][k] += 1.0
        gain += n * (hand_worth(tables, limit, w) - now)
        unseen += n
    return gain / max(unseen, 1)


@compiled
def appraise_discards(s: State, p: int, n: int, desk: Desk) -> None:
    """P6: the card that is missed least."""
    out, values, tables, w = desk
    value_kinds(s, p, tables, 0, w)
    for i in range(n):
        k = out[i] - DISCARD
        values[i] = -card_loss(tables, k, s.hand[p][k], w)
