"""net: one look at its view by a net that has learned from self-play, nothing deeper.

With a temperature it draws its moves, at 1 as likely as it thinks them. With a bound it draws only
among moves that cost it at most so much of its win share, by another look after each: worse than it
could, and never nonsense.
"""

from decimal import Decimal
from pathlib import Path
from typing import Any, Final

import numpy as np

from rialto.bots.net.afterwards import copy_game, share_after
from rialto.bots.net.inference import Brain, judge, look, new_brain
from rialto.bots.net.own import FILE, load
from rialto.bots.net.sampling import WARM, best, pick, weigh
from rialto.engine.doors import Table, new_scratch
from rialto.engine.game import Move, View
from rialto.engine.guess import guess_here
from rialto.engine.jit import compiled, entry
from rialto.engine.moves import ACTIONS
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record, new_table

NOW: Final = 0
"""No round is played on."""


@compiled
def leave_out(
    table: Table,
    p: int,
    n: int,
    bound: int,
    actions: list[int],
    out: list[int],
    worth: list[float],
    b: Brain,
    rng: list[int],
) -> None:
    """Moves that cost more than so many hundredths of the win share weigh nothing."""
    copy_game(table, 0, 1)
    guess_here(table[1], p, rng, out)
    most = 0.0
    for i in range(n):
        worth[i] = share_after(b, table, p, actions[i], NOW, out, rng)
        most = max(most, worth[i])
    look(b, table[0], p)
    judge(b, n, actions)
    lowest = b.logits[0]
    for i in range(n):
        lowest = min(lowest, b.logits[i])
    for i in range(n):
        if (most - worth[i]) * 100.0 > bound:
            b.logits[i] = lowest - (1 << 40)


@entry
def choose_at(
    table: Table,
    p: int,
    n: int,
    heat: int,
    bound: int,
    actions: list[int],
    out: list[int],
    worth: list[float],
    b: Brain,
    rng: list[int],
) -> int:
    """Which of the n moves in `actions`: the best, or drawn at a temperature of so many
    thousandths."""
    if bound > 0:
        leave_out(table, p, n, bound, actions, out, worth, b, rng)
    else:
        look(b, table[0], p)
        judge(b, n, actions)
    return pick(b, n, weigh(b, n, heat), rng) if heat > 0 else best(b, n)


class Net:
    def __init__(
        self, seed: int, temperature: Decimal = Decimal(0), bound: int = 0, file: Path = FILE
    ) -> None:
        self.name = f"net:{temperature}" if temperature else "net"
        if bound:
            self.name += f":within={bound}"
        if file != FILE:
            self.name += f":file={file}"
        self._heat = int(temperature * WARM)
        self._bound = bound
        self._brain = new_brain(load(file)[0])
        self._rng = new_rng(seed)
        self._actions = new_scratch()
        self._out = new_scratch()
        self._table = new_table(3)
        self._worth: Any = np.zeros(ACTIONS)

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        assert view.seat is not None
        if len(legal) == 1:
            return legal[0]
        for i, move in enumerate(legal):
            self._actions[i] = move.action
        self._table[0] = from_record(view.table[0])[0]
        chosen = choose_at(
            self._table,
            view.seat,
            len(legal),
            self._heat,
            self._bound,
            self._actions,
            self._out,
            self._worth,
            self._brain,
            self._rng,
        )
        return legal[int(chosen)]
