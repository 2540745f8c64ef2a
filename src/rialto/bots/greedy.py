"""greedy: the move with the best evaluation, nothing deeper. Looks only at its view."""

from typing import Any

import numpy as np

from rialto.bots.policy import appraise, best_of
from rialto.bots.protocol import Clock
from rialto.bots.weights import WEIGHTS, weight_list
from rialto.engine.doors import Table, new_scratch
from rialto.engine.game import Move, View
from rialto.engine.jit import PLAIN, entry
from rialto.engine.moves import ACTIONS
from rialto.engine.rng import below, new_rng
from rialto.engine.state import from_record

TABLE_ROWS = 8
TABLE_COLUMNS = 24


def new_values() -> Any:
    """Room for what every legal move is worth."""
    return [0.0] * ACTIONS if PLAIN else np.zeros(ACTIONS)


def new_tables() -> Any:
    """Room for what cards of each kind are worth, by number."""
    if PLAIN:
        return [[0.0] * TABLE_COLUMNS for _ in range(TABLE_ROWS)]
    return np.zeros((TABLE_ROWS, TABLE_COLUMNS))


@entry
def appraise_at(
    table: Table,
    i: int,
    p: int,
    out: list[int],
    n: int,
    values: list[float],
    tables: list[list[float]],
    w: list[float],
) -> int:
    """Value the n moves in `out`; the number of the best."""
    appraise(table[i], p, out, n, values, tables, w)
    return best_of(values, n)


class Greedy:
    """With `slips` in a hundred moves it does anything at all, for gentle opponents."""

    def __init__(self, seed: int = 0, slips: int = 0, weights: Any = WEIGHTS) -> None:
        self.name = f"greedy:{slips}slips" if slips else "greedy"
        self._slips = slips
        self._rng = new_rng(seed)
        self._weights = weight_list(weights)
        self._out = new_scratch()
        self._values = new_values()
        self._tables = new_tables()

    def choose(self, view: View, legal: list[Move], clock: Clock | None = None) -> Move:
        if self._slips and below(self._rng, 100) < self._slips:
            return legal[below(self._rng, len(legal))]
        return legal[self.appraise(view, legal)]

    def appraise(self, view: View, legal: list[Move]) -> int:
        """The number of the best move; `values` tells what each is worth."""
        assert view.seat is not None
        for i, move in enumerate(legal):
            self._out[i] = move.action
        table = from_record(view.table[0])
        best = appraise_at(
            table, 0, view.seat, self._out, len(legal), self._values, self._tables, self._weights
        )
        return int(best)

    def values(self, view: View, legal: list[Move]) -> list[float]:
        """What each legal move is worth, in expected final points."""
        self.appraise(view, legal)
        return [float(self._values[i]) for i in range(len(legal))]
