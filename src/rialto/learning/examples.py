"""What a bot chose, to learn from: `python -m rialto.learning.examples --bot NAME --out FOLDER`.

Games are played on all cores; of every choice of the bot the observation, the legal actions and the
action are kept, a file for some hundred games. The same command again goes on where it was stopped.
"""

import argparse
import json
import multiprocessing
import os
import sys
import time
from collections import deque
from collections.abc import Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rialto.bots.observation.features import SIZE, VERSION
from rialto.bots.observation.writers import observation
from rialto.bots.protocol import Bot
from rialto.bots.roster import UnknownBot, make_bot
from rialto.bots.tournament.arena import AHEAD, be_worker
from rialto.bots.tournament.match import Job, play_game
from rialto.bots.warmup import jobs_of
from rialto.compile.warm import warm
from rialto.engine.game import Move, View
from rialto.engine.moves import PLAYER_ACTIONS, player_number
from rialto.learning.mix import TABLES, UnknownTable, lanes_of, tables_named

FAILED: Final = 2
BATCH: Final = 200
"""Games in a file."""
TELL_S: Final = 10.0
SPREAD: Final = 4096
"""Over so many games every kind of game comes as often as it should."""


class Examples(NamedTuple):
    """Choices, a row each."""

    seen: NDArray[np.int8]
    """(rows, SIZE)"""
    legal: NDArray[np.int8]
    """(rows, PLAYER_ACTIONS): 1 for what could be chosen."""
    chosen: NDArray[np.int16]
    """(rows,): by `player_number`."""


class BadExamples(ValueError):
    """Examples that cannot be used; the message says why."""


class Watched:
    """A bot whose choices are written down."""

    def __init__(self, bot: Bot, rows: list[tuple[Any, list[int], int]]) -> None:
        self.name = bot.name
        self._bot = bot
        self._rows = rows

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        move = self._bot.choose(view, legal, seconds)
        if len(legal) > 1:
            numbers = [player_number(one.action) for one in legal]
            self._rows.append((observation(view), numbers, player_number(move.action)))
        return move

    def close(self) -> None:
        close = getattr(self._bot, "close", None)
        if close is not None:
            close()


def job_of(number: int, seed: int, tables: str, bot: str, beside: str) -> Job:
    """A game: in two of three the other bot has a seat too, in the third the bot has all."""
    kinds = lanes_of(SPREAD, tables_named(tables))
    luck = np.random.default_rng((seed, number))
    places = np.cumsum([count for _, count in kinds])
    house = kinds[int(np.searchsorted(places, luck.integers(SPREAD), side="right"))][0]
    bots = [bot] * house.players
    if number % 3:
        bots[int(luck.integers(house.players))] = beside
    seeds = [int(word) for word in luck.integers(1 << 62, size=1 + house.players)]
    return Job(number, house.players, 0, number, 0, tuple(bots), seeds[0], tuple(seeds[1:]), house)


def play(job: Job, bot: str) -> Examples:
    """The bot's choices in a game."""
    rows: list[tuple[Any, list[int], int]] = []

    def seat(name: str, seed: int) -> Bot:
        made = make_bot(name, seed)
        return Watched(made, rows) if name == bot else made

    play_game(job, seat)
    legal = np.zeros((len(rows), PLAYER_ACTIONS), np.int8)
    for row, (_, numbers, _) in zip(legal, rows, strict=True):
        row[numbers] = 1
    seen = np.array([row[0] for row in rows], np.int8).reshape(-1, SIZE)
    return Examples(seen, legal, np.array([row[2] for row in rows], np.int16))


