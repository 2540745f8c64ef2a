"""`rialto arena`: how strong are the bots?"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

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

from rialto.engine.house import BOARDS, EDITIONS, House

INTERRUPTED = 130


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "arena",
        help="play bots against each other and say how strong they are",
        description="Plays every line-up on the same deals in every seating round the table. With"
        " fewer bots than seats the last one named fills the table: --bots search:2000it,greedy"
        " --players 4 is one search against three greedies.",
    )
    parser.add_argument(
        "--bots",
        required=True,
        help="names, with commas between: random, greedy, greedy:30slips, search:5000it,"
        " search:200ms, search:5000it:2cores, program:./mybot.py, or a level for people",
    )
    add_common(parser)
    parser.add_argument("--json", type=Path, help="write the report and every game here")
    parser.add_argument("--plot", type=Path, help="write a plot of the win shares here (SVG)")
    parser.set_defaults(run=run)


def add_common(parser: argparse.ArgumentParser) -> None:
    """Options of everything that plays many games."""
    parser.add_argument("--players", default="2", help="2 to 5; several with commas between")
    parser.add_argument(
        "--games", type=int, default=400, help="for each line-up (made up to whole deals)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edition", default="standard", help=f"one of {', '.join(EDITIONS)}")
    parser.add_argument("--board", default="lagoon", help=" or ".join(BOARDS))
    parser.add_argument("--neutral", action="store_true", help="2 players with the neutral player")
    parser.add_argument("--workers", type=int, help="processes; all cores unless said otherwise")
    parser.add_argument("--resume", action="store_true", help="go on where the last one stopped")
    parser.add_argument(
        "--ray",
        nargs="?",
        const="",
        metavar="ADDRESS",
        help="play on a Ray cluster (needs the ray extra); without an address a local one",
    )


def run(args: argparse.Namespace) -> int:
    from rialto.bots.tournament.plot import win_shares
    from rialto.bots.tournament.standings import report

    console = Console(stderr=True)
    try:
        results, finished = play(args, args.bots.split(","), args.json, console)
    except ValueError as error:
        print(f"rialto arena: {error}", file=sys.stderr)
        return 2
    if not results:
        return INTERRUPTED
    found = report(results)
    try:
        if args.json and finished:
            args.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        if args.plot:
            args.plot.write_text(win_shares(found["standings"]), "utf-8")
    except OSError as error:
        print(f"rialto arena: {error}", file=sys.stderr)
        return 2
    show(found, Console())
    return 0 if finished else INTERRUPTED


def play(
    args: argparse.Namespace, bots: list[str], report: Path | None, console: Console
) -> tuple[list[dict[str, Any]], bool]:
    """Play what is missing; the results so far, and whether that is all."""
    from rialto.bots.tournament.arena import (
        Arena,
        BadArena,
        Journal,
        cores,
        run_here,
        run_ray,
        run_workers,
    )
    from rialto.bots.warmup import jobs_of
    from rialto.cli.warming import warm_up
    from rialto.compile.cache import cache_root

    try:
        players = tuple(int(n) for n in args.players.split(","))
    except ValueError:
        raise BadArena(f"players must be numbers from 2 to 5, not {args.players!r}") from None
    house = House.edition(args.edition, players=2, board=args.board, neutral=args.neutral)
    arena = Arena(tuple(bots), players, args.games, args.seed, house)
    arena.check()
    workers = cores() if args.workers is None else args.workers
    if workers < 1:
        raise BadArena(f"workers must be 1 or more, not {workers}")
    run = run_here if workers == 1 else run_workers(workers)
    if args.ray is not None:
        run = run_ray(args.ray or None)
    kept = cache_root() / "arena" / f"{arena.key}.jsonl"
    if report is not None:
        kept = report.with_suffix(".games.jsonl")
    try:
        journal = Journal(kept, arena, args.resume)
    except OSError as error:
        raise BadArena(str(error)) from None
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
    table = plain_table("Standings (95 %)", "n", "bot", "seats", "wins %", "points", "place")
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
