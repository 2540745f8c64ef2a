"""Phase I: deal, rows, draws, discards (P1-P3, P6, P7)."""

from rialto.engine.box import DRAW_AFTER_ROW, HAND_LIMIT, KINDS, ROW_LENGTH, rows_for
from rialto.engine.ids import CHANCE, NOBODY, Decision, Draw, Event, Stage
from rialto.engine.jit import rule
from rialto.engine.moves import DISCARD, ROW
from rialto.engine.rules.council import active_district
from rialto.engine.rules.note import note
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State


@rule
def start_round(s: State) -> None:
    """P1: the district with the token of this round is active. P2: players + 1 rows of 6."""
    s.round_no += 1
    s.stage = Stage.DEAL
    note(s, Event.ROUND, NOBODY, s.round_no, active_district(s), 0)
    call_cards(s, Draw.ROWS, NOBODY, ROW_LENGTH * rows_for(s.players))


@rule
def call_cards(s: State, purpose: int, p: int, n: int) -> None:
    """So many cards are due; chance supplies them one by one."""
    s.due = n
    s.due_for = purpose
    s.due_seat = p


@rule
def ask_card(s: State) -> None:
    """P2: a card is due. An empty pile is made anew from all discards, not before; with none the
    rest of the deal or draw is forfeited."""
    if s.pile_size == 0:
        if s.discard_size == 0:
            note(s, Event.FORFEITED, s.due_seat, s.due, 0, 0)
            s.due = 0
            settle_due(s)
            return
        reshuffle(s)
    s.asked = Decision.CARD
    s.actor = CHANCE


@rule
def reshuffle(s: State) -> None:
    """P2: all discards, open and sealed, become the new pile."""
    note(s, Event.RESHUFFLED, NOBODY, s.discard_size, 0, 0)
    for k in range(KINDS):
        s.pile[k] += s.discards[k]
        s.discards[k] = 0
        for p in range(s.players):
            s.pile[k] += s.sealed[p][k]
            s.sealed[p][k] = 0
    for p in range(s.players):
        s.sealed_size[p] = 0
    s.pile_size += s.discard_size
    s.discard_size = 0


@rule
def settle_due(s: State) -> None:
    """Nothing is due any more."""
    if s.due == 0:
        s.due_for = 0
        s.due_seat = 0


@rule
def only_seat(s: State, p: int) -> int:
    """V2: the one seat that sees which card the move of p (-1: chance) is about; -1: all see it."""
    if s.asked == Decision.CARD and (s.due_for == Draw.AFTER_ROW or s.due_for == Draw.GREEN):
        return s.due_seat
    return p if s.asked == Decision.DISCARD else NOBODY


@rule
def receive(s: State, k: int) -> None:
    """P2: one card comes from the pile to where it is due."""
    s.pile[k] -= 1
    s.pile_size -= 1
    if s.due_for == Draw.ROWS:
        rows = rows_for(s.players)
        row = (ROW_LENGTH * rows - s.due) % rows
        s.rows[row][k] += 1
        note(s, Event.DEALT, NOBODY, row, k, 0)
    elif s.due_for == Draw.NEUTRAL:
        s.neutral_cards[k] += 1
        note(s, Event.NEUTRAL_DREW, s.due_seat, k, 0, 0)
    else:
        s.hand[s.due_seat][k] += 1
        s.hand_size[s.due_seat] += 1
        note(s, Event.DREW, s.due_seat, k, 0, 0)
    s.due -= 1
    settle_due(s)


@rule
def legal_rows(s: State, p: int, out: list[int]) -> int:
    """P3: one of the rows left, even an empty one (P2); compulsory."""
    n = 0
    for row in range(rows_for(s.players)):
        if s.row_owner[row] == NOBODY:
            out[n] = ROW + row
            n += 1
    return n


@rule
def take_row(s: State, p: int, row: int) -> None:
    """P3: take the row, and at once draw 2 cards."""
    s.row_owner[row] = p
    forget(s, p)
    for k in range(KINDS):
        n = s.rows[row][k]
        s.rows[row][k] = 0
        s.hand[p][k] += n
        s.shown[p][k] += n
        s.hand_size[p] += n
    note(s, Event.TOOK_ROW, p, row, 0, 0)
    leave_queue(s)
    call_cards(s, Draw.AFTER_ROW, p, DRAW_AFTER_ROW)


@rule
def forget(s: State, p: int) -> None:
    """V3: before new cards are shown: of those shown earlier no more than all can be gone."""
    shown = 0
    for k in range(KINDS):
        shown += s.shown[p][k]
    if s.slack[p] > shown:
        s.slack[p] = shown


@rule
def show_gone(s: State, p: int, k: int, n: int) -> None:
    """V3: cards seen leaving the hand are no longer among those shown."""
    s.shown[p][k] = s.shown[p][k] - n if s.shown[p][k] > n else 0


@rule
def leftover_row(s: State) -> int:
    """P5: the row that nobody took."""
    row = 0
    while s.row_owner[row] != NOBODY:
        row += 1
    return row


@rule
def hand_limit(s: State, p: int) -> int:
    """P6: 7, plus what green buildings allow (P5)."""
    return HAND_LIMIT + s.keep_more[p]


@rule
def cards_above_limit(s: State, p: int) -> int:
    """P6."""
    return max(s.hand_size[p] - hand_limit(s, p), 0)


@rule
def start_discards(s: State) -> None:
    """P6: everybody discards exactly the cards above the limit."""
    s.stage = Stage.DISCARD
    for p in range(s.players):
        s.excess[p] = cards_above_limit(s, p)


@rule
def next_to_discard(s: State) -> int:
    """P6: all choose at the same time; where one must be asked first, in seat order."""
    for p in range(s.players):
        if s.excess[p] > 0:
            return p
    return NOBODY


@rule
def legal_discards(s: State, p: int, out: list[int]) -> int:
    """P6: any card in hand."""
    n = 0
    if s.excess[p] > 0:
        for k in range(KINDS):
            out[n] = DISCARD + k
            n += s.hand[p][k] > 0
    return n


@rule
def discard(s: State, p: int, k: int) -> None:
    """P6: face down; only the number is seen."""
    s.hand[p][k] -= 1
    s.hand_size[p] -= 1
    s.sealed[p][k] += 1
    s.sealed_size[p] += 1
    s.discard_size += 1
    s.slack[p] += 1
    s.excess[p] -= 1
    note(s, Event.SEALED, p, k, 0, 0)


@rule
def clear_rows(s: State) -> None:
    """P7: what is left of the leftover row is discarded."""
    row = leftover_row(s)
    left = 0
    for k in range(KINDS):
        left += s.rows[row][k]
        s.discards[k] += s.rows[row][k]
        s.rows[row][k] = 0
    s.discard_size += left
    for any_row in range(rows_for(s.players)):
        s.row_owner[any_row] = NOBODY
    note(s, Event.LEFTOVERS_DISCARDED, NOBODY, left, 0, 0)


@rule
def clear_table(s: State) -> None:
    """Q8: cards played in the step go to the discards, each as what it is (Q6)."""
    for p in range(s.players + s.neutral):
        for k in range(KINDS):
            n = s.cards_played[p][k]
            s.discards[k] += n
            s.discard_size += n
            s.cards_played[p][k] = 0
