"""Puzzles as their seat sees them, and what is said of an answer."""

from collections.abc import Sequence

from rialto import Game, Move
from rialto.review import puzzles
from rialto.review.puzzles import NAMES, Puzzle
from rialto.server import wire
from rialto.server.show import present
from rialto.server.show.lesson import Player
from rialto.server.show.present import Presented


def list_puzzles() -> wire.Puzzles:
    return wire.Puzzles(puzzles=[summary(one) for one in puzzles.load()])


def find_puzzle(name: str) -> Puzzle | None:
    return next((one for one in puzzles.load() if one.name == name), None)


def summary(puzzle: Puzzle) -> wire.PuzzleSummary:
    return wire.PuzzleSummary(
        name=puzzle.name,
        theme=puzzle.theme,
        difficulty=puzzle.difficulty,
        players=puzzle.players,
        round=puzzle.judgement.round,
    )


def show_puzzle(puzzle: Puzzle) -> wire.Puzzle:
    return wire.Puzzle(summary=summary(puzzle), view=view_of(puzzle, puzzle.game()))


def try_out(puzzle: Puzzle, moves: Sequence[str]) -> wire.View:
    """The view after these moves; chance is not drawn. Raises IllegalMove."""
    return view_of(puzzle, play(puzzle, moves))


def play(puzzle: Puzzle, moves: Sequence[str]) -> Game:
    game = puzzle.game()
    for text in moves:
        game.play_text(puzzle.seat, text)
    return game


def view_of(puzzle: Puzzle, game: Game) -> wire.View:
    people = [
        Player(name, "person" if seat == puzzle.seat else "bot")
        for seat, name in enumerate(NAMES[: puzzle.players])
    ]
    status: wire.Status = "over" if game.over else "running"
    shown = Presented(game, people, table="", version=game.version, status=status)
    return shown.view(puzzle.seat)


def answer_puzzle(puzzle: Puzzle, moves: Sequence[str]) -> wire.PuzzleAnswer:
    """How the answer did, and why. Raises IllegalMove."""
    play(puzzle, moves)
    game = puzzle.game()
    answer = counted(puzzle, moves)
    return wire.PuzzleAnswer(
        solved=answer == puzzle.solution,
        solution=puzzle.solution,
        greedy=puzzle.greedy,
        judgement=puzzle.judge(answer),
        moves=[
            present.tell_move(game, Move(puzzle.seat, c.action)) for c in puzzle.judgement.choices
        ],
        position=puzzle.position,
    )


def counted(puzzle: Puzzle, moves: Sequence[str]) -> str:
    """The move that is the answer. Of cards discarded together the order says nothing."""
    together = puzzle.theme == "discard" and puzzle.solution in moves
    return puzzle.solution if together else moves[0]
