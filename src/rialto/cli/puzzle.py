"""`rialto puzzle`: a position with one best move; find it, and be told why."""

import argparse
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from rialto.cli.complaint import Complaint
from rialto.cli.options import add_language
from rialto.cli.solved import Solved, keep_solved, read_solved
from rialto.cli.speech import language
from rialto.engine.ids import ASKED_OF_PLAYERS
from rialto.locales import Words

if TYPE_CHECKING:
    from rialto.review.puzzles import Puzzle

KINDS: Final = [decision.name.lower() for decision in ASKED_OF_PLAYERS]


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show a position in which one move is better than all others, ask for it, and say how the"
        " answer was and why. Without --number it is the first one that is not solved yet."
    )
    parser.add_argument(
        "--theme",
        metavar="KIND",
        help=f"only this kind of decision: {', '.join(KINDS)}",
    )
    parser.add_argument("--difficulty", type=int, metavar="N", help="only this one, from 1 to 3")
    parser.add_argument("--number", type=int, metavar="N", help="the Nth of these puzzles")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    speech = language(args.lang)
    # Plain Python starts at once, and nothing is thought about.
    os.environ.setdefault("RIALTO_JIT", "0")
    found = wanted_puzzles(args.theme, args.difficulty)
    before = read_solved()
    chosen = choose(found, args.number, before)
    from rich.console import Console

    from rialto.cli.puzzle_table import PuzzleTable

    console = Console(highlight=False)
    if chosen.again:
        console.print(speech.t("terminal.puzzle.all_solved"))
    headline = speech.t(
        "terminal.puzzle.headline",
        n=chosen.number,
        of=len(found),
        theme=speech.t(f"puzzle.theme.{chosen.puzzle.theme}"),
        difficulty=speech.t(f"puzzle.difficulty.{chosen.puzzle.difficulty}"),
    )
    table = PuzzleTable(chosen.puzzle, speech, console)
    answer = table.ask(headline)
    if answer is None:
        return 0
    table.explain(answer)
    after = before.with_answer(chosen.puzzle.name, solved=answer.text == chosen.puzzle.solution)
    keep_solved(after)
    tell_progress(after, found, speech, console.print)
    return 0


class Chosen(NamedTuple):
    puzzle: "Puzzle"
    number: int
    """Among those that were asked for, from 1."""
    again: bool
    """All of them are solved."""


def wanted_puzzles(theme: str | None, difficulty: int | None) -> list["Puzzle"]:
    from rialto.review import puzzles

    found = list(puzzles.load())
    themes = sorted({one.theme for one in found})
    if theme is not None and theme not in themes:
        raise Complaint("terminal.puzzle.bad_theme", given=theme, known=", ".join(themes))
    if difficulty is not None and not 1 <= difficulty <= 3:
        raise Complaint("terminal.puzzle.bad_difficulty", given=difficulty)
    found = [one for one in found if theme in (None, one.theme)]
    found = [one for one in found if difficulty in (None, one.difficulty)]
    if not found:
        raise Complaint("puzzle.none")
    return found


def choose(found: list["Puzzle"], number: int | None, solved: Solved) -> Chosen:
    if number is not None:
        if not 1 <= number <= len(found):
            raise Complaint("terminal.puzzle.bad_number", given=number, of=len(found))
        return Chosen(found[number - 1], number, again=False)
    for n, one in enumerate(found, 1):
        if one.name not in solved.names:
            return Chosen(one, n, again=False)
    return Chosen(found[0], 1, again=True)


def tell_progress(
    after: Solved, found: list["Puzzle"], speech: Words, say: Callable[..., None]
) -> None:
    done = sum(one.name in after.names for one in found)
    say()
    say(speech.t("puzzle.solved_of", done=done, of=len(found)))
    say(speech.t("puzzle.streak", n=after.streak))
