"""The vector environment as a learner meets it: torch tensors in, torch tensors out, on the GPU or
(for tests) on the CPU."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from rialto.bots.net.shape import PARTS
from rialto.engine.box import SEATS
from rialto.engine.jit import CUDA
from rialto.learning.mix import Kinds
from rialto.learning.net import ACTIONS, INPUTS
from rialto.research.lanes import Step


class Rows:
    """Room for so many steps of so many games; a learner reads the tensors, the games write them
    through `steps`."""

    def __init__(self, steps: int, games: int, device: torch.device) -> None:
        def room(*shape: int, kind: torch.dtype) -> Tensor:
            return torch.zeros((steps, games, *shape), dtype=kind, device=device)

        self.seen = room(INPUTS, kind=torch.int8)
        self.masks = room(ACTIONS, kind=torch.int8)
        self.seats = room(kind=torch.int8)
        self.returns = room(SEATS, kind=torch.float32)
        self.dones = room(kind=torch.bool)
        self.places = room(SEATS, kind=torch.int8)
        self.points = room(SEATS, kind=torch.int16)
        self.parts = room(SEATS, PARTS, kind=torch.int16)
        self.steps = [self._step(t) for t in range(steps)]

    def _step(self, t: int) -> Step:
        rows = (
            self.seen[t],
            self.masks[t],
            self.seats[t],
            self.returns[t],
            self.dones[t],
            self.places[t],
            self.points[t],
            self.parts[t],
        )
        return Step(*(as_array(row) for row in rows))


def as_array(tensor: Tensor) -> Any:
    """The same memory as the environment takes it."""
    if not CUDA:
        return tensor.numpy()
    from rialto.research.kernels import cuda

    return cuda.as_cuda_array(tensor)


class Games:
    """Games of all kinds, staggered; `actions` and `outcomes` are filled in and then played."""

    def __init__(
        self, kinds: Kinds, seed: int, device: torch.device, stagger: int, apart: int = 0
    ) -> None:
        self.env = environment()(mix=kinds, seed=seed, forced=True)
        if stagger:
            self.env.stagger(stagger)
        n = self.env.games
        players = [house.players for house in self.env.houses]
        lanes = torch.from_numpy(self.env.kinds.astype("int64"))
        self.players = torch.tensor(players)[lanes].to(device)
        """(games,)"""
        self.tables = _tables(self.env.houses, lanes, apart)
        """A slice of lanes for each number of players, the neutral variant apart, and the first so
        many games apart from the others."""
        self.actions = torch.zeros(n, dtype=torch.int64, device=device)
        self.outcomes = torch.zeros(n, dtype=torch.int64, device=device)
        self.seats = torch.zeros(n, dtype=torch.int8, device=device)
        self._actions = as_array(self.actions)
        self._outcomes = as_array(self.outcomes)
        self._seats = as_array(self.seats)

    def show(self, row: Step) -> None:
        """The games as they stand."""
        self.env.finish(out=row)

    def step(self, row: Step) -> None:
        """One action in every game."""
        self._play(self.env.step, out=row)

    def begin(self) -> None:
        """The actions, and then a pause after so many outcomes of chance."""
        self._play(self.env.begin, self._outcomes)

    def finish(self, row: Step) -> None:
        self.env.finish(out=row)

    def observe(self, out: Any) -> None:
        """What `seats` see now."""
        self.env.observe(self._seats, out=out)

    def _play(self, play: Callable[..., Any], *args: Any, **others: Any) -> None:
        if CUDA:
            others["check"] = False  # a sampled action is legal, and a check would wait
        play(self._actions, *args, **others)


def environment() -> Any:
    """The environment of this process's mode."""
    if CUDA:
        from rialto.research.cuda import CudaVectorEnv

        return CudaVectorEnv
    from rialto.research.vector import VectorEnv

    return VectorEnv


def _tables(houses: Any, lanes: Tensor, apart: int) -> list[slice]:
    sizes = [house.seats * 2 + house.neutral for house in houses]
    of_lanes = torch.tensor(sizes)[lanes]
    changes = (torch.nonzero(of_lanes[1:] != of_lanes[:-1]).flatten() + 1).tolist()
    starts = sorted({0, *changes, apart} - {len(lanes)})
    return [slice(a, b) for a, b in zip(starts, [*starts[1:], len(lanes)], strict=True)]
