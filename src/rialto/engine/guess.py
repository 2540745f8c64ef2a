"""A State that fits a View: the unseen cards dealt at random, as far as public memory allows (V3).

What binds a guess: for every other player, of the cards seen entering the hand and not seen leaving
it (`shown`) no more may be missing than were discarded face down since (`slack`). The true state
always fits, every guess does, and every state that fits can come.
"""

from typing import Any, Final

from rialto.engine.box import CARDS_PER_KIND, KINDS
from rialto.engine.doors import Table, new_scratch
from rialto.engine.ids import NOBODY, NONE, Decision
from rialto.engine.jit import entry, rule
from rialto.engine.rng import below
from rialto.engine.rules import flow
from rialto.engine.state import State, from_record
from rialto.engine.view import View

TRIES: Final = 1000
GIVEN: Final = KINDS
TO_LOOK: Final = 2 * KINDS


@rule
def gather(s: State, seat: int) -> int:
    """Put every card that the seat does not see into the pile, and empty the other hands."""
    unseen = 0
    for k in range(KINDS):
        n = CARDS_PER_KIND - s.discards[k] - s.neutral_cards[k]
        for r in range(s.players + 1):
            n -= s.rows[r][k]
        for p in range(s.players + s.neutral):
            n -= s.cards_played[p][k]
            if p == seat:
                n -= s.hand[p][k] + s.sealed[p][k]
            else:
                s.hand[p][k] = 0
                s.sealed[p][k] = 0
        s.pile[k] = n
        unseen += n
    return unseen


@rule
def still_shown(s: State, q: int, k: int) -> int:
    """Cards of this kind that q may still be given as ones that were shown."""
    return s.shown[q][k] - s.hand[q][k]


@rule
def cards_surely_held(s: State, q: int) -> int:
    """V3: how many of the cards shown must still be in the hand."""
    shown = 0
    for k in range(KINDS):
        shown += s.shown[q][k]
    return shown - s.slack[q] if shown > s.slack[q] else 0


@rule
def give_shown(s: State, q: int, rng: list[int], scratch: list[int]) -> None:
    """Give q one of the cards shown; if all those left are with others, let them swap."""
    choices = 0
    for k in range(KINDS):
        if s.pile[k] > 0 and still_shown(s, q, k) > 0:
            choices += still_shown(s, q, k)
    if choices == 0:
        swap_shown(s, q, scratch)
        return
    pick = below(rng, choices)
    for k in range(KINDS):
        if s.pile[k] > 0 and still_shown(s, q, k) > 0:
            pick -= still_shown(s, q, k)
            if pick < 0:
                s.pile[k] -= 1
                s.hand[q][k] += 1
                return


@rule
def swap_shown(s: State, q: int, scratch: list[int]) -> None:
    """Find a chain: q takes kind k from another player, who takes another kind shown, and so on,
    until a kind that is still in the pile. scratch: who wants each kind, then from GIVEN on the
    kind given up for it (-1: none), then from TO_LOOK on the kinds to look at."""
    for k in range(KINDS):
        scratch[k] = NOBODY
    found = 0
    for k in range(KINDS):
        if still_shown(s, q, k) > 0:
            scratch[k] = q
            scratch[GIVEN + k] = NONE
            scratch[TO_LOOK + found] = k
            found += 1
    i = 0
    while i < found:
        k = scratch[TO_LOOK + i]
        i += 1
        if s.pile[k] > 0:
            unwind(s, k, scratch)
            return
        for other in range(s.players):
            if other != q and s.hand[other][k] > 0:
                for wanted in range(KINDS):
                    if scratch[wanted] == NOBODY and still_shown(s, other, wanted) > 0:
                        scratch[wanted] = other
                        scratch[GIVEN + wanted] = k
                        scratch[TO_LOOK + found] = wanted
                        found += 1


@rule
def unwind(s: State, k: int, scratch: list[int]) -> None:
    """Carry out the chain of swaps that ends at kind k."""
    s.pile[k] -= 1
    while k != NONE:
        who = scratch[k]
        s.hand[who][k] += 1
        k = scratch[GIVEN + k]
        if k != NONE:
            s.hand[who][k] -= 1


@rule
def random_card(s: State, unseen: int, rng: list[int]) -> int:
    """Take any unseen card out of the pile."""
    pick = below(rng, unseen)
    k = 0
    while pick >= s.pile[k]:
        pick -= s.pile[k]
        k += 1
    s.pile[k] -= 1
    return k


@rule
def deal_unseen(s: State, seat: int, rng: list[int], scratch: list[int]) -> None:
    """One guess: first what must be held, then the rest of hands and sealed discards."""
    unseen = gather(s, seat)
    for q in range(s.players):
        if q != seat:
            for _ in range(cards_surely_held(s, q)):
                give_shown(s, q, rng, scratch)
                unseen -= 1
    for q in range(s.players):
        if q != seat:
            held = 0
            for k in range(KINDS):
                held += s.hand[q][k]
            for _ in range(s.hand_size[q] - held):
                s.hand[q][random_card(s, unseen, rng)] += 1
                unseen -= 1
            for _ in range(s.sealed_size[q]):
                s.sealed[q][random_card(s, unseen, rng)] += 1
                unseen -= 1
    while unseen > s.pile_size:  # a Position may leave cards out of the game
        random_card(s, unseen, rng)
        unseen -= 1


@rule
def guess_here(s: State, seat: int, rng: list[int], scratch: list[int]) -> None:
    """Turn a view into a state that fits it. Who is in the middle of a turn can finish it (Q6)."""
    for _ in range(TRIES):
        deal_unseen(s, seat, rng, scratch)
        if s.asked != Decision.PLAY or s.actor == seat or flow.legal(s, s.actor, scratch) > 0:
            return


@entry
def guess_at(table: Table, i: int, seat: int, rng: list[int], scratch: list[int]) -> None:
    guess_here(table[i], seat, rng, scratch)


@rule
def fits(s: State, seat: int) -> bool:
    """V3: do the other hands satisfy public memory?"""
    for q in range(s.players):
        missing = 0
        for k in range(KINDS):
            if s.shown[q][k] > s.hand[q][k]:
                missing += s.shown[q][k] - s.hand[q][k]
        if q != seat and missing > s.slack[q]:
            return False
    return True


@entry
def fits_at(table: Table, i: int, seat: int) -> bool:
    return fits(table[i], seat)


def guess(view: View, rng: Any) -> Any:
    """A table of one state that fits the view."""
    table = from_record(view.table[0])
    guess_at(table, 0, -1 if view.seat is None else view.seat, rng, new_scratch())
    return table
