"""Find puzzles in games of the net against itself: `python -m rialto.review.mine --out FOUND`.

A decision becomes a puzzle if one move is better than every other by at least 4 % of win share
beyond the interval, and greedy misses it: it looks so by what its seat knew in the game, and is so
on fresh seeds, played to the end, by the position alone. What is found is kept at once, one JSON
object in a line; the same command goes on where it was. `--into puzzles.json` chooses from it.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np

from rialto.bots.greedy import Greedy
from rialto.bots.tournament.arena import be_worker
from rialto.bots.tournament.measure import FAILED, read_games, tell
from rialto.compile.warm import warm
from rialto.engine.box import ROUNDS
from rialto.engine.game import BadPosition, Game, Move, View
from rialto.engine.guess import guess
from rialto.engine.ids import ASKED_OF_PLAYERS, Decision
from rialto.engine.notation import format_position
from rialto.engine.rng import new_rng
from rialto.engine.state import to_record
from rialto.review.games import numbers, questions
from rialto.review.judging import Coach, Question, conclude
from rialto.review.puzzles import Puzzle, read_puzzle, write
from rialto.review.report import Mode
from rialto.review.trial import SURPRISE, Trial, gap_in, noise_of
from rialto.review.warmup import JOBS

AHEAD: Final = 0.04
"""Win share beyond the interval."""
PROMISING: Final = 0.08
"""A difference in the game from which it is worth looking closer."""
SURE: Final = 0.4
"""How likely the net must take its first choice at least ..."""
MISSED: Final = 0.2
"""... and greedy's at most."""
FEWEST, MOST = 3, 16
"""Legal moves in a puzzle: all of them are compared."""
CHUNK: Final = 32
EARLY: Final = 2 * CHUNK
"""Playouts after which a move that is not behind by enough ends the first look."""
PLAYOUTS: Final = 1024
"""Of one move in the first look, at most."""
SECOND: Final = 192
"""Playouts of every move in the second look, at least."""
START: Final = Decision.START.name.lower()
FRESH: Final = 1_000_003
"""Set the seeds of the second look apart."""

Task = tuple[int, int, tuple[str, ...]]
"""Players, the game's seed and the kinds of decision to look at; none: all."""


def mine_game(task: Task) -> dict[str, Any]:
    """What one game has to offer."""
    players, seed, kinds = task
    coach, greedy = Coach(), Greedy()
    beliefs = [coach.believe(seed * 8 + p) for p in range(players)]
    judged: Counter[str] = Counter()
    found = []
    for witness in questions("net", players, seed):
        game = witness.game
        kind = game.decision.name.lower()
        if kinds and kind not in kinds:
            if kinds == (START,):
                break  # nobody is asked that again
            continue
        p = game.to_move[0]
        view, legal = witness.view(p), game.legal(p)
        missed = greedy.choose(game.view(p), legal)
        question = coach.ask(view, missed)
        if not FEWEST <= len(legal) <= MOST or not is_missed(question):
            continue
        judged[kind] += 1
        judgement = coach.judge(question, beliefs[p], Mode.QUICK, seed, len(game.log))
        first, *others = judgement.choices
        # Playouts may say that greedy was right and the net was not.
        if first.move == missed.text or not others:
            continue
        if min(choice.behind for choice in others) < PROMISING:
            continue
        puzzle = confirm(coach, view, missed, first.move, seed)
        if puzzle is not None:
            found.append(asdict(puzzle))
    return {"players": players, "seed": seed, "judged": judged, "puzzles": found}


def is_missed(question: Question) -> bool:
    """Whether the net is rather sure, and of another move than greedy's."""
    which = question.played
    return bool(which) and question.likely[0] >= SURE and question.likely[which or 0] <= MISSED


def confirm(coach: Coach, view: View, missed: Move, solution: str, seed: int) -> Puzzle | None:
    """By the position alone, to the end of the game, on fresh seeds."""
    rng = new_rng(seed + FRESH, view.seat or 0)
    position = format_position(to_record(guess(view, rng)[0]))
    try:
        game = Game.from_position(position)
    except BadPosition:  # some moments have no notation, such as one between two secret discards
        return None
    assert view.seat is not None
    if view.seat not in game.to_move or missed not in game.legal(view.seat):
        return None
    seen = game.view(view.seat)
    question = coach.ask(seen, missed, MOST, rare=0.0)
    texts = [Move(view.seat, action).text for action in question.actions]
    if solution not in texts:
        return None
    best = texts.index(solution)
    trials = try_all(coach, question, best, seed)
    if not trials:
        return None
    name = hashlib.sha256(position.encode()).hexdigest()[:8]
    return Puzzle(name, position, missed.text, conclude(question, trials, best, 0))


