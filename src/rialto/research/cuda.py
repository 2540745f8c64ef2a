"""The same games on a GPU: start Python with RIALTO_JIT=cuda, and the rules compile for CUDA.

One thread plays one lane. NUMBA_ENABLE_CUDASIM=1 runs all of it on the CPU, slowly, for tests. The
arrays stay on the device; they carry `__cuda_array_interface__`, so PyTorch, CuPy and JAX take them
without a copy.
"""

from typing import Any, Final

import numba
import numba.cuda
import numpy as np

from rialto.engine.batch import DECISIONS, GAMES, OUTCOMES, Tally, playout, renew
from rialto.engine.box import SEATS
from rialto.engine.house import House
from rialto.engine.jit import CUDA, SIMULATED
from rialto.engine.moves import ACTIONS, PLAYER_ACTIONS
from rialto.engine.notation import parse_position
from rialto.engine.rng import WORDS, below, seed_words
from rialto.engine.rules import flow, setup
from rialto.engine.state import STATE, from_record, new_table
from rialto.research.features import SIZE
from rialto.research.lanes import IllegalActions, advance, show
from rialto.research.tensors import REWARDS, check_rewards

cuda: Any = numba.cuda
int16, int64 = numba.int16, numba.int64
if not CUDA:
    raise ImportError("rialto.research.cuda needs RIALTO_JIT=cuda in the environment")


def kernel(function: Any) -> Any:
    """A function that runs once in every thread of the GPU."""
    return cuda.jit(function)


BLOCK: Final = 128
"""Threads in a block."""


@kernel
def _lay_out(table: Any, new: bool) -> None:
    scratch = cuda.local.array(ACTIONS, int16)
    if cuda.grid(1) == 0:
        if new:
            setup.lay_out(table[0])
        flow.go_on(table[0], scratch)


@kernel
def _seed(rngs: Any, seed: int) -> None:
    i = cuda.grid(1)
    if i < len(rngs):
        seed_words(rngs[i], seed, i)


@kernel
def _playouts(table: Any, start: Any, rngs: Any, games: int, tally: Any) -> None:
    """So many games in every lane, one after the other."""
    i = cuda.grid(1)
    scratch = cuda.local.array(ACTIONS, int16)
    count = cuda.local.array(3, int64)
    if i < len(rngs):
        for j in range(3):
            count[j] = 0
        for _ in range(games):
            renew(table, i, start)
            playout(table[i], rngs[i], scratch, count)
        for j in range(3):
            tally[i][j] = count[j]


@kernel
def _step(
    table: Any,
    start: Any,
    rngs: Any,
    actions: Any,
    kind: int,
    observations: Any,
    masks: Any,
    to_move: Any,
    returns: Any,
    dones: Any,
) -> None:
    i = cuda.grid(1)
    scratch = cuda.local.array(ACTIONS, int16)
    if i < len(to_move):
        dones[i] = advance(table, i, start, actions[i], rngs[i], kind, returns[i], scratch)
        to_move[i] = show(table[i], observations[i], masks[i], scratch)


@kernel
def _find_illegal(masks: Any, actions: Any, first: Any) -> None:
    """The first lane whose action its mask does not allow."""
    i = cuda.grid(1)
    if i < len(actions):
        a = actions[i]
        if a < 0 or a >= PLAYER_ACTIONS or masks[i][a] == 0:
            cuda.atomic.min(first, 0, i)


@kernel
def _choose(masks: Any, rngs: Any, actions: Any) -> None:
    i = cuda.grid(1)
    if i < len(actions):
        legal = 0
        for a in range(PLAYER_ACTIONS):
            legal += masks[i][a]
        n = below(rngs[i], legal)
        a = 0
        while n >= masks[i][a]:
            n -= masks[i][a]
            a += 1
        actions[i] = a


def choose_any(env: "CudaVectorEnv") -> Any:
    """Any legal action in every game, chosen on the device with the lanes' random words."""
    actions = cuda.device_array(env.games, np.int64)
    _choose[blocks(env.games), BLOCK](env.masks, env.rngs, actions)
    return actions


