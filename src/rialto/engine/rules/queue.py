"""Who sits at the table, and who is still to act in a phase or step."""

from rialto.engine.jit import rule
from rialto.engine.state import State


@rule
def seats(s: State) -> int:
    """Seats round the table, the neutral player's included (N2)."""
    return s.players + s.neutral


@rule
def line_up(s: State, neutral_too: bool) -> None:
    """T1: the queue in Doge order, fixed from now on (P4, Q8, H1)."""
    s.queue_length = 0
    for i in range(seats(s)):
        p = s.doge_order[i]
        if neutral_too or p < s.players:
            join_queue(s, p)


@rule
def line_up_clockwise(s: State, first: int) -> None:
    """Q3: the queue clockwise from a seat."""
    s.queue_length = 0
    p = first
    for _ in range(seats(s)):
        join_queue(s, p)
        p = s.seat_after[p]


@rule
def join_queue(s: State, p: int) -> None:
    """Go to the end of the queue."""
    s.queue[s.queue_length] = p
    s.queue_length += 1


@rule
def leave_queue(s: State) -> None:
    """The first in the queue has had the turn."""
    s.queue_length -= 1
    for i in range(s.queue_length):
        s.queue[i] = s.queue[i + 1]
    s.queue[s.queue_length] = 0
