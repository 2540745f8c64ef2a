"""Activating buildings (P5): green in phase I, yellow in phase II, blue in phase III."""

from typing import Final

from rialto.engine.box import BUILDINGS, DRAW_GREEN, KINDS, VALUES, next_building, value
from rialto.engine.ids import Building, Draw, Event, Kind, Why
from rialto.engine.jit import rule
from rialto.engine.moves import (
    BLUE_2,
    BLUE_2_ALONE,
    BLUE_3,
    BLUE_4,
    DELAY,
    DONE,
    DRAW_INSTEAD,
    GREEN_TILES,
    NO_CARD,
    TURN_TILES,
    YELLOW_3,
    bare_green_move,
    green_building,
    green_choice,
    green_move,
    swap_building,
    swap_move,
    turn_move,
)
from rialto.engine.rules.builder import give_back
from rialto.engine.rules.cards import call_cards, forget, hand_limit, leftover_row, show_gone
from rialto.engine.rules.doge import advance, rank
from rialto.engine.rules.note import note, score
from rialto.engine.rules.queue import join_queue, leave_queue
from rialto.engine.state import State


@rule
def ready(s: State, p: int, b: int) -> bool:
    """P5: own, not yet used in this round, and a coin for it."""
    return s.tiles[p][b] > s.used[p][b] and s.coins[p] > 0


@rule
def activate(s: State, p: int, b: int) -> None:
    """P5: put 1 own coin on it; each tile at most once per round."""
    s.coins[p] -= 1
    s.used[p][b] += 1
    note(s, Event.ACTIVATED, p, b, 0, 0)


# Green, phase I


@rule
def keeps_more(b: int) -> int:
    """P5: by how many cards a green building raises the limit."""
    if b == Building.GREEN_1:
        return 0
    return 2 if b == Building.GREEN_4 else 1


@rule
def legal_greens(s: State, p: int, out: list[int]) -> int:
    """P5: a card of the leftover row or a draw, as far as there are cards; green 3 and 4 may do
    without, for they still raise the limit. No effect, no activation."""
    out[0] = DONE
    n = 1
    if s.coins[p] <= 0:
        return n
    r = leftover_row(s)
    for which in range(len(GREEN_TILES)):
        b = GREEN_TILES[which]
        if not ready(s, p, b):
            continue
        for k in range(KINDS):
            if s.rows[r][k] > 0:
                out[n] = green_move(which, k)
                n += 1
        if s.pile_size + s.discard_size > 0:
            out[n] = green_move(which, DRAW_INSTEAD)
            n += 1
        if keeps_more(b) > 0:
            out[n] = bare_green_move(b)
            n += 1
    if ready(s, p, Building.GREEN_2):
        out[n] = bare_green_move(Building.GREEN_2)
        n += 1
    return n


@rule
def use_green(s: State, p: int, action: int) -> None:
    """P5: green 1 a card; green 2 keep 1 more; green 3 both; green 4 a card and keep 2 more."""
    if action == DONE:
        leave_queue(s)
        return
    b = green_building(action)
    choice = green_choice(action)
    activate(s, p, b)
    if choice == DRAW_INSTEAD:
        call_cards(s, Draw.GREEN, p, DRAW_GREEN)
    elif choice != NO_CARD:
        take_leftover(s, p, choice)
    if keeps_more(b) > 0:
        s.keep_more[p] += keeps_more(b)
        note(s, Event.HAND_LIMIT, p, hand_limit(s, p), 0, 0)


@rule
def take_leftover(s: State, p: int, k: int) -> None:
    """P5: one face-up card from the row that nobody took."""
    s.rows[leftover_row(s)][k] -= 1
    forget(s, p)
    s.hand[p][k] += 1
    s.shown[p][k] += 1
    s.hand_size[p] += 1
    note(s, Event.TOOK_LEFTOVER, p, k, 0, 0)


# Yellow, phase II, on the own turn (Q6)


@rule
def use_count(s: State) -> int:
    """How much yellow 2, 3 and 4 already give in this turn."""
    return s.turned + s.lent_jokers


@rule
def play_after_yellow_3(s: State, p: int) -> bool:
    """Q6: after yellow 3 a play must exist that uses it, coins for further tiles included."""
    k = s.step
    if s.turned > 0 or s.hand[p][k] > 0:
        return True
    if s.lent_jokers + 1 + s.hand[p][Kind.JOKER] >= 2:
        return True
    if s.coins[p] < 2:
        return False
    if s.tiles[p][Building.YELLOW_3] - s.used[p][Building.YELLOW_3] >= 2:
        return True
    if s.hand_size[p] == 0:
        return False
    return ready(s, p, Building.YELLOW_2) or ready(s, p, Building.YELLOW_4)


