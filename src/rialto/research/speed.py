"""How fast it is, measured in one run: `python -m rialto.research.speed`.

With RIALTO_JIT=cuda it measures the GPU instead. Timings on a busy machine vary; what counts is
what one run says side by side, so the fastest of several repeats is taken.
"""

import os
import random
import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from rialto.engine.house import House
from rialto.engine.jit import CUDA, PLAIN, entry
from rialto.engine.moves import PLAYER_ACTIONS

BATCH: Final = 4096
REPEATS: Final = 5


def best(work: Callable[[], int]) -> float:
    """Decisions per second of the fastest of several repeats."""
    found = 0.0
    for _ in range(REPEATS):
        began = time.perf_counter()
        decisions = work()
        found = max(found, decisions / (time.perf_counter() - began))
    return found


def say(what: str, per_second: float) -> None:
    print(f"{what:58} {per_second / 1e6:10.3f} million decisions/s", flush=True)


@entry
def pick(masks: Any, draws: Any, out: Any) -> None:
    """Any legal action in every game."""
    for i in range(len(out)):
        legal = 0
        for a in range(PLAYER_ACTIONS):
            legal += masks[i][a]
        n = int(draws[i] * legal)
        a = -1
        while n >= 0:
            a += 1
            n -= masks[i][a]
        out[i] = a


def playouts(players: int) -> float:
    """Random games to the end, one core."""
    from rialto.engine.batch import Lanes

    lanes = Lanes(House(players=players), 64, seed=1)
    return best(lambda: lanes.play(20).decisions)


def vector(threads: int) -> float:
    """Steps of the vector environment, observations and masks written; the choice of actions is
    not counted."""
    import numba

    from rialto.research.vector import VectorEnv

    numba.set_num_threads(threads)
    env = VectorEnv(BATCH, House(players=4), seed=1)
    chooser = np.random.default_rng(1)
    actions = np.zeros(BATCH, np.int64)
    found = 0.0
    for _ in range(REPEATS):
        spent = 0.0
        for _ in range(100):
            pick(env.masks, chooser.random(BATCH), actions)
            began = time.perf_counter()
            env.step(actions)
            spent += time.perf_counter() - began
        found = max(found, 100 * BATCH / spent)
    return found


def hearts() -> float:
    """OpenSpiel's hearts through its Python API: random games, chance not counted."""
    import pyspiel

    game = pyspiel.load_game("hearts")
    chooser = random.Random(1)

    def play() -> int:
        decisions = 0
        for _ in range(20):
            state = game.new_initial_state()
            while not state.is_terminal():
                decisions += not state.is_chance_node()
                state.apply_action(chooser.choice(state.legal_actions()))
        return decisions

    return best(play)


def on_the_cpu() -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    print(f"{cores} cores, load {os.getloadavg()[0]:.1f}, RIALTO_JIT={'0' if PLAIN else '1'}")
    one = playouts(4)
    say("random playouts, 4 players, one core", one)
    for threads in (1, 2):
        say(f"vector env, batch {BATCH}, {threads} thread(s)", vector(threads))
    theirs = hearts()
    say("OpenSpiel hearts through Python, one core", theirs)
    print(f"random playouts against hearts: {one / theirs:.0f} times")


def on_the_gpu() -> None:
    from rialto.research.cuda import BLOCK, cuda

    name = cuda.get_current_device().name
    print(f"{name if isinstance(name, str) else name.decode()}, {BLOCK} threads a block")
    for lanes in (2**14, 2**16, 2**18):
        say(f"random playouts, 4 players, {lanes} lanes", gpu_playouts(lanes))
    for lanes in (BATCH, 2**16, 2**18):
        say(f"vector env with random choice on the device, {lanes} lanes", gpu_vector(lanes))


def gpu_playouts(lanes: int) -> float:
    from rialto.research.cuda import CudaPlayouts

    games = CudaPlayouts(House(players=4), lanes)
    games.play(1)
    return best(lambda: games.play(4).decisions)


def gpu_vector(lanes: int) -> float:
    from rialto.research.cuda import CudaVectorEnv, choose_any, cuda

    env = CudaVectorEnv(lanes, House(players=4))

    def steps() -> int:
        for _ in range(100):
            env.step(choose_any(env))
        cuda.synchronize()
        return 100 * lanes

    steps()
    return best(steps)


if __name__ == "__main__":
    if CUDA:
        on_the_gpu()
    else:
        on_the_cpu()
