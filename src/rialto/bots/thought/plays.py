"""Phase II as greedy plays it: cards, jokers and yellow buildings, each against what it costs."""

from rialto.bots.thought.actions import action_worth, field_worth, with_bonus
from rialto.bots.thought.bonus import TOP, expect_plays, win_chance
from rialto.bots.thought.terms import coin_term, rounds_after
from rialto.bots.thought.weights import W
from rialto.bots.thought.workspace import Desk
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
from rialto.engine.rules.buildings import turned_worth
from rialto.engine.rules.steps import play_strength, strength_of
from rialto.engine.state import State


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
