"""Many games side by side, one lane each: the compiled parts that the CPU and the GPU share.

A lane is a record in a table, four random words, and a row in each of the arrays that a learner
reads. Chance is drawn from the lane's own random words, so lanes do not depend on one another.
"""

from typing import Any

from rialto.engine.batch import renew, run_chance
from rialto.engine.box import SEATS
from rialto.engine.ids import Decision
from rialto.engine.jit import compiled
from rialto.engine.moves import PLAYER_ACTIONS, PLAYER_TEXTS, player_action
from rialto.engine.rules import flow
from rialto.engine.rules.flow import whole
from rialto.engine.state import State
from rialto.research.tensors import reward_of, write_mask, write_observation


class IllegalActions(ValueError):
    """Some action of a step is not legal; nothing was changed."""

    def __init__(self, lane: int, action: int, seat: int) -> None:
        if 0 <= action < PLAYER_ACTIONS:
            why = f"{PLAYER_TEXTS[action]!r} (action {action}) is not legal for seat {seat}"
        else:
            why = f"actions must be 0 to {PLAYER_ACTIONS - 1}, not {action}"
        super().__init__(f"game {lane}: {why}")


@compiled
def write_returns(s: State, kind: int, out: Any) -> None:
    """By seat, what the finished game gave."""
    for p in range(s.players):
        out[p] = reward_of(s, p, kind)


@compiled
def show(s: State, observation: Any, mask: Any, scratch: list[int]) -> int:
    """What the learner reads: what the seat that is asked sees and may do; who it is."""
    p = whole(s.actor)
    write_observation(s, p, observation)
    write_mask(s, p, mask, scratch)
    return p


@compiled
def advance(
    table: Any, i: int, start: Any, action: int, rng: Any, kind: int, given: Any, scratch: Any
) -> bool:
    """The action of the seat that is asked, by its `player_number` (-1: a new game instead), and
    all chance after it. At the end of a game its returns are written and the next one is laid out
    at once; whether that happened."""
    for p in range(SEATS):
        given[p] = 0.0
    if action < 0:
        renew(table, i, start)
    else:
        flow.play(table[i], whole(table[i].actor), player_action(action), scratch)
    run_chance(table[i], rng, scratch)
    over: bool = table[i].asked == Decision.OVER
    if over:
        write_returns(table[i], kind, given)
        renew(table, i, start)
        run_chance(table[i], rng, scratch)
    return over
