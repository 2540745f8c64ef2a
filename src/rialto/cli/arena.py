"""`rialto arena`: how strong are the bots?"""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.box import SIMPLE
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from rialto.cli.complaint import INTERRUPTED, Complaint
from rialto.cli.options import add_house, cores
from rialto.engine.house import BadHouse, House

if TYPE_CHECKING:
    from rialto.bots.tournament.arena import Arena, Runner


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play every line-up on the same deals, in every seating round the table. With fewer bots"
        " than seats the last one named fills the table: --bots search:2000it,greedy --players 4"
        " is one search against three greedies."
    )
    parser.add_argument(
        "--bots",
        required=True,
        metavar="NAMES",
        help="with commas between: random, greedy, greedy:30slips, search:5000it, search:200ms,"
        " search:5000it:2cores, program:./mybot.py, or a level for people (docs/bots.md)",
    )
    add_common(parser)
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write the report here, and every game beside it"
    )
    parser.add_argument(
        "--plot", type=Path, metavar="FILE.svg", help="write a plot of the win shares here"
    )


def add_common(parser: argparse.ArgumentParser) -> None:
    """Options of everything that plays many games."""
    parser.add_argument(
        "--players", default="2", metavar="N", help="2 to 5, or several: 2,4 (default: 2)"
    )
    parser.add_argument(
        "--games",
        type=int,
        default=400,
        metavar="N",
        help="for each line-up, made up to whole deals (default: 400)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="of deals and bots (default: 1)"
    )
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes (default: one for each core)"
    )
    parser.add_argument(
        "--resume", action="store_true", help="go on where the same command was stopped"
    )
    parser.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster, without an address on a local one (needs pip install ray)",
    )
    add_house(parser)


def run(args: argparse.Namespace) -> int:
    from rialto.bots.tournament.plot import win_shares
    from rialto.bots.tournament.standings import report

    console = Console(stderr=True)
    results, finished = play(args, args.bots.split(","), args.json, console)
    if not results:
        return INTERRUPTED
    found = report(results)
    try:
        if args.json and finished:
            args.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        if args.plot:
            args.plot.write_text(win_shares(found["standings"]), "utf-8")
    except OSError as error:
        raise Complaint(str(error)) from None
    show(found, Console())
    return 0 if finished else INTERRUPTED


def play(
    args: argparse.Namespace, bots: list[str], report: Path | None, console: Console
) -> tuple[list[dict[str, Any]], bool]:
    """Play what is missing; the results so far, and whether that is all."""
    from rialto.bots.roster import UnknownBot
    from rialto.bots.tournament.arena import BadArena, Journal
    from rialto.bots.warmup import jobs_of
    from rialto.cli.warming import warm_up

    try:
        arena = wanted_arena(args, bots)
        run = wanted_runner(args)
        journal = Journal(kept_in(arena, report), arena, args.resume)
    except (BadArena, BadHouse, UnknownBot, OSError) as error:
        raise Complaint(str(error)) from None
    jobs = arena.jobs()
    missing = [job for job in jobs if job.number not in journal.results]
    try:
        warm_up(jobs_of(bots))
        with progress_bar(console) as bar:
            task = bar.add_task("games", total=len(jobs), completed=len(jobs) - len(missing))
            for result in run(missing):
                journal.add(result)
                bar.advance(task)
    except KeyboardInterrupt:
        console.print(
            f"Stopped after {len(journal.results)} of {len(jobs)} games; they are kept in"
            f" {journal.path}. Go on with --resume.",
            soft_wrap=True,
        )
    finally:
        journal.close()
    return journal.in_order, len(journal.results) == len(jobs)


def wanted_arena(args: argparse.Namespace, bots: list[str]) -> "Arena":
    from rialto.bots.tournament.arena import Arena, BadArena

    try:
        players = tuple(int(n) for n in args.players.split(","))
    except ValueError:
        raise BadArena(f"players must be numbers from 2 to 5, not {args.players!r}") from None
    house = House.edition(args.edition, players=2, board=args.board, neutral=args.neutral)
    arena = Arena(tuple(bots), players, args.games, args.seed, house)
    arena.check()
    return arena


def wanted_runner(args: argparse.Namespace) -> "Runner":
    from rialto.bots.tournament.arena import BadArena, run_here, run_ray, run_workers

    workers = cores() if args.workers is None else args.workers
    if workers < 1:
        raise BadArena(f"workers must be 1 or more, not {workers}")
    if args.ray is not None:
        return run_ray(args.ray or None)
    return run_here if workers == 1 else run_workers(workers)


def kept_in(arena: "Arena", report: Path | None) -> Path:
    """Where the games are kept as they finish."""
    from rialto.compile.cache import cache_root

    if report is not None:
        return report.with_suffix(".games.jsonl")
    return cache_root() / "arena" / f"{arena.key}.jsonl"


def progress_bar(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )


def interval(estimate: dict[str, float | None], digits: int, factor: float = 1.0) -> str:
    mean, low, high = (
        "?" if (value := estimate[key]) is None else f"{factor * value:.{digits}f}"
        for key in ("mean", "low", "high")
    )
    return f"{mean} ({low}–{high})"


def plain_table(title: str, *columns: str) -> Table:
    """Narrow enough for 80 columns."""
    return Table(*columns, title=title, box=SIMPLE, collapse_padding=True, pad_edge=False)


def show(found: dict[str, Any], console: Console) -> None:
    table = plain_table("Standings (95 %)", "players", "bot", "seats", "wins %", "points", "place")
    for row in found["standings"]:
        table.add_row(
            str(row["players"]),
            row["bot"],
            str(row["seats"]),
            interval(row["win_share"], 1, 100),
            interval(row["points"], 1),
            interval(row["place"], 2),
        )
    console.print(table)
    if found["pairs"]:
        table = plain_table("Pairs (95 %)", "bot", "ahead of", "times met", "%")
        for row in found["pairs"]:
            table.add_row(row["bot"], row["other"], str(row["n"]), interval(row["ahead"], 1, 100))
        console.print(table)
    if found["ratings"]:
        table = plain_table("Plackett-Luce", "bot", "rating", "±")
        for row in found["ratings"]:
            table.add_row(row["bot"], f"{row['mu']:.2f}", f"{1.96 * row['sigma']:.2f}")
        console.print(table)
    for bot, counts in found["faults"].items():
        for fault, n in counts.items():
            console.print(f"{bot} {fault} ({n} times); a fallback move was played instead.")
