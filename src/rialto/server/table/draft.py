"""A command tried out on a copy of the game; the table takes the copy over once it is stored."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rialto import Game, Move
from rialto.engine.game import ALL, CannotUndo, GameEvent
from rialto.engine.ids import Decision
from rialto.server.store import Entry, KeptDays
from rialto.server.trouble import Trouble

CHANCE = -1


def open_since(game: Game, seat: int) -> int:
    """How many moves of the log nobody can take back while this seat's turn lasts. In P6 others'
    discards come in between."""
    moves = game.log
    n = len(moves)
    while n and (moves[n - 1].seat == seat or moves[n - 1].text.startswith("discard ")):
        n -= 1
    return n


def point_parts(game: Game) -> list[list[int]]:
    """By seat: during the game, for what is left, for buildings, for districts."""
    return [[s.during, s.leftovers, s.buildings, sum(s.districts)] for s in game.scores]


class DraftStep(NamedTuple):
    """One entry of the log to be."""

    what: str
    seat: int
    move: str
    events: Sequence[GameEvent]


@dataclass(slots=True)
class Draft:
    game: Game
    steps: list[DraftStep] = field(default_factory=list)

    @classmethod
    def of(cls, game: Game) -> "Draft":
        return cls(game.copy())

    def moves(self, seat: int, texts: Sequence[str]) -> None:
        """All or none; raises IllegalMove. Never on past what chance would reveal."""
        for text in texts:
            if self.steps and self.game.to_move == (CHANCE,):
                raise Trouble("past_boundary")
            self.game.play_text(seat, text)
            self._note()

    def run_chance(self) -> None:
        while self.game.to_move == (CHANCE,):
            self.play(self.game.draw())

    def answer(self, known: Callable[[Game], Move | None]) -> bool:
        """Questions whose answer is known; whether there were any."""
        before = len(self.steps)
        while (move := known(self.game)) is not None:
            self.play(move)
        return len(self.steps) > before

    def go_on(self, known: Callable[[Game], Move | None]) -> None:
        """Up to a question that has to be asked."""
        self.run_chance()
        while self.answer(known):
            self.run_chance()

    def play(self, move: Move) -> None:
        self.game.play(move)
        self._note()

    def undo(self, seat: int) -> Move:
        """What was taken back."""
        try:
            taken = self.game.undo(seat)
        except CannotUndo:
            raise Trouble("cannot_undo") from None
        self.steps.append(DraftStep("undo", seat, taken.text, ()))
        return taken

    def _note(self) -> None:
        move: Move = self.game.log[-1]
        self.steps.append(DraftStep("move", move.seat, move.text, self.game.events(ALL)))

    def entries(self, first: int, at: int, cost: int, move_id: str | None) -> list[Entry]:
        """Numbered from the first on; the first one pays, the last one has the command's name."""
        last = len(self.steps) - 1
        return [
            Entry(first + i, at, step.what, step.seat, step.move,
                  spent=cost if i == 0 else 0, move_id=move_id if i == last else None)
            for i, step in enumerate(self.steps)
        ]  # fmt: skip

    @property
    def discarding(self) -> bool:
        return self.game.decision == Decision.DISCARD


@dataclass(slots=True)
class Act:
    """A draft as it will be stored."""

    draft: Draft
    entries: list[Entry]
    seat: int | None
    """Whose command it is; None: nobody's, the game begins."""
    move_id: str | None
    at: int
    cost: int
    days: KeptDays | None = None
    """Who is waited for then, at a table by days."""
