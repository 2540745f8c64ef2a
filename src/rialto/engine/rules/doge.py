"""The Doge track (T1, T2) and step A."""

from rialto.engine.ids import Event
from rialto.engine.jit import rule
from rialto.engine.rules.note import note
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State


@rule
def rank(s: State, p: int) -> int:
    """T1: 1 is the highest. Further ahead is higher; on one space, higher in the stack."""
    place = 1
    while s.doge_order[place - 1] != p:
        place += 1
    return place


@rule
def advance(s: State, p: int, spaces: int) -> None:
    """T2: move ahead and land on top of the stack; a move of 0 spaces changes nothing. K9: the
    track has no last space."""
    if spaces <= 0:
        return
    i = rank(s, p) - 1
    s.spaces[p] += spaces
    while i > 0 and s.spaces[s.doge_order[i - 1]] <= s.spaces[p]:
        s.doge_order[i] = s.doge_order[i - 1]
        i -= 1
    s.doge_order[i] = p
    note(s, Event.DOGE, p, spaces, i + 1, 0)


@rule
def act(s: State, p: int) -> None:
    """A1: one space per strength, and one more with the bonus, in one move."""
    advance(s, p, s.strength[p] + (s.winner == p))
    leave_queue(s)
