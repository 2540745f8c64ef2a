"""Puzzles: what is asked, and what is told once somebody has answered."""

from rialto.review.report import Judgement
from rialto.server.wire.out import Out
from rialto.server.wire.requests import In, Moves
from rialto.server.wire.review import ToldMove
from rialto.server.wire.views import View


class PuzzleSummary(Out):
    name: str
    theme: str
    """The kind of decision, as a View names it."""
    difficulty: int
    """From 1 to 3."""
    players: int
    round: int


class Puzzles(Out):
    puzzles: list[PuzzleSummary]


class Puzzle(Out):
    """What somebody needs to answer, and nothing of the answer."""

    summary: PuzzleSummary
    view: View


class PostPuzzle(In):
    moves: Moves
    """The first one counts; several cards may be discarded together."""


class PuzzleAnswer(Out):
    solved: bool
    solution: str
    greedy: str
    """The move that the reasons hold the solution against: the greedy bot's."""
    judgement: Judgement
    """With the answer as the move that was played (docs/review.md)."""
    moves: list[ToldMove]
    """Every move that was compared, and what would happen."""
    position: str
    """To play on from; the hidden cards are dealt anyhow."""
