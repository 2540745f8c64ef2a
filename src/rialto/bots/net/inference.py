"""The net's thinking in whole numbers: the same on every machine, compiled or plain.

Most of an observation is zero, and of an inner layer about half: only the rest is added up, and of
the outputs only those that somebody asks for. No sum leaves 32 bits (`weights.check_sums`), so the
order of adding up does not matter.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.net.shape import BLOCKS, OUT_BITS, PARTS, POINT, STEP_BITS, SUM_BITS, TOP
from rialto.bots.net.weights import Weights
from rialto.bots.observation.features import SIZE
from rialto.bots.observation.writers import write_observation
from rialto.engine.box import SEATS
from rialto.engine.jit import PLAIN, compiled
from rialto.engine.moves import ACTIONS, PLAYER_ACTIONS, player_number
from rialto.engine.state import State

WIN: Final = PLAYER_ACTIONS
"""The first output after the policy's: who wins, by slot."""
MARGIN: Final = WIN + SEATS
SCORE: Final = MARGIN + SEATS
OUTPUTS: Final = SCORE + SEATS * PARTS


class Brain(NamedTuple):
    """A net and room to think in, one for each thinker."""

    first: Any
    first_bias: Any
    inner: Any
    inner_bias: Any
    heads: Any
    """By output: (outputs, width)."""
    heads_bias: Any
    shifts: Any
    seen: Any
    """The observation."""
    which: Any
    """The numbers of the cells of a layer that are not zero, ..."""
    amounts: Any
    """... and what they hold."""
    sums: Any
    through: Any
    """The sum that runs through."""
    last: Any
    """The layer that all outputs are made from."""
    logits: Any
    """Of the moves that were asked about, in 1/65536."""
    shares: Any
    """What each of them, or each slot, weighs."""


def new_brain(w: Weights) -> Brain:
    """The weights are shared, the room is new."""
    width = len(w.first_bias)
    kind = np.int64 if PLAIN else np.int32
    layers: list[Any] = [*w._replace(heads=w.heads.T)]
    if PLAIN:
        layers = [layer.astype(np.int64) for layer in layers]
    room: list[Any] = [np.zeros(SIZE, np.int8)]
    room += [np.zeros(max(SIZE, width), cells) for cells in (np.int64, kind)]
    room += [np.zeros(width, kind) for _ in range(3)]
    room += [np.zeros(ACTIONS, np.int64) for _ in range(2)]
    return Brain(*map(np.ascontiguousarray, layers), *room)


if PLAIN:

    def think(b: Brain) -> None:
        """From what is seen to the last layer."""
        at = np.flatnonzero(b.seen)
        sums = b.seen[at].astype(np.int64) @ b.first[at] + b.first_bias
        through = sums >> (b.shifts[0] - SUM_BITS)
        for n in range(0, 2 * BLOCKS, 2):
            active = np.clip(through >> (SUM_BITS - STEP_BITS), 0, TOP)
            sums = active @ b.inner[n] + b.inner_bias[n]
            active = np.clip(sums >> b.shifts[1 + n], 0, TOP)
            sums = active @ b.inner[n + 1] + b.inner_bias[n + 1]
            through = through + (sums >> (b.shifts[2 + n] + STEP_BITS - SUM_BITS))
        b.last[:] = np.clip(through >> (SUM_BITS - STEP_BITS), 0, TOP)

    def output(b: Brain, k: int) -> int:
        """One output of what was thought, in 1/65536."""
        total = int(b.heads[k] @ b.last) + int(b.heads_bias[k])
        return total >> (int(b.shifts[-1]) + STEP_BITS - OUT_BITS)

else:  # pragma: no cover - coverage is measured in plain mode

    @compiled
    def add_up(b: Brain, weights: Any, bias: Any, count: int) -> None:
        """A layer's sums. Four rows at a time, for to fetch and store the sums is dear."""
        sums, which, amounts = b.sums, b.which, b.amounts
        for j in range(len(sums)):
            sums[j] = bias[j]
        n = 0
        while n + 4 <= count:
            w, x = weights[which[n]], weights[which[n + 1]]
            y, z = weights[which[n + 2]], weights[which[n + 3]]
            p, q = np.int32(amounts[n]), np.int32(amounts[n + 1])
            r, s = np.int32(amounts[n + 2]), np.int32(amounts[n + 3])
            for j in range(len(sums)):
                sums[j] += w[j] * p + x[j] * q + y[j] * r + z[j] * s
            n += 4
        while n < count:
            w, p = weights[which[n]], np.int32(amounts[n])
            for j in range(len(sums)):
                sums[j] += w[j] * p
            n += 1

    @compiled
    def find_active(b: Brain, sums: Any, dropped: int) -> int:
        """The cells that are not zero after the cut; how many."""
        count = 0
        for j in range(len(sums)):
            value = sums[j] >> dropped
            if value > 0:
                b.which[count] = j
                b.amounts[count] = min(value, TOP)
                count += 1
        return count

    @compiled
    def think(b: Brain) -> None:
        count = 0
        for j in range(SIZE):
            if b.seen[j] != 0:
                b.which[count] = j
                b.amounts[count] = b.seen[j]
                count += 1
        add_up(b, b.first, b.first_bias, count)
        dropped = b.shifts[0] - SUM_BITS
        for j in range(len(b.through)):
            b.through[j] = b.sums[j] >> dropped
        for n in range(0, 2 * BLOCKS, 2):
            add_up(b, b.inner[n], b.inner_bias[n], find_active(b, b.through, SUM_BITS - STEP_BITS))
            count = find_active(b, b.sums, b.shifts[1 + n])
            add_up(b, b.inner[n + 1], b.inner_bias[n + 1], count)
            dropped = b.shifts[2 + n] + STEP_BITS - SUM_BITS
            for j in range(len(b.through)):
                b.through[j] += b.sums[j] >> dropped
        for j in range(len(b.last)):
            b.last[j] = min(max(b.through[j] >> (SUM_BITS - STEP_BITS), 0), TOP)

    @compiled
    def output(b: Brain, k: int) -> int:
        row = b.heads[k]
        total = np.int32(0)
        for j in range(len(row)):
            total += np.int32(row[j]) * b.last[j]
        dropped: int = b.shifts[-1] + STEP_BITS - OUT_BITS
        return int(total + b.heads_bias[k]) >> dropped


@compiled
def look(b: Brain, s: State, p: int) -> None:
    """Think about what seat p sees."""
    write_observation(s, p, b.seen)
    think(b)


@compiled
def judge(b: Brain, n: int, out: list[int]) -> None:
    """After `look`: the logits of the n moves in `out`."""
    for i in range(n):
        b.logits[i] = output(b, player_number(out[i]))


@compiled
def judge_seats(b: Brain, players: int) -> None:
    """After `look`: the logits of who wins, by slot."""
    for i in range(players):
        b.logits[i] = output(b, WIN + i)


@compiled
def points_said(b: Brain, k: int) -> float:
    """After `look`: a part of a score, by slots and parts, in points."""
    said: int = output(b, SCORE + k)
    return said * POINT / (1 << OUT_BITS)
