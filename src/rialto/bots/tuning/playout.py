"""Whole games of greedy inside compiled code, for tuning."""

from rialto.bots.thought.policy import appraise
from rialto.bots.thought.workspace import Desk, best_of
from rialto.engine.chance import draw
from rialto.engine.doors import Table
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import entry
from rialto.engine.rules import flow, scoring


@entry
def play_out(
    table: Table,
    i: int,
    rng: list[int],
    desk: Desk,
    weights: list[list[float]],
    points: list[int],
) -> int:
    """Play game i to its end, each seat by greedy with its own weights. Fills `points`; who won."""
    out, values, tables, _ = desk
    s = table[i]
    while s.asked != Decision.OVER:
        p = flow.whole(s.actor)
        if p == CHANCE:
            action = draw(s, rng)
        else:
            n = flow.legal(s, p, out)
            action = out[0]
            if n > 1:
                appraise(s, p, n, Desk(out, values, tables, weights[p]))
                action = out[best_of(values, n)]
        flow.play(s, p, action, out)
    winner = 0
    for p in range(s.players):
        points[p] = scoring.total(s, p)
        if scoring.final_place(s, p) == 0:
            winner = p
    return winner
