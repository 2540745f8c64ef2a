"""`rialto stats`: what self-play says about the game itself."""

import argparse
import shlex
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown

from rialto.cli.arena import add_common, play
from rialto.cli.complaint import INTERRUPTED, Complaint
from rialto.cli.options import BOARD, EDITION


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a bot against itself and report on the game: who wins by starting place, where points"
        " come from, what buildings and rows go with."
    )
    parser.add_argument(
        "--bot", default="greedy", metavar="NAME", help="who plays all seats (default: greedy)"
    )
    add_common(parser)
    parser.add_argument("--write", type=Path, metavar="FILE.md", help="write page and plots here")


def run(args: argparse.Namespace) -> int:
    from rialto.bots.tournament.statistics import markdown, plots

    results, finished = play(args, [args.bot], None, Console(stderr=True))
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
        raise Complaint(str(error)) from None
    return 0 if finished else INTERRUPTED


def command(args: argparse.Namespace) -> str:
    """The command that makes the page again."""
    words = ["rialto", "stats", "--bot", args.bot, "--players", args.players]
    words += ["--games", str(args.games), "--seed", str(args.seed)]
    for option, usual in (("edition", EDITION), ("board", BOARD)):
        if getattr(args, option) != usual:
            words += [f"--{option}", getattr(args, option)]
    if args.neutral:
        words.append("--neutral")
    if args.write:
        words += ["--write", args.write.as_posix()]
    return shlex.join(words)
