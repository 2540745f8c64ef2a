"""search: thinks ahead by information-set Monte-Carlo tree search (`tree.py`)."""

import threading
import time
from typing import Any, Final

import numpy as np

from rialto.bots.thought.tree import KNOBS, LONGEST, ROOT, Knob, Tree, edge, search_at, step_on
from rialto.bots.thought.weights import WEIGHTS, weight_list
from rialto.bots.thought.workspace import new_desk
from rialto.engine.box import ROUNDS, SEATS
from rialto.engine.game import Move, View
from rialto.engine.jit import PLAIN
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record, new_table

CHUNK: Final = 64
"""Iterations between two looks at the clock."""
SMALLEST: Final = 1 << 12
LARGEST: Final = 1 << 20


class TreeSearch:
    """One tree and room to work on it."""

    def __init__(self, weights: Any, knobs: Any) -> None:
        self.done = 0
        self._desk = new_desk(weights)
        self._knobs = weight_list(knobs)
        self._table = new_table(2)
        self._tree = self._bare(SMALLEST)

    def _bare(self, size: int) -> Tree:
        path = _whole(2 * LONGEST + 2)
        return Tree(_whole(size), _whole(size), _real(size), path, _real(SEATS), self._knobs)

    def start(self, view: View, size: int) -> None:
        """Forget everything and look at this view."""
        if len(self._tree.keys) != size:
            self._tree = self._bare(size)
        else:
            self._tree.keys[:] = _whole(size)
            self._tree.visits[:] = _whole(size)
            self._tree.totals[:] = _real(size)
            self._tree.path[0] = 0
        self.done = 0
        self._table[0] = from_record(view.table[0])[0]
        self._last_round = min(max(1, view.round_no) + int(self._knobs[Knob.ROUNDS]), ROUNDS)

    def grow(self, seat: int, iterations: int, rng: Any) -> None:
        search_at(self._table, seat, iterations, self._last_round, self._tree, rng, self._desk)
        self.done += iterations

    def opinion(self, legal: list[Move]) -> list[tuple[int, float]]:
        """Of each move at the root: visits, and the sum of returns."""
        slots = [edge(self._tree.keys, step_on(ROOT, move.action)) for move in legal]
        return [(int(self._tree.visits[i]), float(self._tree.totals[i])) for i in slots]


def _whole(n: int) -> Any:
    return [0] * n if PLAIN else np.zeros(n, np.int64)


def _real(n: int) -> Any:
    return [0.0] * n if PLAIN else np.zeros(n)


class Search:
    """Thinks for so many iterations, or so long; less where a table gives less time. With several
    cores each grows a tree of its own and their opinions are added up (root parallelism)."""

    def __init__(
        self,
        seed: int,
        iterations: int | None = None,
        seconds: float | None = None,
        cores: int = 1,
        weights: Any = WEIGHTS,
        knobs: dict[Knob, float] | None = None,
    ) -> None:
        budget = f"{iterations}it" if seconds is None else f"{seconds * 1000:g}ms"
        self.name = f"search:{budget}" + (f":{cores}cores" if cores > 1 else "")
        self.name += "".join(f":{k.name.lower()}={v:g}" for k, v in (knobs or {}).items())
        self._iterations = iterations
        self._seconds = seconds
        chosen = {**KNOBS, **(knobs or {})}
        self._searches = [TreeSearch(weights, [chosen[k] for k in Knob]) for _ in range(cores)]
        self._rngs = [new_rng(seed, stream) for stream in range(cores)]
        self.done = 0
        """Iterations of the last search."""

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        if len(legal) == 1:
            return legal[0]
        opinion = self.think(view, legal, seconds)
        return max(zip(opinion, legal, strict=True), key=lambda pair: pair[0])[1]

    def think(
        self, view: View, legal: list[Move], seconds: float | None = None
    ) -> list[tuple[int, float]]:
        """Of each legal move: how often it was tried, and its mean share of the win."""
        limits = [self._seconds, seconds]
        seconds = min((x for x in limits if x is not None), default=None)
        end = None if seconds is None else time.monotonic() + seconds
        shares = self._divide()
        threads = [
            threading.Thread(target=self._grow, args=(i, view, shares[i], end))
            for i in range(1, len(self._searches))
        ]
        for thread in threads:
            thread.start()
        self._grow(0, view, shares[0], end)
        for thread in threads:
            thread.join()
        self.done = sum(search.done for search in self._searches)
        opinions = [search.opinion(legal) for search in self._searches]
        added = [
            (sum(o[i][0] for o in opinions), sum(o[i][1] for o in opinions))
            for i in range(len(legal))
        ]
        return [(n, total / n if n else 0.0) for n, total in added]

    def _divide(self) -> list[int | None]:
        """The iterations of each core."""
        n = len(self._searches)
        if self._iterations is None:
            return [None] * n
        return [(self._iterations + i) // n for i in range(n)]

    def _grow(self, i: int, view: View, iterations: int | None, end: float | None) -> None:
        search, seat = self._searches[i], view.seat
        assert seat is not None
        size = SMALLEST
        while size < LARGEST and size < 4 * (iterations or LARGEST // 4):
            size *= 2
        search.start(view, size)
        while iterations is None or search.done < iterations:
            n = CHUNK if iterations is None else min(CHUNK, iterations - search.done)
            search.grow(seat, n, self._rngs[i])
            if end is not None and time.monotonic() >= end:
                return