def join(parts: Sequence[Examples]) -> Examples:
    return Examples(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def keep(path: Path, found: Examples) -> None:
    """A file of examples; it is there whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        np.savez_compressed(
            file, seen=found.seen, legal=np.packbits(found.legal, axis=1), chosen=found.chosen
        )
    fresh.replace(path)


def read_examples(folder: Path) -> tuple[Examples, dict[str, Any]]:
    """All that lie in a folder, and how they were made."""
    about = read_about(folder)
    paths = sorted(folder.glob("*.npz"))
    if not paths:
        raise BadExamples(f"there are no examples in {folder}")
    parts = []
    for path in paths:
        try:
            with np.load(path) as file:
                legal = np.unpackbits(file["legal"], axis=1, count=PLAYER_ACTIONS)
                parts.append(Examples(file["seen"], legal.astype(np.int8), file["chosen"]))
        except (OSError, ValueError, KeyError) as error:
            raise BadExamples(f"{path} cannot be read: {type(error).__name__}") from None
    return join(parts), about


def read_about(folder: Path) -> dict[str, Any]:
    """How the examples in a folder were made."""
    try:
        about: dict[str, Any] = json.loads((folder / "about.json").read_text("utf-8"))
        version = about["observation"]
    except (OSError, ValueError, KeyError, TypeError):
        raise BadExamples(f"there are no examples in {folder}") from None
    if version != VERSION:
        raise BadExamples(
            f"the examples in {folder} are of observation version {version}, this is {VERSION}"
        )
    return about


def gather(args: argparse.Namespace, end: float) -> None:
    """Play until all is played or the time is over; what fills no file is kept all the same."""
    done = [int(path.stem) for path in args.out.glob("*.npz")]
    number = first = max(done, default=0)
    began = told = time.monotonic()
    rows, parts = 0, []
    make = partial(job_of, seed=args.seed, tables=args.players, bot=args.bot, beside=args.beside)
    context = multiprocessing.get_context("spawn")
    with context.Pool(args.workers, be_worker) as pool:
        jobs = (make(n) for n in range(first, args.games))
        waiting = deque(
            pool.apply_async(play, (job, args.bot)) for job in islice(jobs, AHEAD * args.workers)
        )
        try:
            while waiting and time.monotonic() < end:
                parts.append(waiting.popleft().get())
                number += 1
                waiting.extend(pool.apply_async(play, (job, args.bot)) for job in islice(jobs, 1))
                rows += len(parts[-1].chosen)
                if len(parts) == BATCH:
                    keep(args.out / f"{number:07}.npz", join(parts))
                    parts = []
                if time.monotonic() - told > TELL_S:
                    told = time.monotonic()
                    tell(f"{rows} choices in {number - first} games, {told - began:.0f} s")
        except KeyboardInterrupt:
            tell("interrupted")
        pool.terminate()
    if parts:
        keep(args.out / f"{number:07}.npz", join(parts))
    tell(f"{rows} choices in {number - first} games more, in {args.out}")


def tell(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m rialto.learning.examples", description=__doc__)
    add = parser.add_argument
    add("--out", type=Path, required=True, help="folder for the examples")
    add("--bot", default="search:200it", help="whose choices are kept")
    add("--beside", default="net", help="who sits beside it in two games of three")
    add("--players", default="2,2n,4", help=f"tables: some of {', '.join(TABLES)}")
    add("--seed", type=int, default=1)
    add("--games", type=int, default=1_000_000, help="so many in all")
    add("--minutes", type=float, default=10.0, help="stop after so long, compiling included")
    add("--workers", type=int, default=os.cpu_count() or 1)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    end = time.monotonic()
    args = parse(arguments)
    end += 60.0 * args.minutes
    about = {
        "observation": VERSION,
        "bot": args.bot,
        "beside": args.beside,
        "players": args.players,
        "seed": args.seed,
    }
    try:
        if min(args.workers, args.games, args.minutes) <= 0:
            raise ValueError("workers, games and minutes must be above 0")
        tables_named(args.players)
        for bot in (args.bot, args.beside):
            make_bot(bot, 0)
        if (args.out / "about.json").exists() and read_about(args.out) != about:
            raise BadExamples(f"{args.out} holds examples that were made otherwise")
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "about.json").write_text(json.dumps(about), "utf-8")
    except (UnknownBot, UnknownTable, ValueError, OSError) as error:
        tell(f"rialto.learning.examples: {error}")
        return FAILED
    warm(jobs_of([args.bot, args.beside]), lambda name, n, of: tell(f"compiling {name}"))
    gather(args, end)
    return 0


if __name__ == "__main__":
    sys.exit(main())
