"""Training by self-play: `python -m rialto.learning.train --out FOLDER`."""

import argparse
import importlib.util
import json
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

FAILED = 2
"""Exit code for what the user can put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """One run of training; what it learned is in the folder, however it ends."""
    args = parse(arguments)
    args.began = time.monotonic()
    trouble = trouble_with(args)
    if trouble:
        print(f"rialto.learning.train: {trouble}", file=sys.stderr)
        return FAILED
    # The rules compile for one device in a process: this must stand before they are imported.
    os.environ["RIALTO_JIT"] = (
        "cuda" if args.device == "cuda" else os.environ.get("RIALTO_JIT", "1")
    )
    from rialto.bots.net.weights import BadNet
    from rialto.learning.checkpoint import BadCheckpoint
    from rialto.learning.mix import UnknownTable
    from rialto.learning.run import Run

    try:
        run = Run(args)
    except (BadCheckpoint, BadNet, UnknownTable) as error:
        print(f"rialto.learning.train: {error}", file=sys.stderr)
        return FAILED
    run.go()
    return 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m rialto.learning.train", description=__doc__)
    add = parser.add_argument
    add("--out", type=Path, required=True, help="folder for checkpoints, progress and the net")
    add("--resume", type=Path, help="folder of an earlier run to go on with")
    add(
        "--start", type=Path, help="file of weights to start from: a plan of its own, gentler steps"
    )
    add("--minutes", type=float, default=10.0, help="stop after so long, the start included")
    add("--decisions", type=float, help="so many are planned, in all runs together")
    add(
        "--plan",
        type=float,
        default=15.0,
        help="or so many minutes, without what a run needs to start",
    )
    add("--seed", type=int, default=1)
    add("--games", type=int, default=65536, help="games side by side")
    add("--steps", type=int, default=64, help="decisions in each game between two lessons")
    add("--batch", type=int, default=65536, help="decisions in each step of the optimiser")
    add("--rate", type=float, help="of learning at first, if not the usual one (smaller batches)")
    add("--curiosity", type=float, help="weight of the policy's entropy at first, if not the usual")
    add("--players", default="2,3,4,5,2n", help="tables to learn from; 2n is the neutral variant")
    add(
        "--against",
        type=Path,
        help="learn a best response to this checkpoint.pt or file of weights",
    )
    add("--sparring", type=Path, help="file of weights of another player to train against as well")
    add("--sparring-players", default="2", help="tables at which it sits")
    add("--sparring-share", type=float, default=0.4, help="share of the games that it plays in")
    add(
        "--snapshots", default="", help="also keep nets after so many million decisions: 50,100,200"
    )
    add("--device", choices=("cuda", "cpu"), default="cuda", help="cpu is some 200 times slower")
    add(
        "--numbers",
        choices=("bfloat16", "float32"),
        help="what the net reckons in: bfloat16 on a GPU, float32 on a CPU, unless said",
    )
    add("--no-compile", action="store_true", help="leave out torch.compile")
    add("--commit", help="of these sources, for the nets, where it cannot be found out")
    add("--width", type=int, help="of the net, for trials of the code")
    add("--stagger", type=int, default=400, help="random steps that scatter the games at the start")
    return parser.parse_args(arguments)


def trouble_with(args: argparse.Namespace) -> str | None:
    """What keeps it from training, in one sentence."""
    if importlib.util.find_spec("torch") is None:
        return "training needs PyTorch: install the extra `train`"
    import torch

    if args.device == "cuda" and not torch.cuda.is_available():
        return "training needs a GPU with CUDA, and PyTorch finds none"
    counts = (args.games, args.steps, args.batch, args.minutes, args.plan, args.decisions or 1)
    if min(counts) <= 0:
        return "games, steps, batch, minutes, plan and decisions must be above 0"
    if any(first is not None and first <= 0 for first in (args.rate, args.curiosity)):
        return "rate and curiosity must be above 0"
    if args.batch > args.games * args.steps:
        return f"a batch of {args.batch} is more than games times steps ({args.games * args.steps})"
    if not 0.0 < args.sparring_share < 1.0:
        return f"the sparring share must lie between 0 and 1, not {args.sparring_share:g}"
    if args.against and args.sparring:
        return "a best response has one opponent: no sparring"
    if args.resume and args.start:
        return "a run goes on with another or starts from weights, not both"
    if not all(part.isdecimal() for part in args.snapshots.split(",") if args.snapshots):
        return f"snapshots must be whole numbers of million decisions, not {args.snapshots!r}"
    return None


def write_line(path: Path, line: dict[str, Any]) -> None:
    """One line of progress, at once."""
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    sys.exit(main())
