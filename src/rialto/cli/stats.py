"""`rialto stats`: what self-play says about the game itself."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markdown import Markdown

from rialto.cli.arena import INTERRUPTED, add_common, play


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "stats",
        help="play a bot against itself and report on the game",
        description="Win share by starting place, points and their parts, what buildings and rows"
        " go with.",
    )
    parser.add_argument("--bot", default="greedy", help="who plays all seats")
    add_common(parser)
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="write page and plots here")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    from rialto.bots.tournament.statistics import markdown, plots

    try:
        results, finished = play(args, [args.bot], None, Console(stderr=True))
    except ValueError as error:
        print(f"rialto stats: {error}", file=sys.stderr)
        return 2
    if not results:
        return INTERRUPTED
    pictures = plots(results)
    files = {f"{args.write.stem}-{name}.svg": name for name in pictures} if args.write else {}
    page = markdown(results, command(args), files)
    Console().print(Markdown(page))
    try:
        if args.write:
            args.write.write_text(page, "utf-8")
            for file, name in files.items():
                args.write.with_name(file).write_text(pictures[name], "utf-8")
    except OSError as error:
        print(f"rialto stats: {error}", file=sys.stderr)
        return 2
    return 0 if finished else INTERRUPTED


def command(args: argparse.Namespace) -> str:
    """The command that makes the page again."""
    words = ["rialto", "stats", "--bot", args.bot, "--players", args.players]
    words += ["--games", str(args.games), "--seed", str(args.seed)]
    for option, usual in (("edition", "standard"), ("board", "lagoon")):
        if getattr(args, option) != usual:
            words += [f"--{option}", getattr(args, option)]
    if args.neutral:
        words.append("--neutral")
    if args.write:
        words += ["--write", args.write.as_posix()]
    return shlex.join(words)
