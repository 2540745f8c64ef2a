"""Games played in one mode, as fingerprints that the other mode must have too.

Run by itself (`python -m tests.engine.both_modes`), for a process has one mode.
"""

import json
import os
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

from rialto.engine import doors
from rialto.engine.batch import Lanes, start_table
from rialto.engine.game import Game
from rialto.engine.ids import Decision
from rialto.engine.jit import PLAIN
from rialto.engine.rng import below, new_rng
from rialto.engine.state import head_bytes, to_record
from tests.engine.houses import ALL_HOUSES
from tests.patience import PROCESS_S

ROOT = Path(__file__).parents[2]
REPLAYS = ROOT / "tests" / "replays"


def ends(each: int) -> list[int]:
    """The end of so many random games of every kind of table."""
    prints = []
    for number, house in enumerate(ALL_HOUSES):
        lanes = Lanes(house, each, seed=number)
        lanes.play()
        prints += [zlib.crc32(head_bytes(lanes.table, lane)) for lane in range(each)]
    return prints


def courses(each: int) -> list[int]:
    """Every state with its notes on the way of so many random games of every kind of table."""
    return [
        _course(start_table(house), new_rng(number, stream=game))
        for number, house in enumerate(ALL_HOUSES)
        for game in range(each)
    ]


def _course(table: Any, rng: Any) -> int:
    scratch = doors.new_scratch()
    print_ = 0
    s = table[0]
    while s.asked != Decision.OVER:
        p = int(s.actor)
        if p < 0:
            action = int(doors.outcome(table, 0, below(rng, int(doors.ways(table, 0)))))
        else:
            action = int(scratch[below(rng, int(doors.legal(table, 0, p, scratch)))])
        doors.play(table, 0, p, action, scratch)
        print_ = zlib.crc32(_fingerprint(table), print_)
    return print_


def _fingerprint(table: Any) -> bytes:
    """A state and the notes that count; what lies behind them is left over from earlier moves."""
    record = to_record(table[0])[0]
    notes: bytes = record.notes[: record.note_count].tobytes()
    return head_bytes(table) + notes


def seeded(each: int) -> list[int]:
    """So many seeded games of every kind of table, as `Game` plays them and as it logs them."""
    prints = []
    for number, house in enumerate(ALL_HOUSES[:: len(ALL_HOUSES) // 10]):
        for seed in range(each):
            game, rng = Game.new(house=house, seed=seed), new_rng(number, stream=seed)
            game.run_chance()
            while not game.over:
                legal = game.legal(game.to_move[0])
                game.play(legal[below(rng, len(legal))])
                game.run_chance()
            prints.append(zlib.crc32("".join(move.text for move in game.log).encode()))
    return prints


def in_mode(mode: str, what: str, each: int, **environment: str) -> list[Any]:
    """The fingerprints of another process in that mode ("0" plain, "1" compiled)."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.both_modes", what, str(each)],
        env={**os.environ, "RIALTO_JIT": mode, **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PROCESS_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    prints: list[Any] = json.loads(done.stdout)
    return prints


if __name__ == "__main__":
    _, what, number = sys.argv
    assert (os.environ["RIALTO_JIT"] == "0") == PLAIN
    known = {"ends": ends, "courses": courses, "seeded": seeded}
    print(json.dumps(known[what](int(number))))
