"""What the net thinks of many positions, as fingerprints that are the same in every mode.

Run by itself (`python -m tests.bots.net_prints`), for a process has one mode; `--write` keeps them.
"""

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any, Final

import numpy as np

from rialto.bots.net.inference import OUTPUTS, Brain, look, new_brain, output
from rialto.bots.net.own import load
from rialto.bots.net.sampling import WARM, pick, weigh
from rialto.bots.roster import make_bot
from rialto.engine.doors import Table
from rialto.engine.game import House
from rialto.engine.jit import entry
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record
from tests.bots.sitting import positions

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = Path(__file__).with_name("net_prints.json")
SELDOM: Final = 40
"""To draw within bounds takes its time in plain Python."""
HOUSES: Final = (
    *(House(players=n) for n in (2, 3, 4, 5)),
    House(players=2, neutral=True),
    House.edition("german-short", players=3, board="banks"),
)


@entry
def every_output(table: Table, p: int, out: Any, b: Brain) -> None:
    look(b, table[0], p)
    for k in range(OUTPUTS):
        out[k] = output(b, k)


@entry
def draws(heat: int, count: int, out: Any, b: Brain, rng: list[int]) -> None:
    for i in range(count):
        out[i] = pick(b, 20, weigh(b, 20, heat), rng)


def prints() -> list[list[int]]:
    """Of each kind of table: of every output at every decision of one game, of draws, and of some
    draws within bounds."""
    brain, found = new_brain(load()[0]), []
    for number, house in enumerate(HOUSES):
        rng, seen = new_rng(number), [0, 0, 0, 0]
        bounded = make_bot("net:40:within=20:points=0.5", number)
        for game, p, legal in positions(["net:2"] * house.players, 40 + number, house):
            if seen[0] % SELDOM == 0:
                drawn = bounded.choose(game.view(p), legal).action
                seen[3] = zlib.crc32(repr(drawn).encode(), seen[3])
            out = np.zeros(OUTPUTS, np.int64)
            every_output(from_record(game.view(p).table[0]), p, out, brain)
            seen[1] = zlib.crc32(repr([int(x) for x in out]).encode(), seen[1])
            for i in range(20):
                brain.logits[i] = out[i]
            draws(WARM * 2, 5, out, brain, rng)
            seen[2] = zlib.crc32(repr([int(x) for x in out[:5]]).encode(), seen[2])
            seen[0] += 1
        found.append(seen)
    return found


def in_mode(mode: str) -> Any:
    """The fingerprints of another process in that mode ("0" plain, "1" compiled)."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bots.net_prints"],
        env={**os.environ, "RIALTO_JIT": mode},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


if __name__ == "__main__":
    text = json.dumps({"sha256": load()[1]["sha256"], "prints": prints()})
    if "--write" in sys.argv:
        KEPT.write_text(text + "\n", "utf-8")
    print(text)
