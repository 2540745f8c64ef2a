"""What a seat has seen of the round so far. A View shows the table as it is; who remembers how it
came about knows more of the other hands."""

from collections.abc import Iterable
from typing import Final, NamedTuple, Self

from rialto.engine.game import Game
from rialto.engine.ids import CHANCE
from rialto.engine.moves import Move
from rialto.engine.view import View

# Compiled code takes numbers from this file.

HIDDEN: Final = -1
"""A card that another player drew, or discarded face down."""


class Past(NamedTuple):
    """The table when the round's rows lay there, and every move since, as one seat may know them.
    How they were dealt everybody saw, so that it says nothing that the table does not."""

    start: View
    moves: tuple[tuple[int, int], ...]
    """Who (-1: chance) did what."""


class Witness:
    """Plays a game and remembers its present round; tells a seat only what that seat saw."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._start: Game | None = None
        """None: all that has happened since the round began was dealt in the open."""
        self._moves: list[tuple[Move, int | None]] = []
        """With the one seat that saw it; None: all did."""

    @classmethod
    def of(cls, game: Game) -> Self:
        """As if it had watched from the beginning."""
        witness = cls(game.rewound())
        witness.play_all(game.log)
        return witness

    def play(self, move: Move) -> None:
        game = self.game
        before, only = game.state.round_no, game.only_seat(move.seat)
        if self._start is None and (move.seat != CHANCE or only is not None):
            self._start = game.copy()
        game.play(move)
        if self._start is not None:
            self._moves.append((move, only))
        if game.state.round_no != before:
            self._start = None
            self._moves.clear()

    def play_all(self, moves: Iterable[Move]) -> None:
        for move in moves:
            self.play(move)

    def run_chance(self) -> None:
        """Draw and play everything that chance owes."""
        while self.game.to_move == (CHANCE,):
            self.play(self.game.draw())

    def view(self, seat: int) -> View:
        """What the seat may see, with what it has seen."""
        view = self.game.view(seat)
        moves = tuple(
            (move.seat, move.action if only is None or only == seat else HIDDEN)
            for move, only in self._moves
        )
        view.past = Past((self._start or self.game).view(seat), moves)
        return view


def view_with_past(game: Game, seat: int, moves: int | None = None) -> View:
    """From the game's log, or its first so many moves: for whoever has not watched."""
    witness = Witness(game.rewound())
    witness.play_all(game.log[:moves])
    return witness.view(seat)
