"""How fast it is, measured in one run: `python -m rialto.research.speed`.

With RIALTO_JIT=cuda it measures the GPU instead. On the CPU each line says what the clock on the
wall saw, and what the processor time says: decisions for each second that a thread really ran,
times the threads, which is about what an idle machine gives. The fastest of several repeats counts.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.engine.house import House
from rialto.engine.jit import CUDA, PLAIN

BATCH: Final = 4096
REPEATS: Final = 5


class Rate(NamedTuple):
    """Decisions per second."""

    wall: float
    cpu: float


def best(work: Callable[[], int], threads: int = 1) -> Rate:
    """Decisions per second of the fastest of several repeats."""
    found = Rate(0.0, 0.0)
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        decisions = work()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        rate = Rate(decisions / wall, threads * decisions / cpu)
        found = Rate(max(found.wall, rate.wall), max(found.cpu, rate.cpu))
    return found


def say(what: str, rate: Rate) -> None:
    wall, cpu = rate.wall / 1e6, rate.cpu / 1e6
    print(f"{what:52} million decisions/s: wall {wall:7.3f}, cpu {cpu:7.3f}", flush=True)


def playouts(players: int) -> Rate:
    """Random games to the end, one core."""
    from rialto.engine.batch import Lanes

    lanes = Lanes(House(players=players), 64, seed=1)
    return best(lambda: lanes.play(20).decisions)


def vector(threads: int) -> Rate:
    """Steps of the vector environment, observations and masks written; choosing is not counted."""
    import numba

    from rialto.research.vector import VectorEnv

    numba.set_num_threads(threads)
    env = VectorEnv(BATCH, House(players=4), seed=1)
    found = Rate(0.0, 0.0)
    for _ in range(REPEATS):
        wall = cpu = 0.0
        for _ in range(100):
            actions = env.choose()
            wall, cpu = wall - time.perf_counter(), cpu - time.process_time()
            env.step(actions)
            wall, cpu = wall + time.perf_counter(), cpu + time.process_time()
        done = 100 * BATCH
        found = Rate(max(found.wall, done / wall), max(found.cpu, threads * done / cpu))
    return found


def hearts(draw: Callable[[Any], int]) -> Rate:
    """OpenSpiel's hearts through its Python API: random games; chance is played by `draw`, and not
    counted as a decision."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    chooser = random.Random(1)

    def play() -> int:
        decisions = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(draw(state))
                else:
                    state.apply_action(chooser.choice(state.legal_actions()))
                    decisions += 1
        return decisions

    return best(play)


def hearts_loops() -> dict[str, Callable[[Any], int]]:
    """Ways to play chance, by name: as OpenSpiel's example.py does it, the least that Python can do
    for any game, and the least it can do where all outcomes are equally likely, as in hearts."""
    chooser = random.Random(2)
    generator = np.random.RandomState(2)

    def example(state: Any) -> int:
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        return int(generator.choice(actions, p=odds))

    def lean(state: Any) -> int:
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        return int(chooser.choices(actions, odds)[0])

    def bare(state: Any) -> int:
        return int(chooser.choice(state.legal_actions()))

    return {
        "the loop of its example.py": example,
        "the leanest loop for any game": lean,
        "the barest loop, odds ignored": bare,
    }


def on_the_cpu() -> None:
    cores = os.cpu_count() or 1
    print(f"{cores} cores, RIALTO_JIT={'0' if PLAIN else '1'}")
    if sys.platform != "win32":
        print(f"load {os.getloadavg()[0]:.1f}")
    one = playouts(4)
    say("random playouts, 4 players, one core", one)
    for threads in sorted({1, 2, cores}):
        say(f"vector env, batch {BATCH}, {threads} thread(s)", vector(threads))
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: no hearts to compare with")
        return
    for how, draw in hearts_loops().items():
        theirs = hearts(draw)
        say(f"OpenSpiel hearts, {how}", theirs)
        print(f"random playouts against that: {one.cpu / theirs.cpu:.0f} times (cpu)")


def on_the_gpu() -> None:
    from rialto.research.kernels import BLOCK, cuda

    name = cuda.get_current_device().name
    print(name if isinstance(name, str) else name.decode())
    for lanes in (2**16, 2**18):
        for block in (64, BLOCK, 256):
            rate = gpu_playouts(lanes, block)
            say(f"random playouts, 4 players, {lanes} lanes, {block} a block", rate)
    for lanes in (BATCH, 2**16, 2**18):
        say(f"vector env with random choice on the device, {lanes} lanes", gpu_vector(lanes))


def gpu_playouts(lanes: int, block: int) -> Rate:
    from rialto.research.cuda import CudaPlayouts

    games = CudaPlayouts(House(players=4), lanes)
    games.play(1, block)
    return best(lambda: games.play(4, block).decisions)


def gpu_vector(lanes: int) -> Rate:
    from rialto.research.cuda import CudaVectorEnv
    from rialto.research.kernels import cuda

    env = CudaVectorEnv(lanes, House(players=4))
    env.stagger()

    def steps() -> int:
        for _ in range(100):
            env.step(env.choose(), check=False)
        cuda.synchronize()
        return 100 * lanes

    steps()
    return best(steps)


if __name__ == "__main__":
    if CUDA:
        on_the_gpu()
    else:
        on_the_cpu()
