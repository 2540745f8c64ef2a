"""A puzzle in the terminal: the table, the question, and what is said of the answer."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from rialto.cli.play import own_name
from rialto.cli.terminal_board import Screen
from rialto.cli.terminal_offer import Offer
from rialto.cli.terminal_words import move_in_words, question_in_words
from rialto.engine.game import Move
from rialto.engine.ids import Decision
from rialto.locales import Words
from rialto.review.puzzles import Puzzle
from rialto.review.report import Choice
from rialto.review.words import tell_reasons


class PuzzleTable:
    def __init__(self, puzzle: Puzzle, words: Words, console: Console) -> None:
        self._puzzle = puzzle
        self._words = words
        self._console = console
        self._game = puzzle.game()
        self._names = list(self._game.names)
        self._names[puzzle.seat] = own_name(words)

    def ask(self, headline: str) -> Move | None:
        """The move that is chosen; None if somebody would rather leave."""
        seat = self._puzzle.seat
        quits = self._commands("quit")
        offer = Offer(self._words, self._game, self._game.legal(seat), quits)
        screen = Screen(self._words, self._names, seat, self._console.size)
        if self._console.is_terminal:
            self._console.clear()
        self._console.print(Text(headline, style="bold"))
        self._console.print(screen.draw(self._game, letters=offer.letters))
        self._console.print(Text(question_in_words(self._words, self._game, seat), style="bold"))
        self._console.print(offer.list())
        while True:
            answer = self._read()
            if answer is None or answer in quits:
                return None
            if answer in offer.moves:
                return offer.moves[answer]
            if answer in self._commands("help"):
                self._console.print(self._words.t("terminal.puzzle.help"))
            elif answer and (move := self._by_text(offer, answer)):
                return move

    def _commands(self, name: str) -> list[str]:
        return self._words.t(f"terminal.command.{name}").split(" ")

    def _read(self) -> str | None:
        prompt = self._words.t("terminal.puzzle.prompt")
        try:
            return self._console.input(f"[bold]{prompt}[/] ").strip()
        except EOFError:
            return None

    def _by_text(self, offer: Offer, answer: str) -> Move | None:
        """A move in notation; a mistake is explained."""
        row = answer.isdecimal() and self._game.decision == Decision.ROW
        text = f"row {answer}" if row else answer
        wrong = offer.typed() if text.isdecimal() else offer.mistake(self._puzzle.seat, text)
        if wrong:
            self._console.print(Text(wrong, style="red"))
            return None
        return next(m for m in self._game.legal(self._puzzle.seat) if m.text == text)

    def explain(self, answer: Move) -> None:
        """How it was, every move that was compared, and why."""
        words, say = self._words, self._console.print
        judgement = self._puzzle.judge(answer.text)
        say()
        if judgement.better is None:
            said = words.t("puzzle.solved")
        else:
            said = words.t("puzzle.missed", move=self._in_words(judgement.choices[0]))
        say(Text(said, style="bold"))
        table = Table.grid(padding=(0, 2, 0, 0))
        for choice in judgement.choices:
            played = words.t("terminal.review.played") if choice.move == answer.text else ""
            table.add_row(f"  {self._in_words(choice)}", self._behind(choice), played)
        say(table)
        reasons = tell_reasons(judgement, words, self._names)
        if reasons:
            greedy = next(c for c in judgement.choices if c.move == self._puzzle.greedy)
            say()
            say(Text(words.t("puzzle.against", move=self._in_words(greedy))))
            for reason in reasons:
                say(Text(f"- {reason}"))

    def _in_words(self, choice: Choice) -> str:
        move = Move(self._puzzle.seat, choice.action)
        return move_in_words(self._words, self._game, move)

    def _behind(self, choice: Choice) -> str:
        if choice.move == self._puzzle.solution:
            return self._words.t("review.coach")
        within = max(1, round(100 * choice.within))
        return self._words.t("review.behind", percent=round(100 * choice.behind), within=within)