@rule
def legal_yellows(s: State, p: int, out: list[int], n: int) -> int:
    """Q6: which yellow buildings can be used on this turn; adds to the n moves in `out`."""
    if s.coins[p] <= 0:
        return n
    if use_count(s) == 0 and ready(s, p, Building.YELLOW_1):
        out[n] = DELAY
        n += 1
    for which in range(len(TURN_TILES)):
        if ready(s, p, TURN_TILES[which]):
            for k in range(KINDS):
                if s.hand[p][k] > 0 and k != s.step:
                    out[n] = turn_move(which, k)
                    n += 1
    if ready(s, p, Building.YELLOW_3) and play_after_yellow_3(s, p):
        out[n] = YELLOW_3
        n += 1
    return n


@rule
def delay(s: State, p: int) -> None:
    """Q6, yellow 1: to the end of the queue, and 1 coin from the bank at once."""
    activate(s, p, Building.YELLOW_1)
    s.coins[p] += 1
    note(s, Event.DELAYED, p, 0, 0, 0)
    leave_queue(s)
    join_queue(s, p)


@rule
def turned_worth(b: int) -> int:
    """Q6: a card turned by yellow 2 counts as 1 card of the kind, by yellow 4 as 2."""
    return 2 if b == Building.YELLOW_4 else 1


@rule
def turn_card(s: State, p: int, b: int, k: int) -> None:
    """Q6, yellow 2 and 4: one card of another kind counts as 1 or 2 cards of this kind. It is
    public from now on and is discarded as what it is; a joker may be turned."""
    activate(s, p, b)
    s.hand[p][k] -= 1
    s.hand_size[p] -= 1
    s.cards_played[p][k] += 1
    show_gone(s, p, k, 1)
    s.turned += turned_worth(b)
    note(s, Event.TURNED, p, b, k, turned_worth(b))


@rule
def lend_joker(s: State, p: int) -> None:
    """Q6, yellow 3: counts as one joker."""
    activate(s, p, Building.YELLOW_3)
    s.lent_jokers += 1


# Blue, phase III

BLUE_4_POINTS: Final = 3
"""H5."""


@rule
def legal_blues(s: State, p: int, out: list[int]) -> int:
    """H2-H5: what can be used; an activation without any effect is refused (P5)."""
    out[0] = DONE
    n = 1
    if s.coins[p] <= 0:
        return n
    if ready(s, p, Building.BLUE_1):
        for b in range(BUILDINGS):
            if s.tiles[p][b] > 0 and value(b) < VALUES and s.supply[next_building(b)] > 0:
                out[n] = swap_move(b)
                n += 1
    if ready(s, p, Building.BLUE_2):
        out[n] = BLUE_2
        n += 1
        if s.general[p] > 0:
            out[n] = BLUE_2_ALONE
            n += 1
    if ready(s, p, Building.BLUE_3):
        out[n] = BLUE_3
        n += 1
    if ready(s, p, Building.BLUE_4):
        out[n] = BLUE_4
        n += 1
    return n


@rule
def use_blue(s: State, p: int, action: int) -> None:
    """H2-H5, each result seen before the next (H1)."""
    if action == DONE:
        leave_queue(s)
    elif action < BLUE_2:
        upgrade(s, p, swap_building(action))
    elif action == BLUE_3:
        activate(s, p, Building.BLUE_3)
        advance(s, p, rank(s, p))
    elif action == BLUE_4:
        activate(s, p, Building.BLUE_4)
        score(s, p, BLUE_4_POINTS, Why.BLUE_4)
    else:
        activate(s, p, Building.BLUE_2)
        use_blue_2(s, p, action == BLUE_2_ALONE)


@rule
def upgrade(s: State, p: int, b: int) -> None:
    """H2, blue 1: one goes back, the next higher of its colour comes and counts as used. The
    blue 1 itself is used by then and may be the one to go."""
    activate(s, p, Building.BLUE_1)
    give_back(s, p, b)
    better = next_building(b)
    s.supply[better] -= 1
    s.tiles[p][better] += 1
    s.used[p][better] += 1
    note(s, Event.UPGRADED, p, b, better, 0)


@rule
def use_blue_2(s: State, p: int, alone: bool) -> None:
    """H3: 1 point, and may fetch a councillor; if none is there, 1 more point."""
    if s.general[p] == 0:
        score(s, p, 2, Why.BLUE_2)
        return
    score(s, p, 1, Why.BLUE_2)
    if not alone:
        s.general[p] -= 1
        s.private[p] += 1
        note(s, Event.FETCHED, p, 1, 0, 0)
