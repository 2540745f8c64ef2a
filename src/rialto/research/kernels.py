"""The kernels: start Python with RIALTO_JIT=cuda, and the rules compile for CUDA.

One thread plays one lane. NUMBA_ENABLE_CUDASIM=1 runs all of it on the CPU, slowly, for tests. The
arrays stay on the device; they carry `__cuda_array_interface__`, so PyTorch, CuPy and JAX take them
without a copy.
"""

from typing import Any, Final

import numba
import numba.cuda
import numpy as np

from rialto.engine.batch import playout, renew
from rialto.engine.house import House
from rialto.engine.jit import SIMULATED
from rialto.engine.moves import ACTIONS, PLAYER_ACTIONS
from rialto.engine.notation import parse_position
from rialto.engine.rng import WORDS, seed_words
from rialto.engine.rules import flow, setup
from rialto.engine.state import STATE, from_record, new_table
from rialto.research.lanes import (
    ALL,
    BEGIN,
    RESTART,
    Lanes,
    Step,
    advance,
    choose,
    show,
)
from rialto.research.tensors import write_seen

cuda: Any = numba.cuda
int16, int64 = numba.int16, numba.int64


def kernel(function: Any) -> Any:
    """A function that runs once in every thread of the GPU."""
    return cuda.jit(function)


BLOCK: Final = 128
"""Threads in a block."""


@kernel
def lay_out(table: Any) -> None:
    i = cuda.grid(1)
    if i < len(table):
        setup.lay_out(table[i])
        flow.next_question(table[i])


@kernel
def open_question(table: Any) -> None:
    """What is asked first in a position that was set up."""
    scratch = cuda.local.array(ACTIONS, int16)
    if cuda.grid(1) == 0:
        flow.go_on(table[0], scratch)


@kernel
def seed_lanes(rngs: Any, seed: int) -> None:
    i = cuda.grid(1)
    if i < len(rngs):
        seed_words(rngs[i], seed, i)


if SIMULATED:

    @kernel
    def play_games(start: Any, rngs: Any, games: int, tally: Any) -> None:
        """So many games in every lane, one after the other."""
        i = cuda.grid(1)
        if i < len(rngs):
            scratch, count = [0] * ACTIONS, [0] * 3
            table = new_table(1)
            for _ in range(games):
                renew(table, 0, start, 0)
                playout(table[0], rngs[i], scratch, count)
            tally[i] = count

else:
    RECORD: Final = numba.from_dtype(STATE)

    @kernel
    def play_games(start: Any, rngs: Any, games: int, tally: Any) -> None:
        # A state in the thread's own memory, where neighbours' cells lie side by side, is a quarter
        # faster than one in an array of records; the simulator has no such memory.
        i = cuda.grid(1)
        table = cuda.local.array(1, RECORD)
        rng = cuda.local.array(WORDS, int64)
        scratch = cuda.local.array(ACTIONS, int16)
        count = cuda.local.array(3, int64)
        if i < len(rngs):
            for j in range(3):
                count[j] = 0
            for j in range(WORDS):
                rng[j] = rngs[i][j]
            for _ in range(games):
                renew(table, 0, start, 0)
                playout(table[0], rng, scratch, count)
            for j in range(3):
                tally[i][j] = count[j]
            for j in range(WORDS):
                rngs[i][j] = rng[j]


@kernel
def step(
    lanes: Lanes,
    actions: Any,
    outcomes: Any,
    half: int,
    forced: bool,
    reward: int,
    row: Step,
) -> None:
    i = cuda.grid(1)
    scratch = cuda.local.array(ACTIONS, int16)
    if i < len(actions):
        most = outcomes[i] if half == BEGIN else ALL
        n = advance(lanes, i, actions[i], most, half, forced, reward, row, scratch)
        if half != BEGIN:
            show(lanes.table[i], n, row, i, False, scratch)


@kernel
def observe(table: Any, seats: Any, out: Any) -> None:
    i = cuda.grid(1)
    if i < len(seats):
        if 0 <= seats[i] < table[i].players:
            write_seen(table[i], int(seats[i]), out[i])


@kernel
def find_illegal(masks: Any, actions: Any, first: Any) -> None:
    """The first lane whose action its mask does not allow."""
    i = cuda.grid(1)
    if i < len(actions):
        a = actions[i]
        if a < 0 or a >= PLAYER_ACTIONS or masks[i][a] == 0:
            cuda.atomic.min(first, 0, i)


@kernel
def choose_any(masks: Any, rngs: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(actions):
        actions[i] = choose(masks[i], rngs[i])


@kernel
def restart_some(turns: Any, turn: int, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(actions):
        if turns[i] == turn:
            actions[i] = RESTART


def clear(array: Any, stream: Any = 0) -> None:
    """Zeros everywhere. A thread that wrote them into its own row would take far longer."""
    if SIMULATED:
        array[:] = np.zeros(array.shape, array.dtype)
    else:
        cuda.cudadrv.driver.device_memset(array, 0, array.nbytes, stream)


def new_lanes(games: int) -> Any:
    """Room for so many games on the device."""
    return new_table(games) if SIMULATED else cuda.device_array(games, STATE)


def start_records(houses: tuple[House, ...], position: str | None = None) -> Any:
    """A record for each kind of game, on the device, for its lanes to start from."""
    if position is not None:
        record = parse_position(position)
        starts = from_record(record[0]) if SIMULATED else cuda.to_device(record)
        open_question[1, 1](starts)
        return starts
    records = np.zeros(len(houses), STATE)
    for record, house in zip(records, houses, strict=True):
        house.write_to(record)
    starts = [from_record(r)[0] for r in records] if SIMULATED else cuda.to_device(records)
    lay_out[blocks(len(houses)), BLOCK](starts)
    return starts


def seeded(lanes: int, seed: int) -> Any:
    """Random words for so many lanes, on the device."""
    rngs = cuda.device_array((lanes, WORDS), np.int64)
    seed_lanes[blocks(lanes), BLOCK](rngs, seed)
    return rngs


def blocks(lanes: int, block: int = BLOCK) -> int:
    return (lanes + block - 1) // block
