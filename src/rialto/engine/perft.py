"""Counting moves from a position, depth by depth: a legal move missing or extra changes a number.

A depth is an asked decision. Chance is drawn, not counted out, and told apart; what is drawn
depends on the seed and the way there only, so the order of moves does not matter.
"""

from typing import Any, NamedTuple

from rialto.engine.batch import new_cells, renew, run_chance
from rialto.engine.doors import new_scratch
from rialto.engine.game import Game
from rialto.engine.jit import entry
from rialto.engine.moves import ACTIONS
from rialto.engine.rng import WORDS, seed_words
from rialto.engine.rules import flow
from rialto.engine.rules.flow import whole
from rialto.engine.state import from_record, new_table, to_record


class Count(NamedTuple):
    """How much lies so many decisions ahead."""

    depth: int
    nodes: int
    """Ways to get there."""
    outcomes: int
    """Outcomes of chance drawn after the last of these decisions."""


@entry
def walk(
    table: Any,
    depth: int,
    rngs: Any,
    moves: Any,
    left: Any,
    scratch: Any,
    nodes: Any,
    outcomes: Any,
) -> None:
    """From table[0], every way to answer `depth` decisions. Level d has its state in table[d] and
    its moves in moves[d], of which left[d] are still to be tried."""
    d = 0
    outcomes[0] = run_chance(table[0], rngs[0], scratch)
    left[0] = flow.legal(table[0], whole(table[0].actor), moves[0])
    while d >= 0:
        if left[d] == 0:
            d -= 1
            continue
        left[d] -= 1
        renew(table, d + 1, table, d)
        for i in range(WORDS):
            rngs[d + 1][i] = rngs[d][i]
        flow.play(table[d + 1], whole(table[d].actor), moves[d][left[d]], scratch)
        outcomes[d + 1] += run_chance(table[d + 1], rngs[d + 1], scratch)
        nodes[d + 1] += 1
        if d + 1 < depth:
            d += 1
            left[d] = flow.legal(table[d], whole(table[d].actor), moves[d])


def perft(game: Game, depth: int, seed: int = 0) -> list[Count]:
    """How many ways lead 1, 2, ... `depth` decisions ahead."""
    levels = depth + 1
    table = new_table(levels)
    table[0] = from_record(to_record(game.state)[0])[0]
    rngs, moves = new_cells(levels, WORDS), new_cells(levels, ACTIONS)
    left, nodes, outcomes = new_cells(3, levels)
    seed_words(rngs[0], seed, 0)
    walk(table, depth, rngs, moves, left, new_scratch(), nodes, outcomes)
    return [Count(d, int(nodes[d]), int(outcomes[d])) for d in range(1, levels)]
