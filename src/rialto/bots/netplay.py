"""net: one look at its view by a net that has learned from self-play, nothing deeper."""

from decimal import Decimal
from pathlib import Path

from rialto.bots.net.inference import Brain, judge, look, new_brain
from rialto.bots.net.own import FILE, load
from rialto.bots.net.sampling import WARM, best, pick, weigh
from rialto.bots.protocol import Clock
from rialto.engine.doors import Table, new_scratch
from rialto.engine.game import Move, View
from rialto.engine.jit import entry
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record


@entry
def choose_at(
    table: Table, i: int, p: int, n: int, heat: int, out: list[int], b: Brain, rng: list[int]
) -> int:
    """Which of the n moves in `out`: the best, or drawn at a temperature of so many thousandths."""
    look(b, table[i], p)
    judge(b, n, out)
    return pick(b, n, weigh(b, n, heat), rng) if heat > 0 else best(b, n)


class Net:
    """With a temperature it draws its moves, at 1 as likely as it thinks them."""

    def __init__(self, seed: int, temperature: Decimal = Decimal(0), file: Path = FILE) -> None:
        self.name = f"net:{temperature}" if temperature else "net"
        if file != FILE:
            self.name += f":file={file}"
        self._heat = int(temperature * WARM)
        self._brain = new_brain(load(file)[0])
        self._rng = new_rng(seed)
        self._out = new_scratch()

    def choose(self, view: View, legal: list[Move], clock: Clock | None = None) -> Move:
        assert view.seat is not None
        if len(legal) == 1:
            return legal[0]
        for i, move in enumerate(legal):
            self._out[i] = move.action
        table = from_record(view.table[0])
        n = len(legal)
        return legal[
            choose_at(table, 0, view.seat, n, self._heat, self._out, self._brain, self._rng)
        ]
