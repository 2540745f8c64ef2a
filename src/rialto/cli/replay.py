"""`rialto replay`: steps through a recorded game in the terminal, every hand open."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from rialto.cli.complaint import Complaint
from rialto.cli.options import add_language
from rialto.cli.recordfile import bad_record, read_record
from rialto.cli.speech import language
from rialto.locales import Words

if TYPE_CHECKING:
    from rich.console import Console

    from rialto.engine.game import Game


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Show a recorded game move by move, every hand open. Without a keyboard, or with --until,"
        " show one position and end."
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="a game record or a saved game")
    parser.add_argument("--until", type=int, metavar="N", help="show the table after N moves")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("RIALTO_JIT", "0")
    words = language(args.lang)
    from rich.console import Console

    from rialto.engine.game import BadRecord, Game

    data = read_record(args.file)
    try:
        game = Game.from_record(data)
        opening = Game.from_record(data, until=0)
    except BadRecord as error:
        raise bad_record(args.file, error) from None
    replay = Replay(opening, game, words, Console(highlight=False))
    last = len(game.log)
    if args.until is not None:
        if not 0 <= args.until <= last:
            raise Complaint("terminal.bad.until", last=last, given=args.until)
        replay.show(args.until)
    elif replay.interactive:
        replay.run()
    else:
        replay.show(last)
    return 0


class Replay:
    """A game that is known to the end, shown from any move on."""

    def __init__(self, opening: "Game", game: "Game", words: Words, console: "Console") -> None:
        self._opening = opening
        self._moves = game.log
        self._words = words
        self._console = console

    @property
    def interactive(self) -> bool:
        return self._console.is_terminal

    def show(self, number: int) -> None:
        """The table after so many moves, and what the last of them did."""
        from rialto.cli.terminal_board import Screen, final_table
        from rialto.cli.terminal_words import Teller, step_of
        from rialto.engine.game import ALL

        game = self._opening.copy()
        teller = Teller(self._words, game.names, step_of(game))
        news: list[str] = []
        for move in self._moves[:number]:
            game.play(move)
            news = teller.tell([game.events(ALL)])
        screen = Screen(self._words, game.names, None, self._console.size)
        if self.interactive:
            self._console.clear()
        self._console.print(screen.draw(game, news))
        if game.over:
            self._console.print(final_table(game, self._words))
        told = self._words.t("terminal.replay.move", n=number, of=len(self._moves))
        self._console.print(told, style="bold", markup=False)

    def run(self) -> None:
        """Forward, back, or to a move by its number."""
        number = 0
        while True:
            self.show(number)
            try:
                answer = self._console.input(f"{self._words.t('terminal.replay.prompt')} ").strip()
            except EOFError:
                return
            if answer == "q":
                return
            if answer == "b":
                number = max(0, self._stop(number, -1))
            elif answer.isdecimal():
                number = min(int(answer), len(self._moves))
            elif not answer:
                number = min(self._stop(number, 1), len(self._moves))

    def _stop(self, number: int, way: int) -> int:
        """The next point, forward or back, after a player's move and not one of chance."""
        number += way
        while 0 < number < len(self._moves) and self._moves[number - 1].seat < 0:
            number += way
        return number
