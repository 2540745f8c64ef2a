"""search: thinks ahead by information-set Monte-Carlo tree search (`tree.py`)."""

import time
from typing import Any, Final

import numpy as np

from rialto.bots.greedy import new_tables, new_values
from rialto.bots.protocol import Clock
from rialto.bots.tree import KNOBS, LONGEST, ROOT, Knob, edge, search_at, step_on
from rialto.bots.weights import WEIGHTS, weight_list
from rialto.engine.box import ROUNDS, SEATS
from rialto.engine.doors import new_scratch
from rialto.engine.game import Move, View
from rialto.engine.jit import PLAIN
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record, new_table

CHUNK: Final = 64
"""Iterations between two looks at the clock."""
SMALLEST: Final = 1 << 12
LARGEST: Final = 1 << 20


class Forest:
    """The tables of one search: edges, and room to work."""

    def __init__(self, weights: Any, knobs: Any) -> None:
        self.keys: Any = []
        self.path = _whole(2 * LONGEST + 2)
        self.out = new_scratch()
        self.values = new_values()
        self.tables = new_tables()
        self.shares = _real(SEATS)
        self.weights = weight_list(weights)
        self.knobs = weight_list(knobs)
        self.table = new_table(2)

    def start(self, view: View, size: int) -> None:
        """Forget everything and look at this view."""
        if len(self.keys) != size:
            self.keys = _whole(size)
            self.visits = _whole(size)
            self.totals = _real(size)
        else:
            self.keys[:] = _whole(size)
            self.visits[:] = _whole(size)
            self.totals[:] = _real(size)
        self.path[0] = 0
        self.table[0] = from_record(view.table[0])[0]
        self.last_round = max(1, view.round_no)

    def grow(self, seat: int, iterations: int, rng: Any) -> None:
        search_at(
            self.table,
            seat,
            iterations,
            min(self.last_round, ROUNDS),
            self.keys,
            self.visits,
            self.totals,
            self.path,
            rng,
            self.out,
            self.values,
            self.tables,
            self.shares,
            self.weights,
            self.knobs,
        )

    def opinion(self, legal: list[Move]) -> list[tuple[int, float]]:
        """Of each move at the root: visits, and the sum of returns."""
        slots = [edge(self.keys, step_on(ROOT, move.action)) for move in legal]
        return [(int(self.visits[i]), float(self.totals[i])) for i in slots]


def _whole(n: int) -> Any:
    return [0] * n if PLAIN else np.zeros(n, np.int64)


def _real(n: int) -> Any:
    return [0.0] * n if PLAIN else np.zeros(n)


class Search:
    """Thinks for so many iterations, or so long; a clock may cut either short."""

    def __init__(
        self,
        seed: int,
        iterations: int | None = None,
        seconds: float | None = None,
        weights: Any = WEIGHTS,
        knobs: dict[Knob, float] | None = None,
    ) -> None:
        self.name = f"search:{iterations}it" if iterations else f"search:{seconds}s"
        self._iterations = iterations
        self._seconds = seconds
        self._rng = new_rng(seed)
        chosen = {**KNOBS, **(knobs or {})}
        self._forest = Forest(weights, [chosen[k] for k in Knob])
        self.done = 0
        """Iterations of the last search."""

    def choose(self, view: View, legal: list[Move], clock: Clock | None = None) -> Move:
        if len(legal) == 1:
            return legal[0]
        limits = [self._seconds, clock.seconds if clock else None]
        seconds = min((x for x in limits if x is not None), default=None)
        self._think(view, seconds)
        opinion = self._forest.opinion(legal)
        return max(zip(opinion, legal, strict=True), key=lambda pair: pair[0])[1]

    def _think(self, view: View, seconds: float | None) -> None:
        assert view.seat is not None
        size = SMALLEST
        while size < LARGEST and size < 4 * (self._iterations or LARGEST // 4):
            size *= 2
        self._forest.start(view, size)
        end = None if seconds is None else time.monotonic() + seconds
        self.done = 0
        while self._iterations is None or self.done < self._iterations:
            n = CHUNK if self._iterations is None else min(CHUNK, self._iterations - self.done)
            self._forest.grow(view.seat, n, self._rng)
            self.done += n
            if end is not None and time.monotonic() >= end:
                return
