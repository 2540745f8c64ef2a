"""Step F, Councillor, and councillors in districts: F1, the bank bonus G1."""

from typing import Final

from rialto.engine.box import BANK_BONUS, BANKS, DISTRICTS, DISTRICTS_PER_BANK, bank_of
from rialto.engine.ids import Decision, Event, Kind, Why
from rialto.engine.jit import rule
from rialto.engine.moves import DONE, FROM, FROM_SUPPLY
from rialto.engine.rules.note import note, score
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State

FROM_PRIVATE: Final = DISTRICTS
FROM_GENERAL: Final = DISTRICTS + 1
FROM_NOWHERE: Final = DISTRICTS + 2
"""Where a councillor came from, when not from a district: for the log."""


@rule
def active_district(s: State) -> int:
    """P1: the district with the token of this round."""
    d = 0
    while s.tokens[d] != s.round_no:
        d += 1
    return d


@rule
def stand(s: State, p: int, d: int, source: int) -> None:
    """A councillor stands in a district."""
    s.council[d][p] += 1
    note(s, Event.COUNCILLOR, p, d, source, 0)


@rule
def place(s: State, p: int, d: int, source: int) -> None:
    """G1: the bank is checked after every single councillor placed or moved."""
    stand(s, p, d, source)
    check_bank(s, p, d)


@rule
def districts_held(s: State, p: int, bank: int) -> int:
    """G1: in how many districts of the bank the player has a councillor."""
    held = 0
    for d in range(DISTRICTS_PER_BANK * bank, DISTRICTS_PER_BANK * (bank + 1)):
        held += s.council[d][p] > 0
    return held


@rule
def check_bank(s: State, p: int, d: int) -> None:
    """G1: the first with a councillor in all three districts of a bank scores 5 at once. In step
    F the tile is turned at the end of the step, so all who fulfil it in the step score, once each.
    N6: the neutral player scores nothing, but turns the tile."""
    bank = bank_of(d)
    if s.bank_turned[bank] or s.bank_scored[bank][p]:
        return
    if districts_held(s, p, bank) < DISTRICTS_PER_BANK:
        return
    if s.step == Kind.COUNCILLOR:
        s.bank_scored[bank][p] = 1
    else:
        turn_bank(s, bank)
    if p < s.players:
        score(s, p, BANK_BONUS, Why.BANK)


@rule
def turn_bank(s: State, bank: int) -> None:
    s.bank_turned[bank] = 1
    note(s, Event.BANK_TURNED, -1, bank, 0, 0)


@rule
def turn_banks(s: State) -> None:
    """G1, N6: at the end of step F the tile of a fulfilled bank is turned over."""
    for bank in range(BANKS):
        fulfilled = False
        for p in range(s.players + s.neutral):
            fulfilled = fulfilled or s.bank_scored[bank][p] > 0
            s.bank_scored[bank][p] = 0
        if fulfilled:
            turn_bank(s, bank)


@rule
def act(s: State, p: int) -> None:
    """F1: strength councillors, one more with the bonus, from the private supply while it lasts;
    those still due may come from other districts. Q9: by the option each one is asked for."""
    due = placed_at_most(s, p)
    while not s.placing_is_optional and due > 0 and s.private[p] > 0:
        place_private(s, p)
        due -= 1
    ask_for_one(s, p, due)


@rule
def placed_at_most(s: State, p: int) -> int:
    """F1: the strength, and one more with the bonus."""
    return s.strength[p] + (s.winner == p)


@rule
def place_private(s: State, p: int) -> None:
    """F1: from the private supply to the active district."""
    s.private[p] -= 1
    place(s, p, active_district(s), FROM_PRIVATE)


@rule
def ask_for_one(s: State, p: int, due: int) -> None:
    s.councillors_due = due
    if due > 0:
        s.asked = Decision.COUNCIL
        s.actor = p
    else:
        leave_queue(s)


@rule
def legal_moves(s: State, p: int, out: list[int]) -> int:
    """F1: from any other district, or stop for good. Q9: by the option first from the private
    supply, as long as there are any."""
    out[0] = DONE
    if s.placing_is_optional and s.private[p] > 0:
        out[1] = FROM_SUPPLY
        return 2
    n = 1
    for d in range(DISTRICTS):
        if s.council[d][p] > 0 and d != active_district(s):
            out[n] = FROM + d
            n += 1
    return n


@rule
def bring_here(s: State, p: int, action: int) -> None:
    """F1: one councillor comes to the active district; DONE stops for good."""
    if action == DONE:
        if s.placing_is_optional and s.councillors_due == placed_at_most(s, p):
            note(s, Event.PLACED_NONE, p, 0, 0, 0)
        ask_for_one(s, p, 0)
        return
    if action == FROM_SUPPLY:
        place_private(s, p)
    else:
        s.council[action - FROM][p] -= 1
        place(s, p, active_district(s), action - FROM)
    ask_for_one(s, p, s.councillors_due - 1)
