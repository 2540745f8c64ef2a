"""Many games side by side, one lane each: the compiled parts that the CPU and the GPU share.

A lane is a record in a table, four random words, and a row in each of the arrays that a learner
reads. Chance is drawn from the lane's own random words, so lanes do not depend on one another.
"""

from typing import Any

from rialto.engine import chance
from rialto.engine.box import SEATS
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import PLAIN, rule
from rialto.engine.rng import below
from rialto.engine.rules import flow
from rialto.engine.state import State, from_record, to_record
from rialto.research.tensors import reward_of, write_mask, write_observation


@rule
def run_chance(s: State, rng: list[int], scratch: list[int]) -> None:
    """Draw everything that chance owes, up to a player's decision or the end."""
    while s.actor < 0 and s.asked != Decision.OVER:
        flow.play(s, CHANCE, chance.draw(s, rng), scratch)


@rule
def random_move(s: State, rng: list[int], scratch: list[int]) -> int:
    """Any legal move of the seat that is asked, all equally likely."""
    return scratch[below(rng, flow.legal(s, s.actor, scratch))]


@rule
def playout(s: State, rng: list[int], scratch: list[int]) -> int:
    """Play at random to the end; how many decisions players made."""
    decisions = 0
    run_chance(s, rng, scratch)
    while s.asked != Decision.OVER:
        flow.play(s, s.actor, random_move(s, rng, scratch), scratch)
        decisions += 1
        run_chance(s, rng, scratch)
    return decisions


if PLAIN:

    def renew(table: Any, i: int, start: Any) -> None:
        """Lay out a new game in lane i."""
        table[i] = from_record(to_record(start[0])[0])[0]

else:

    @rule
    def renew(table: Any, i: int, start: Any) -> None:
        table[i] = start[0]


@rule
def write_returns(s: State, kind: int, out: Any) -> None:
    """By seat, what the finished game gave."""
    for p in range(SEATS):
        out[p] = reward_of(s, p, kind) if p < s.players else 0.0


@rule
def show(s: State, observation: Any, mask: Any, scratch: list[int]) -> int:
    """What the learner reads: what the seat that is asked sees and may do; who it is."""
    write_observation(s, s.actor, observation)
    write_mask(s, s.actor, mask, scratch)
    return s.actor


@rule
def advance(
    table: Any, i: int, start: Any, action: int, rng: Any, kind: int, given: Any, scratch: Any
) -> bool:
    """The action of the seat that is asked (-1: a new game instead), and all chance after it. At
    the end of a game its returns are written and the next one is laid out at once; whether that
    happened."""
    for p in range(SEATS):
        given[p] = 0.0
    if action < 0:
        renew(table, i, start)
    else:
        flow.play(table[i], table[i].actor, action, scratch)
    run_chance(table[i], rng, scratch)
    over: bool = table[i].asked == Decision.OVER
    if over:
        write_returns(table[i], kind, given)
        renew(table, i, start)
        run_chance(table[i], rng, scratch)
    return over
