"""What a play would come to as things stand: for hints before it is made."""

from typing import Final

from rialto.engine.ids import NOBODY, Kind
from rialto.engine.jit import rule
from rialto.engine.moves import cards_in, jokers_in
from rialto.engine.rules.steps import leads, majority, play_strength
from rialto.engine.state import State

COUNTS: Final = 0
LEADS: Final = 1
WINS: Final = 2
TIED_WITH: Final = 3
SHORT: Final = 4
"""The cells that `foresee` fills."""


@rule
def foresee(s: State, p: int, action: int, out: list[int]) -> None:
    """Q5 what the play counts as; Q7 whether it leads, whether it wins because nobody plays after
    it, who wins a tie with it; E1, F1 whether the supply of councillors runs short."""
    n = play_strength(s, p, cards_in(action), jokers_in(action))
    leader = majority(s)
    out[COUNTS] = n
    out[LEADS] = leads(s, p, n)
    out[WINS] = out[LEADS] and s.queue_length == 1
    out[TIED_WITH] = NOBODY
    if n > 0 and not out[LEADS] and s.strength[leader] == n:
        out[TIED_WITH] = leader
    out[SHORT] = runs_short(s, p, n, out[WINS])


@rule
def runs_short(s: State, p: int, n: int, bonus: int) -> bool:
    """E1: councillors come from the general supply; F1: from the private one, one more with the
    bonus."""
    if s.step == Kind.GONDOLA:
        return n > s.general[p]
    return s.step == Kind.COUNCILLOR and n + bonus > s.private[p]
