"""Phase II: the six steps (Q1-Q9): turns, jokers, strength, majority."""

from rialto.engine.box import SEATS
from rialto.engine.ids import NOBODY, Event, Kind, Stage
from rialto.engine.jit import rule
from rialto.engine.moves import MOST_PLAYED, play_move
from rialto.engine.rules.buildings import legal_yellows, use_count
from rialto.engine.rules.cards import show_gone
from rialto.engine.rules.note import note
from rialto.engine.rules.queue import leave_queue, line_up_clockwise, seats
from rialto.engine.state import State

ILLEGAL = -1


@rule
def start_step(s: State, k: int) -> None:
    """Q1: the steps in order. Q2: step A is started by the highest on the Doge track, a later one
    by the winner of the last bonus; nobody won it: the same start player again. Q3: clockwise."""
    s.stage = Stage.PLAYS
    s.step = k
    if k == Kind.DOGE:
        s.lead = s.doge_order[0]
    elif s.winner != NOBODY:
        s.lead = s.winner
    s.winner = NOBODY
    for p in range(SEATS):
        s.strength[p] = 0
    note(s, Event.STEP, s.lead, k, 0, 0)
    line_up_clockwise(s, s.lead)


@rule
def play_strength(s: State, p: int, cards: int, jokers: int) -> int:
    """Q5: what a play counts as, with what yellow buildings gave in this turn."""
    return strength_of(s, p, cards + s.turned, jokers + s.lent_jokers)


@rule
def strength_of(s: State, p: int, cards: int, jokers: int) -> int:
    """Q4, Q5: what so many cards of the kind and jokers count as; -1 if that is not legal. By the
    option jokers make a pair whatever is in hand."""
    if cards >= 1:
        return cards + jokers
    if jokers == 0:
        return 0
    if jokers >= 2 and (s.joker_pairs_always or s.hand[p][s.step] == 0):
        return jokers - 1
    return ILLEGAL


@rule
def legal_plays(s: State, p: int, out: list[int]) -> int:
    """Q3-Q6: any number of cards of the kind plus jokers, or none; and yellow buildings."""
    n = 0
    for cards in range(min(s.hand[p][s.step], MOST_PLAYED) + 1):
        for jokers in range(min(s.hand[p][Kind.JOKER], MOST_PLAYED) + 1):
            if play_strength(s, p, cards, jokers) != ILLEGAL:
                out[n] = play_move(cards, jokers)
                n += 1
    return legal_yellows(s, p, out, n)


@rule
def play_cards(s: State, p: int, cards: int, jokers: int) -> None:
    """Q3: the one turn of this step; unplayed cards stay in hand."""
    strength = play_strength(s, p, cards, jokers)
    used_building = use_count(s) > 0
    move_to_table(s, p, s.step, cards)
    move_to_table(s, p, Kind.JOKER, jokers)
    s.strength[p] = strength
    s.turned = 0
    s.lent_jokers = 0
    if strength > 0 or used_building:
        note(s, Event.PLAYED, p, cards, jokers, strength)
    else:
        note(s, Event.PASSED, p, 0, 0, 0)
    leave_queue(s)


@rule
def move_to_table(s: State, p: int, k: int, n: int) -> None:
    s.hand[p][k] -= n
    s.hand_size[p] -= n
    s.cards_played[p][k] += n
    show_gone(s, p, k, n)


@rule
def least_to_beat(n: int, ahead: bool) -> int:
    """Q7: the least strength that beats n. A tie goes to the player ahead on the Doge track (T1),
    so for whoever is ahead it is n itself, for everybody else one more."""
    return n if ahead else n + 1


@rule
def leads(s: State, p: int, n: int) -> bool:
    """Q7: whether strength n would have the majority for p, as things stand. Strength 0 never."""
    if n == 0:
        return False
    ahead = True
    for i in range(seats(s)):
        q = s.doge_order[i]
        if q == p:
            ahead = False
        elif s.strength[q] >= least_to_beat(n, ahead):
            return False
    return True


@rule
def majority(s: State) -> int:
    """Q7: who has it; nobody with strength 1 or more: nobody. Who comes later in Doge order is not
    ahead of those before."""
    best = NOBODY
    most = 0
    for i in range(seats(s)):
        p = s.doge_order[i]
        if s.strength[p] >= least_to_beat(most, False):
            most = s.strength[p]
            best = p
    return best


@rule
def in_steps(s: State) -> bool:
    """Q1: whether a step is being played."""
    return s.stage == Stage.PLAYS or s.stage == Stage.ACTIONS


@rule
def award_bonus(s: State) -> None:
    """Q7: exactly one player gets it; it gives the start of the next step, used or not."""
    s.winner = majority(s)
    if s.winner == NOBODY:
        note(s, Event.NO_BONUS, NOBODY, s.step, 0, 0)
    else:
        note(s, Event.BONUS, s.winner, s.step, s.strength[s.winner], 0)
