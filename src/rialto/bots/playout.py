"""Whole games inside compiled code: random and greedy players, for tuning and statistics."""

from rialto.bots.policy import appraise, best_of
from rialto.engine.chance import draw
from rialto.engine.doors import Table
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import entry, rule
from rialto.engine.rng import below
from rialto.engine.rules import flow, scoring
from rialto.engine.state import State


@rule
def greedy_move(
    s: State,
    p: int,
    out: list[int],
    values: list[float],
    tables: list[list[float]],
    w: list[float],
) -> int:
    """The action that greedy takes as seat p."""
    n = flow.legal(s, p, out)
    if n == 1:
        return out[0]
    appraise(s, p, out, n, values, tables, w)
    return out[best_of(values, n)]


@entry
def play_out(
    table: Table,
    i: int,
    rng: list[int],
    out: list[int],
    values: list[float],
    tables: list[list[float]],
    weights: list[list[float]],
    styles: list[int],
    points: list[int],
) -> int:
    """Play game i to its end; styles by seat: 0 random, 1 greedy. Fills `points`; the winner."""
    s = table[i]
    while s.asked != Decision.OVER:
        p = s.actor
        if p == CHANCE:
            flow.play(s, p, draw(s, rng), out)
        elif styles[p] == 0:
            n = flow.legal(s, p, out)
            flow.play(s, p, out[below(rng, n)], out)
        else:
            flow.play(s, p, greedy_move(s, p, out, values, tables, weights[p]), out)
    winner = 0
    for p in range(s.players):
        points[p] = scoring.total(s, p)
        if scoring.final_place(s, p) == 0:
            winner = p
    return winner
