"""Step B, Gold."""

from rialto.engine.ids import Event
from rialto.engine.jit import rule
from rialto.engine.rules.note import note
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State


@rule
def act(s: State, p: int) -> None:
    """B1: one coin per strength, and one more with the bonus. The bank never runs out (K9)."""
    coins = s.strength[p] + (s.winner == p)
    if coins > 0:
        s.coins[p] += coins
        note(s, Event.COINS, p, coins, 0, 0)
    leave_queue(s)
