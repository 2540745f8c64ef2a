"""The kernels under Numba's CUDA simulator: the same numbers as on the CPU."""

import json
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from rialto.engine.batch import Lanes
from rialto.engine.house import House
from rialto.research.vector import VectorEnv
from tests.patience import PROCESS_S

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research")]

SEED = 9
WRONG = [[304, 0], [-1, 0], [0, 320]]
"""Blue 4 before anybody has one, and two numbers that are no actions."""
STEPS = 220
"""Long enough that games end and begin anew."""

PROGRAM = """
import json, sys, zlib
import numpy as np
from rialto.engine.house import House
from rialto.research.cuda import CudaPlayouts, CudaVectorEnv
games = CudaPlayouts(House(players=3), lanes=2, seed=SEED)
env = CudaVectorEnv(2, House(players=2, neutral=True), seed=SEED)
refused = []
for wrong in WRONG:
    before = np.array(env.observations).tobytes()
    try:
        env.step(np.array(wrong))
    except ValueError as error:
        refused.append(str(error))
    assert np.array(env.observations).tobytes() == before
sums, dones = [], 0
for n in range(STEPS):
    masks = np.array(env.masks)
    seen = np.array(env.observations), masks, np.array(env.to_move), np.array(env.returns)
    sums.append(zlib.crc32(b"".join(np.ascontiguousarray(part).tobytes() for part in seen)))
    env.step(np.array([np.flatnonzero(mask)[n % mask.sum()] for mask in masks]))
    dones += int(np.array(env.dones).sum())
mixed = CudaVectorEnv(mix=[(House(players=3), 1), (House(players=2, board="banks"), 2)], seed=SEED,
    forced=True, twins=3)
halves = []
for n in range(40):
    masks = np.array(mixed.masks)
    actions = np.array([np.flatnonzero(mask)[n % mask.sum()] for mask in masks])
    mixed.begin(actions, np.array([n % 3] * 3))
    seen = np.array(mixed.observe(np.array([0, 1, 2], np.int8)))
    step = mixed.finish()
    parts = [np.ascontiguousarray(np.array(part)).tobytes() for part in (seen, *step)]
    halves.append(zlib.crc32(b"".join(parts)))
print(json.dumps({"halves": halves, "tally": [games.play(1), games.play(2)], "sums": sums,
    "dones": dones, "refused": refused}))
"""


def on_the_gpu() -> Any:
    program = f"SEED, STEPS, WRONG = {SEED}, {STEPS}, {WRONG}\n{PROGRAM}"
    simulated = {**os.environ, "RIALTO_JIT": "cuda", "NUMBA_ENABLE_CUDASIM": "1"}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=simulated,
        capture_output=True,
        text=True,
        timeout=PROCESS_S,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def on_the_cpu() -> Any:
    import zlib

    lanes = Lanes(House(players=3), 2, SEED)
    env = VectorEnv(2, House(players=2, neutral=True), SEED)
    refused = []
    for wrong in WRONG:
        with pytest.raises(ValueError, match=r"game [01]: ") as error:
            env.step(np.array(wrong))
        refused.append(str(error.value))
    sums, dones = [], 0
    for n in range(STEPS):
        seen = env.observations, env.masks, env.to_move, env.returns
        sums.append(zlib.crc32(b"".join(part.tobytes() for part in seen)))
        env.step(np.array([np.flatnonzero(mask)[n % mask.sum()] for mask in env.masks]))
        dones += int(env.dones.sum())
    mixed = VectorEnv(
        mix=[(House(players=3), 1), (House(players=2, board="banks"), 2)],
        seed=SEED,
        forced=True,
        twins=3,
    )
    halves = []
    for n in range(40):
        actions = np.array([np.flatnonzero(mask)[n % mask.sum()] for mask in mixed.masks])
        mixed.begin(actions, n % 3)
        looks = mixed.observe([0, 1, 2])
        halves.append(zlib.crc32(b"".join(part.tobytes() for part in (looks, *mixed.finish()))))
    tally = [list(lanes.play(1)), list(lanes.play(2))]
    return {"halves": halves, "tally": tally, "sums": sums, "dones": dones, "refused": refused}


def test_the_gpu_plays_the_games_of_the_cpu() -> None:
    expected = on_the_cpu()
    assert expected["dones"] >= 2
    assert len(expected["refused"]) == len(WRONG)
    assert on_the_gpu() == expected


def test_without_the_mode_it_says_what_is_missing() -> None:
    with pytest.raises(ImportError, match="RIALTO_JIT=cuda"):
        import rialto.research.cuda  # noqa: F401
