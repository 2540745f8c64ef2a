"""What a person in the terminal can choose from, and what is typed for it."""

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any, Final

from rich.columns import Columns
from rich.console import Group
from rich.text import Text

from rialto.cli.terminal_words import move_in_words
from rialto.engine.game import Game, Move
from rialto.engine.ids import Decision, Refusal
from rialto.engine.moves import BRIDGE_NAMES, DISTRICT_NAMES
from rialto.locales import Words

STOPS: Final = ("pass", "done")
ONE_COLUMN: Final = 3
"""Up to so many moves are listed one under the other."""


def forced_stop(game: Game, seat: int) -> Move | None:
    """To pass or to be done, where it is the only answer."""
    moves = game.legal(seat)
    return moves[0] if len(moves) == 1 and moves[0].text in STOPS else None


def place_on_map(move: Move) -> tuple[int, int] | None:
    """The row and the column of a placement: the row's district gets the higher end of a bridge, or
    the councillor that comes with a gondola."""
    verb, *rest = move.text.split(" ")
    if verb not in ("bridge", "gondola") or len(rest) > 1:
        return None
    first, second = map(DISTRICT_NAMES.index, rest[0].split(":"))
    return (second, first) if verb == "bridge" else (first, second)


class Offer:
    """A row by its own number, a placement by a letter on the map, all else by a number."""

    def __init__(
        self, words: Words, game: Game, moves: Sequence[Move], kept: Sequence[str]
    ) -> None:
        """`kept`: letters that mean something else at any time."""
        self._words = words
        self._game = game
        self.letters: dict[tuple[int, int], str] = {}
        """By row and column of the map."""
        self.moves: dict[str, Move] = {}
        """By what is typed."""
        placed = {cell: move for move in moves if (cell := place_on_map(move)) is not None}
        free = (letter for letter in ascii_lowercase if letter not in kept)
        for cell in sorted(placed, key=lambda at: (game.state.tokens[at[0]], at[1])):
            self.letters[cell] = next(free)
            self.moves[self.letters[cell]] = placed[cell]
        listed = [move for move in moves if place_on_map(move) is None]
        for n, move in enumerate(listed, 1):
            own = move.text.removeprefix("row ") if game.decision == Decision.ROW else str(n)
            self.moves[own] = move
        self.highest = max((int(key) for key in self.moves if key.isdecimal()), default=0)
        """The highest number that can be typed."""

    def list(self) -> Any:
        """How to place, and the moves that are not on the map."""
        told = {key: move for key, move in self.moves.items() if key not in self.letters.values()}
        wide = max(map(len, told), default=0)
        lines = [
            Text(f"{key:>{wide}}  {move_in_words(self._words, self._game, move)}")
            for key, move in told.items()
        ]
        short = len(lines) <= ONE_COLUMN and self._game.decision != Decision.ROW
        shown: Any = Text("\n").join(lines) if short else Columns(
            lines, column_first=True, padding=(0, 2)
        )  # fmt: skip
        parts = [Text(self.hint())] if self.letters else []
        return Group(*parts, *([shown] if lines else []))

    def hint(self) -> str:
        """What a letter on the map stands for."""
        if self._game.decision != Decision.BRIDGE:
            return self._words.t("terminal.letters.gondola")
        low, high = BRIDGE_NAMES[self._game.state.top_bridge].split("/")
        return self._words.t("terminal.letters.bridge", low=int(low), high=int(high))

    def mistake(self, seat: int, text: str) -> str:
        """Why the text of a move is none here; empty if it is one."""
        reason = self._game.explain(seat, text)
        if not reason:
            return ""
        told = self._words.t(f"refusal.{reason.refusal.name.lower()}")
        if reason.refusal == Refusal.UNKNOWN_MOVE:  # a slip of the keyboard: no rule forbids it
            return f"{told} {self.typed()}"
        return self._words.t("why.rule", text=told, rule=reason.rule)

    def typed(self) -> str:
        """What can be typed here, for whoever typed something else."""
        if self.letters:
            return self.hint()
        return self._words.t("terminal.no_number", n=self.highest)
