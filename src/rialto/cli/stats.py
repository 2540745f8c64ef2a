"""`rialto stats`: what self-play says about the game itself."""

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markdown import Markdown

from rialto.cli.arena import add_common, play, progress_bar, wanted_arena, wanted_runner
from rialto.cli.complaint import INTERRUPTED, Complaint
from rialto.cli.options import BOARD, EDITION, cores
from rialto.engine.house import BadHouse

if TYPE_CHECKING:
    from rialto.bots.tournament.tally import Tally


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
    from rialto.bots.tournament.chunks import heat_of
    from rialto.bots.tournament.statistics import markdown, plots, tables_of

    console = Console(stderr=True)
    heat = heat_of(args.bot)
    if heat is not None and args.ray is None:
        tables, finished = play_fast(args, heat, console)
    else:
        results, finished = play(args, [args.bot], None, console)
        tables = tables_of(results)
    if not tables:
        return INTERRUPTED
    pictures = plots(tables)
    files = {f"{args.write.stem}-{name}.svg": name for name in pictures} if args.write else {}
    page = markdown(tables, command(args), files)
    Console().print(Markdown(page))
    try:
        if args.write:
            args.write.write_text(page, "utf-8")
            for file, name in files.items():
                args.write.with_name(file).write_text(pictures[name], "utf-8")
    except OSError as error:
        raise Complaint(str(error)) from None
    return 0 if finished else INTERRUPTED


def play_fast(
    args: argparse.Namespace, heat: int, console: Console
) -> "tuple[dict[int, Tally], bool]":
    """The net needs no arena: its games are compiled from beginning to end. What was played of an
    interrupted command is kept until the same command has done the rest."""
    from rialto.bots.roster import UnknownBot
    from rialto.bots.tournament.arena import BadArena
    from rialto.bots.tournament.chunks import Kept, chunks_of, play_bulk
    from rialto.bots.tournament.tally import join
    from rialto.bots.warmup import jobs_of
    from rialto.cli.warming import warm_up
    from rialto.compile.cache import cache_root

    try:
        arena = wanted_arena(args, [args.bot])
        wanted_runner(args)
    except (BadArena, BadHouse, UnknownBot) as error:
        raise Complaint(str(error)) from None
    warm_up(jobs_of([args.bot]))
    kept = Kept(cache_root() / "stats")
    found, all_chunks = {}, []
    try:
        with progress_bar(console) as bar:
            for players in arena.players:
                house = arena.house.with_players(players)
                chunks = chunks_of(house, heat, args.games, args.seed)
                all_chunks += chunks
                task = bar.add_task(f"{players} players", total=args.games)
                tallies = []
                for tally in play_bulk(chunks, args.workers or cores(), kept):
                    tallies.append(tally)
                    bar.advance(task, len(tally.places))
                found[players] = join(tallies)
    except KeyboardInterrupt:
        console.print("Stopped; the same command goes on where it was.")
        return {}, False
    kept.forget(all_chunks)
    return found, True


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
