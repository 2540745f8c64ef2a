"""`rialto bench`: how fast is the engine? Random games of 4 players, all rules."""

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rialto.cli import progress
from rialto.cli.complaint import Complaint
from rialto.cli.options import cores

PLAYERS: Final = 4
SLICE_GAMES: Final = 100
"""Time is taken slice by slice and the best one counts: other programs only ever slow one down."""
LEAST_SLICES: Final = 5
FIGURES: Final = ("ns_per_decision", "decisions_per_s", "games_per_s")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        f"Play random games of {PLAYERS}: compiled on one thread and on all, and in plain Python."
        " Then measure what a copy of a state and a call from Python cost."
    )
    parser.add_argument(
        "--seconds", type=float, default=3.0, metavar="S", help="for each figure (default: 3)"
    )
    parser.add_argument("--threads", type=int, metavar="N", help="how many (default: all cores)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    # How the command asks itself for the figures of plain Python, which needs its own process.
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    threads = cores() if args.threads is None else args.threads
    if threads < 1:
        raise Complaint(f"threads must be at least 1, not {threads}")
    if not 0 < args.seconds <= 600:
        raise Complaint(f"seconds must be more than 0 and at most 600, not {args.seconds}")
    if args.one:
        print(json.dumps(playouts(args.seconds, 1)))
        return 0
    figures = measure(args.seconds, threads)
    print(json.dumps(figures, indent=2) if args.json else report(figures))
    return 0


def measure(seconds: float, threads: int) -> dict[str, Any]:
    """All figures, saying on stderr what is being measured."""
    from rialto.cli.warming import warm_up
    from rialto.compile.mode import MODE
    from rialto.engine.jobs import GAME, PLAYOUTS

    warm_up([GAME, PLAYOUTS])
    figures: dict[str, Any] = {"players": PLAYERS, "mode": MODE}
    parts: dict[str, Callable[[], Any]] = {
        "single": lambda: playouts(seconds, 1),
        "threads": lambda: {**playouts(seconds, threads), "threads": threads},
        "plain": lambda: plain_playouts(seconds),
        "state_copy_ns": lambda: copy_cost(seconds / 10),
        "python_call": lambda: call_cost(seconds / 10),
    }
    with progress.telling() as tell:
        for number, (name, part) in enumerate(parts.items(), 1):
            tell(f"measuring {number} of {len(parts)}: {name}", number - 1, len(parts))
            figures[name] = part()
    figures["speedup"] = round(
        figures["single"]["ns_per_decision"] / figures["threads"]["ns_per_decision"], 2
    )
    figures["state_bytes"] = state_bytes()
    return figures


def playouts(seconds: float, threads: int) -> dict[str, float]:
    """The best slice of random games on so many threads."""
    from rialto.engine.batch import Lanes
    from rialto.engine.game import House
    from rialto.engine.jit import PLAIN

    games = 1 if PLAIN else SLICE_GAMES
    lanes = [Lanes(House(players=PLAYERS), seed=seed) for seed in range(threads)]
    for lane in lanes:
        lane.play()
    best = float("inf")
    decisions = slices = 0
    end = time.perf_counter() + seconds
    while slices < LEAST_SLICES or time.perf_counter() < end:
        took, count = one_slice(lanes, games)
        best = min(best, took / count)
        decisions += count
        slices += 1
    per_game = decisions / (slices * games * threads)
    return {
        "ns_per_decision": round(best * 1e9, 1),
        "decisions_per_s": round(1 / best),
        "games_per_s": round(1 / best / per_game),
        "decisions_per_game": round(per_game, 1),
    }


def one_slice(lanes: list[Any], games: int) -> tuple[float, int]:
    """So many games on every thread; seconds and decisions."""
    counts = [0] * len(lanes)

    def work(i: int) -> None:
        counts[i] = lanes[i].play(games).decisions

    helpers = [threading.Thread(target=work, args=(i,)) for i in range(1, len(lanes))]
    began = time.perf_counter()
    for helper in helpers:
        helper.start()
    work(0)
    for helper in helpers:
        helper.join()
    return time.perf_counter() - began, sum(counts)


def plain_playouts(seconds: float) -> dict[str, float]:
    """The same in plain Python: one mode per process, so in another one."""
    answer = subprocess.run(
        [sys.executable, "-m", "rialto.cli.main", "bench", "--one", "--seconds", str(seconds)],
        env={**os.environ, "RIALTO_JIT": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    if answer.returncode:
        raise RuntimeError(f"plain mode failed: {answer.stderr.strip()}")
    figures: dict[str, float] = json.loads(answer.stdout)
    return figures


def copy_cost(seconds: float) -> float:
    """Nanoseconds to copy a state inside compiled code."""
    from rialto.engine.batch import renew_many, start_table
    from rialto.engine.game import House
    from rialto.engine.state import new_table

    start, table = start_table(House(players=PLAYERS)), new_table(16)
    times = 1_000
    renew_many(table, start, times)
    return round(best_of(seconds, lambda: renew_many(table, start, times)) / times / 16 * 1e9, 1)


def call_cost(seconds: float) -> dict[str, float]:
    """Microseconds of a call from Python: into compiled code, and of what `Game` makes of it."""
    from rialto.engine import doors
    from rialto.engine.batch import start_table
    from rialto.engine.game import Game, House

    table, scratch = start_table(House(players=PLAYERS)), doors.new_scratch()
    game = Game.new(players=PLAYERS, seed=1)
    game.run_chance()
    (p,) = game.to_move

    def play_one() -> None:
        twin = game.copy()
        twin.play(twin.legal(p)[0])

    calls: dict[str, Callable[[], Any]] = {
        "door_us": lambda: doors.legal(table, 0, 0, scratch),
        "legal_us": lambda: game.legal(p),
        "view_us": lambda: game.view(p),
        "copy_us": game.copy,
        "copy_and_play_us": play_one,
    }

    def repeat(call: Callable[[], Any]) -> None:
        for _ in range(50):
            call()

    return {
        name: round(best_of(seconds, partial(repeat, call)) / 50 * 1e6, 2)
        for name, call in calls.items()
    }


def best_of(seconds: float, call: Callable[[], Any]) -> float:
    best = float("inf")
    end = time.perf_counter() + seconds
    while best == float("inf") or time.perf_counter() < end:
        began = time.perf_counter()
        call()
        best = min(best, time.perf_counter() - began)
    return best


def state_bytes() -> int:
    from rialto.engine.state import STATE

    return int(STATE.itemsize)


def report(figures: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [f"Random games of {PLAYERS} players, all rules; the best of many short runs."]
    names = {"single": "compiled, 1 thread", "plain": "plain Python"}
    names["threads"] = f"compiled, {figures['threads']['threads']} threads"
    for key in ("single", "threads", "plain"):
        ns, decisions, games = (figures[key][name] for name in FIGURES)
        lines.append(
            f"{names[key]:<22}{ns:>10,.1f} ns per decision {decisions:>12,} decisions/s"
            f" {games:>8,} games/s"
        )
    lines.append(f"{'threads gain':<22}{figures['speedup']:>10} x")
    lines.append(
        f"{'copy of a state':<22}{figures['state_copy_ns']:>10,.1f} ns"
        f" ({figures['state_bytes']} bytes)"
    )
    for name, us in figures["python_call"].items():
        lines.append(f"{'Python: ' + name.removesuffix('_us').replace('_', ' '):<22}{us:>10} us")
    return "\n".join(lines)
