"""greedy: the move with the best evaluation, nothing deeper. Looks only at its view."""

from typing import Any

from rialto.bots.thought.policy import appraise
from rialto.bots.thought.weights import WEIGHTS
from rialto.bots.thought.workspace import Desk, best_of, new_desk
from rialto.engine.doors import Table
from rialto.engine.game import Move, View
from rialto.engine.jit import entry
from rialto.engine.rng import below, new_rng
from rialto.engine.state import from_record


@entry
def appraise_at(table: Table, i: int, p: int, n: int, desk: Desk) -> int:
    """Value the n moves in desk.out; the number of the best."""
    appraise(table[i], p, n, desk)
    return best_of(desk.values, n)


class Greedy:
    """With `slips` in a hundred moves it does anything at all, for gentle opponents."""

    def __init__(self, seed: int = 0, slips: int = 0, weights: Any = WEIGHTS) -> None:
        self.name = f"greedy:{slips}slips" if slips else "greedy"
        self._slips = slips
        self._rng = new_rng(seed)
        self._desk = new_desk(weights)

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        if self._slips and below(self._rng, 100) < self._slips:
            return legal[below(self._rng, len(legal))]
        return legal[self.appraise(view, legal)]

    def appraise(self, view: View, legal: list[Move]) -> int:
        """The number of the best move; `values` tells what each is worth."""
        assert view.seat is not None
        for i, move in enumerate(legal):
            self._desk.out[i] = move.action
        table = from_record(view.table[0])
        return int(appraise_at(table, 0, view.seat, len(legal), self._desk))

    def values(self, view: View, legal: list[Move]) -> list[float]:
        """What each legal move is worth, in expected final points."""
        self.appraise(view, legal)
        return [float(self._desk.values[i]) for i in range(len(legal))]
