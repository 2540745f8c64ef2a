"""Play the match-ups of `docs/bots.md`: `python -m rialto.bots.tournament.measure --out GAMES`.

Every game is kept as it ends, one JSON object in a line; the same command again plays what is
missing. `python -m rialto.bots.tournament.tables GAMES` makes the tables.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from rialto.bots.protocol import Bot
from rialto.bots.roster import UnknownBot, make_bot
from rialto.bots.tournament.arena import be_worker
from rialto.bots.tournament.match import Job, play_game
from rialto.bots.tournament.plan import SECTIONS, Match, in_turn, make_plan
from rialto.bots.warmup import jobs_of
from rialto.compile.warm import warm
from rialto.engine.game import Move, View

FAILED: Final = 2
TELL_S: Final = 10.0
SEARCH: Final = "doge:1000"

Task = tuple[str, Job]


class Timed:
    """A bot, how often it was asked, and how long it thought."""

    def __init__(self, bot: Bot) -> None:
        self.name = bot.name
        self.choices = 0
        self.seconds = 0.0
        """Of a processor."""
        self._bot = bot

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        began = time.process_time()
        move = self._bot.choose(view, legal, seconds)
        if len(legal) > 1:
            self.seconds += time.process_time() - began
            self.choices += 1
        return move

    def close(self) -> None:
        close = getattr(self._bot, "close", None)
        if close is not None:
            close()


def play(task: Task, make: Callable[[str, int], Bot] = make_bot) -> dict[str, Any]:
    """One game, in few words."""
    name, job = task
    bots: list[Timed] = []

    def seat(bot: str, seed: int) -> Bot:
        bots.append(Timed(make(bot, seed)))
        return bots[-1]

    result = play_game(job, seat)
    return {
        "match": name,
        **{key: result[key] for key in ("game", "deal", "bots", "places", "moves")},
        "points": [score["total"] for score in result["scores"]],
        "faults": sum(sum(faults.values()) for faults in result["faults"]),
        "choices": [bot.choices for bot in bots],
        "seconds": [round(bot.seconds, 4) for bot in bots],
    }


def read_games(path: Path) -> list[dict[str, Any]]:
    """The games in a file; the last line may have been cut off."""
    found = []
    for line in path.read_text("utf-8").splitlines() if path.exists() else []:
        try:
            found.append(json.loads(line))
        except ValueError:
            continue
    return found


def missing(plan: Sequence[Match], path: Path) -> list[Task]:
    """What is still to be played."""
    done = {(game["match"], game["game"]) for game in read_games(path)}
    tasks = ((match.name, job) for match, job in in_turn(plan))
    return [(name, job) for name, job in tasks if (name, job.number) not in done]


def measure(tasks: Sequence[Task], path: Path, workers: int, end: float) -> None:
    """Play until all is played or the time is over; games that are not finished then are lost."""
    context = multiprocessing.get_context("spawn")
    path.parent.mkdir(parents=True, exist_ok=True)
    began = told = time.monotonic()
    played: Counter[str] = Counter()
    with context.Pool(workers, be_worker) as pool, path.open("a", encoding="utf-8") as file:
        coming = pool.imap_unordered(play, tasks)
        while True:
            try:
                game = coming.next(timeout=max(0.0, end - time.monotonic()))
            except (StopIteration, multiprocessing.TimeoutError):
                break
            file.write(json.dumps(game) + "\n")
            file.flush()
            played[game["match"]] += 1
            if time.monotonic() - told > TELL_S:
                told = time.monotonic()
                tell(f"{played.total()} of {len(tasks)} games in {told - began:.0f} s")
        pool.terminate()
    tell(f"{played.total()} of {len(tasks)} games in {time.monotonic() - began:.0f} s, in {path}")


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m rialto.bots.tournament.measure")
    add = parser.add_argument
    add("--out", type=Path, required=True, help="FILE.jsonl; games that it holds are not repeated")
    add("--sections", default=",".join(SECTIONS), help=f"some of {', '.join(SECTIONS)}")
    add("--players", default="2,3,4,5", help="only tables of so many")
    add("--search", default=SEARCH, help="the search that the net guides, or several")
    add("--response", help="weights of a best response to the net")
    add("--minutes", type=float, default=9.0, help="stop after so long, compiling included")
    add("--workers", type=int, default=os.cpu_count() or 1)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    began = time.monotonic()
    args = parse(arguments)
    try:
        tasks = missing(matches_of(args), args.out)
        bots = sorted({bot for _, job in tasks for bot in job.bots})
        for bot in bots:
            make_bot(bot, 0)
    except (UnknownBot, ValueError, OSError) as error:
        tell(f"rialto.bots.tournament.measure: {error}")
        return FAILED
    warm(jobs_of(bots), lambda name, n, of: tell(f"compiling {name}"))
    tell(f"compiled after {time.monotonic() - began:.0f} s; {len(tasks)} games to play")
    measure(tasks, args.out, args.workers, began + 60.0 * args.minutes)
    return 0


def matches_of(args: argparse.Namespace) -> list[Match]:
    sections = args.sections.split(",")
    unknown = set(sections) - set(SECTIONS)
    if unknown:
        raise ValueError(f"no section {min(unknown)!r}; there are {', '.join(SECTIONS)}")
    players = args.players.split(",")
    if not set(players) <= {"2", "3", "4", "5"}:
        raise ValueError(f"players must be some of 2,3,4,5, not {args.players!r}")
    if args.workers < 1 or args.minutes <= 0:
        raise ValueError("workers and minutes must be above 0")
    return [
        match
        for match in make_plan(args.search.split(","), args.response)
        if match.section in sections and str(match.players) in players
    ]


if __name__ == "__main__":
    sys.exit(main())