def new_lanes(games: int) -> Any:
    """Room for so many games on the device."""
    return new_table(games) if SIMULATED else cuda.device_array(games, STATE)


def start_record(house: House | None = None, position: str | None = None) -> Any:
    """The record that every lane starts from, on the device; the rules for it run there too."""
    if position is not None:
        record = parse_position(position)
    else:
        record = np.zeros(1, STATE)
        (house or House()).write_to(record[0])
    start = from_record(record[0]) if SIMULATED else cuda.to_device(record)
    _lay_out[1, 1](start, position is None)
    return start


def seeded(lanes: int, seed: int) -> Any:
    """Random words for so many lanes, on the device."""
    rngs = cuda.device_array((lanes, WORDS), np.int64)
    _seed[blocks(lanes), BLOCK](rngs, seed)
    return rngs


def blocks(lanes: int, block: int = BLOCK) -> int:
    return (lanes + block - 1) // block


class CudaPlayouts:
    """Random games, one lane to a thread; the same numbers as `engine.batch.Lanes` gives."""

    def __init__(self, house: House | None = None, lanes: int = 65536, seed: int = 0) -> None:
        self.start = start_record(house)
        self.rngs = seeded(lanes, seed)
        self.tally = cuda.device_array((lanes, 3), np.int64)
        self.table = new_lanes(lanes)
        self.lanes = lanes

    def play(self, games: int = 1, block: int = BLOCK) -> Tally:
        """So many more games in every lane; how much that was."""
        _playouts[blocks(self.lanes, block), block](
            self.table, self.start, self.rngs, games, self.tally
        )
        played = self.tally.copy_to_host().sum(axis=0)
        return Tally(int(played[DECISIONS]), int(played[OUTCOMES]), int(played[GAMES]))


class CudaVectorEnv:
    """The vector environment (`vector.VectorEnv`) with its arrays on the GPU."""

    def __init__(
        self,
        games: int = 65536,
        house: House | None = None,
        seed: int = 0,
        rewards: str = "place",
        position: str | None = None,
    ) -> None:
        self.games = games
        self.kind = REWARDS.index(check_rewards(rewards))
        self.start = start_record(house, position)
        self.table = new_lanes(games)
        self.observations = cuda.device_array((games, SIZE), np.int8)
        self.masks = cuda.device_array((games, PLAYER_ACTIONS), np.int8)
        self.to_move = cuda.device_array(games, np.int8)
        self.returns = cuda.device_array((games, SEATS), np.float32)
        self.dones = cuda.device_array(games, np.bool_)
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """New games in every lane; the same seed gives the same chance as on the CPU."""
        self.rngs = seeded(self.games, seed)
        self._advance(cuda.to_device(np.full(self.games, -1)))

    def step(self, actions: Any, check: bool = True) -> None:
        """One action in every game: whole numbers in an array on the device (or the host). Refused
        as a whole, with nothing changed, if any is illegal. check=False leaves that out, and with
        it the wait for the device: only for actions that surely come from `masks`."""
        if tuple(actions.shape) != (self.games,) or np.dtype(actions.dtype).kind not in "iu":
            raise ValueError(f"actions must be {self.games} whole numbers")
        if check:
            self._check(actions)
        self._advance(actions)

    def _check(self, actions: Any) -> None:
        first = cuda.to_device(np.full(1, self.games))
        _find_illegal[blocks(self.games), BLOCK](self.masks, actions, first)
        lane = int(first.copy_to_host()[0])
        if lane < self.games:
            action = int(actions[lane])
            raise IllegalActions(lane, action, int(self.to_move.copy_to_host()[lane]))

    def _advance(self, actions: Any) -> None:
        _step[blocks(self.games), BLOCK](
            self.table,
            self.start,
            self.rngs,
            actions,
            self.kind,
            self.observations,
            self.masks,
            self.to_move,
            self.returns,
            self.dones,
        )
