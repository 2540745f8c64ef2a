"""Positions with one move that is better than all others, and that is easily missed.

Mined from games of the net (`mine.py`) and shipped as data: `puzzles.json`.
"""

import json
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Final

from rialto.engine.game import BadPosition, Game
from rialto.review.form import BadForm, read_form
from rialto.review.report import Judgement, Verdict

FORMAT: Final = "rialto-puzzles"
VERSION: Final = 1
FILE: Final = Path(__file__).with_name("puzzles.json")
NAMES: Final = ("Anna", "Marco", "Lucia", "Paolo", "Chiara")
"""Who sits there."""
EASY, MIDDLING = 0.20, 0.13
"""Win share by which every other move of such a puzzle is behind at least."""


class BadPuzzles(ValueError):
    """A file of puzzles that cannot be used; the message says what is wrong and where."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    name: str
    position: str
    """As docs/notation.md writes it; the cards that the seat does not see are dealt anyhow."""
    greedy: str
    """What the greedy bot plays."""
    judgement: Judgement
    """The solution comes first; the move held against it is greedy's."""

    @property
    def seat(self) -> int:
        return self.judgement.seat

    @property
    def players(self) -> int:
        return len(self.judgement.shares)

    @property
    def theme(self) -> str:
        """The kind of decision."""
        return self.judgement.kind

    @property
    def solution(self) -> str:
        return self.judgement.choices[0].move

    @property
    def difficulty(self) -> int:
        """From 1 to 3: the closer the next move comes, the harder."""
        closest = min(choice.behind for choice in self.judgement.choices[1:])
        return 1 if closest >= EASY else 2 if closest >= MIDDLING else 3

    def game(self) -> Game:
        return Game.from_position(self.position, names=list(NAMES[: self.players]))

    def judge(self, move: str) -> Judgement:
        """With this move as the one played; the reasons are still those against greedy's."""
        solved = move == self.solution
        chosen = next((c for c in self.judgement.choices if c.move == move), None)
        return replace(
            self.judgement,
            played=move,
            verdict=Verdict.BEST if solved else Verdict.BETTER,
            better=None if solved else self.solution,
            loss=chosen.behind if chosen else 0.0,
            loss_points=chosen.points if chosen else 0.0,
        )


@cache
def load(path: Path = FILE) -> tuple[Puzzle, ...]:
    """All puzzles of a file, checked."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise BadPuzzles(f"{path.name} cannot be read: {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BadPuzzles(f"{path.name} holds no puzzles")
    if data.get("version") != VERSION:
        raise BadPuzzles(f"{path.name} has version {data.get('version')}, not {VERSION}")
    return tuple(read_puzzle(one, f"puzzles[{n}]") for n, one in enumerate(data["puzzles"]))


def read_puzzle(data: Any, where: str = "") -> Puzzle:
    try:
        puzzle = read_form(Puzzle, data, where)
        game = puzzle.game()
    except (BadForm, BadPosition) as error:
        raise BadPuzzles(f"{where}: {error}") from None
    if puzzle.seat not in game.to_move:
        raise BadPuzzles(f"{where}: seat {puzzle.seat} is not asked there")
    legal = {move.text for move in game.legal(puzzle.seat)}
    for choice in puzzle.judgement.choices:
        if choice.move not in legal:
            raise BadPuzzles(f"{where}: {choice.move} is not legal there")
    return puzzle


def write(path: Path, puzzles: list[Puzzle]) -> None:
    """One in a line, so that a change shows which it is."""
    lines = ",\n".join(json.dumps(asdict(one), ensure_ascii=False) for one in puzzles)
    head = f'{{"format": "{FORMAT}", "version": {VERSION}, "puzzles": ['
    path.write_text(f"{head}\n{lines}\n]}}\n", "utf-8")