def try_all(coach: Coach, question: Question, best: int, seed: int) -> list[Trial]:
    """Playouts to the end of the game on fresh seeds; nothing where not every other move is clearly
    behind. What ends the first look is partly luck, so the figures are of the second alone; the
    first says how many playouts each move needs."""
    belief = coach.believe(seed + FRESH)
    belief.follow(question.view)
    rng = new_rng(seed + FRESH, len(question.actions))

    def play(moves: list[int], few: int) -> Trial:
        which = [best, *moves]
        cells = coach.compare(question, which, belief, ROUNDS, few, rng)
        return Trial(which, cells, question.view.players, 0.0)

    others = [i for i in range(len(question.actions)) if i != best]
    needed = playouts_needed(play, best, others)
    if needed is None:
        return []
    trials = [play(others, SECOND)]
    close = [i for i in others if needed[i] > SECOND]
    if close:
        trials.append(play(close, max(needed[i] for i in close)))
    gaps = [gap_in(trials, best, i) for i in others]
    return trials if all(gap.mean - gap.within >= AHEAD for gap in gaps) else []


def playouts_needed(
    play: Callable[[list[int], int], Trial], best: int, others: list[int]
) -> dict[int, int] | None:
    """Until each of the others is clearly behind; None where one is not."""
    needed: dict[int, int] = {}
    behind = {i: np.zeros(0) for i in others}
    for n in range(CHUNK, PLAYOUTS + 1, CHUNK):
        trial = play(list(behind), CHUNK)
        for i in list(behind):
            behind[i] = np.append(behind[i], trial.shares(best) - trial.shares(i))
            gap = noise_of(behind[i], SURPRISE)
            if n >= EARLY and gap.mean < AHEAD:
                return None
            if gap.mean - gap.within >= AHEAD:
                needed[i] = n
                del behind[i]
        if not behind:
            return needed
    return None


def choose(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Of every kind of decision and number of players about as many, the clearest first."""

    def clearness(puzzle: Puzzle) -> float:
        return -min(choice.behind - choice.within for choice in puzzle.judgement.choices[1:])

    kinds: Counter[tuple[str, int]] = Counter()
    ranked = []
    for puzzle in sorted({one.name: one for one in found}.values(), key=clearness):
        kind = (puzzle.theme, puzzle.players)
        ranked.append((kinds[kind], clearness(puzzle), puzzle))
        kinds[kind] += 1
    ranked.sort(key=lambda entry: entry[:2])
    chosen = [puzzle for _, _, puzzle in ranked[:most]]
    return sorted(chosen, key=lambda one: (one.difficulty, one.players, one.name))


def tasks_of(players: Sequence[int], seed: int) -> Iterator[tuple[int, int]]:
    """Without end."""
    while True:
        yield from ((n, seed) for n in players)
        seed += 1


def mine(path: Path, args: argparse.Namespace, end: float) -> None:
    done = {(game["players"], game["seed"]) for game in read_games(path)}
    wanted = (task for task in tasks_of(args.players, args.seed) if task not in done)
    tasks = ((*task, args.kinds) for task in wanted)
    context = multiprocessing.get_context("spawn")
    games = puzzles = 0
    with context.Pool(args.workers, be_worker) as pool, path.open("a", encoding="utf-8") as file:
        # A few games at a time: the tasks have no end.
        while time.monotonic() < end:
            for game in pool.imap_unordered(mine_game, [next(tasks) for _ in range(args.workers)]):
                file.write(json.dumps(game) + "\n")
                file.flush()
                games += 1
                puzzles += len(game["puzzles"])
            tell(f"{puzzles} puzzles in {games} games")
        pool.terminate()


def kinds_of(text: str) -> tuple[str, ...]:
    """`start,source`: kinds of decision."""
    kinds = tuple(text.split(","))
    known = [kind.name.lower() for kind in ASKED_OF_PLAYERS]
    for kind in kinds:
        if kind not in known:
            raise argparse.ArgumentTypeError(f"{kind} is no kind of decision")
    return kinds


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m rialto.review.mine")
    add = parser.add_argument
    add("--out", type=Path, required=True, help="FILE.jsonl; what it holds is not mined again")
    add("--players", type=numbers, default=[2, 3, 4])
    add("--kinds", type=kinds_of, default=(), help="of decision, as start,source; all if not given")
    add("--seed", type=int, default=1)
    add("--minutes", type=float, default=10.0, help="begin no game after so long")
    add("--workers", type=int, default=os.cpu_count() or 1)
    add("--into", type=Path, help="choose from what was found, and write that file")
    add("--most", type=int, default=120)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    began = time.monotonic()
    args = parse(arguments)
    try:
        if args.into is not None:
            found = [one for game in read_games(args.out) for one in game["puzzles"]]
            write(args.into, choose([read_puzzle(one) for one in found], args.most))
            return 0
        if args.workers < 1:
            raise ValueError("workers must be above 0")
        warm(JOBS, lambda name, n, of: tell(f"compiling {name}"))
        mine(args.out, args, began + 60.0 * args.minutes)
    except (ValueError, OSError) as error:
        tell(f"rialto.review.mine: {error}")
        return FAILED
    return 0


if __name__ == "__main__":
    sys.exit(main())
