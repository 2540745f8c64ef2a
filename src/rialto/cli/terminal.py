"""The table in the terminal: one person against bots."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.columns import Columns
from rich.console import Console
from rich.table import Table
from rich.text import Text

from rialto.bots.levels import LEVELS
from rialto.bots.protocol import Bot
from rialto.bots.roster import UnknownBot, make_bot
from rialto.cli.complaint import Complaint
from rialto.cli.recordfile import SAVE_FORMAT, bad_record, read_json
from rialto.cli.terminal_board import Screen
from rialto.cli.terminal_words import Teller, asked, move_in_words, step_of
from rialto.engine.game import (
    BadRecord,
    CannotUndo,
    Game,
    GameEvent,
    House,
    IllegalMove,
    Move,
)
from rialto.engine.ids import Decision
from rialto.engine.moves import DISTRICT_NAMES, SEAT_NAMES
from rialto.locales import Words

SAVE_VERSION: Final = 1
PERSON: Final = 0
"""The person's seat."""
LEVEL_NAMES: Final = tuple(level.name for level in LEVELS)
ONE_COLUMN: Final = 8
"""Up to so many moves are listed one under the other."""


@dataclass
class Setup:
    """A game with its bots, as it is saved and resumed."""

    opening: Game
    """Before the first move."""
    game: Game
    bots: list[str]
    seed: int | None

    def as_dict(self) -> dict[str, Any]:
        return {
            "format": SAVE_FORMAT,
            "version": SAVE_VERSION,
            "bots": self.bots,
            "seed": self.seed,
            "record": self.game.record(),
        }


def new_setup(
    words: Words, house: House, name: str, bots: Sequence[str], seed: int | None
) -> Setup:
    """A new game: the person and bots; the last bot named takes all seats that are left."""
    lineup = [bots[min(i, len(bots) - 1)] for i in range(house.players - 1)]
    names = [name, *bot_names(words, lineup)]
    opening = Game.new(house=house, seed=seed, names=names)
    return Setup(opening, opening.copy(), lineup, seed)


def saved_setup(path: Path) -> Setup:
    """A game that was saved, with every move checked again."""
    data = read_json(path)
    if not isinstance(data, dict) or data.get("format") != SAVE_FORMAT:
        raise Complaint("terminal.bad.not_saved", file=str(path))
    if data.get("version") != SAVE_VERSION:
        raise Complaint("terminal.bad.other_version", file=str(path))
    bots: Any = data.get("bots")
    seed = data.get("seed")
    if not isinstance(seed, int | None):
        raise Complaint("terminal.bad.damaged", file=str(path), where="seed")
    try:
        opening = Game.from_record(data.get("record"), until=0, seed=seed)
        game = Game.from_record(data["record"], seed=seed)
    except BadRecord as error:
        raise bad_record(path, error) from None
    lineup = isinstance(bots, list) and all(isinstance(bot, str) for bot in bots)
    if not lineup or len(bots) != game.house.players - 1:
        raise Complaint("terminal.bad.damaged", file=str(path), where="bots")
    return Setup(opening, game, bots, seed)


def bot_names(words: Words, bots: Sequence[str]) -> list[str]:
    """Each by its level; several of one level by number."""
    called = [words.t(f"bot.{b}.name") if b in LEVEL_NAMES else b for b in bots]
    return [
        name if called.count(name) == 1 else f"{name} {called[: i + 1].count(name)}"
        for i, name in enumerate(called)
    ]


class TerminalTable:
    """Plays one game with the person at the keyboard."""

    def __init__(self, setup: Setup, words: Words, console: Console) -> None:
        self.setup = setup
        self._game = setup.game
        self._words = words
        self._console = console
        for name in setup.bots:
            _bot(name, 0)
        self._teller = Teller(words, self._game.names, step_of(setup.opening))
        self._log: list[str] = []
        self._news = 0
        """How much of the log the person has seen."""
        self._retell()

    def _retell(self) -> None:
        """The log of what was played before, from the person's seat."""
        twin = self.setup.opening.copy()
        self._teller = Teller(self._words, self._game.names, step_of(twin))
        happened = []
        for move in self._game.log:
            twin.play(move)
            happened.append(twin.events(PERSON))
        self._log = self._teller.tell(happened)

    def play(self) -> bool:
        """To the end of the game; False if the person leaves before."""
        while True:
            self._log += self._teller.tell(self._run_others())
            if self._game.over:
                self._show_end()
                return True
            if not self._ask():
                return False

    def _run_others(self) -> list[list[GameEvent]]:
        """Chance and bots, until the person is asked or the game is over."""
        happened: list[list[GameEvent]] = []
        game = self._game
        while not game.over:
            others = [p for p in game.to_move if p != PERSON]
            if not others:
                break
            p = others[0]
            if p < 0:
                game.play(game.draw())
            else:
                game.play(self._bot_move(p))
            happened.append(game.events(PERSON))
        return happened

    def _bot_move(self, p: int) -> Move:
        """A bot for each move, its seed from the game's, so that a break changes nothing."""
        legal = self._game.legal(p)
        if len(legal) == 1:
            return legal[0]
        seed = self.setup.seed
        own = secrets.randbits(62) if seed is None else (seed << 16) + self._game.version
        return _bot(self.setup.bots[p - 1], own).choose(self._game.view(p), legal)

    # What the person sees and says

    def _ask(self) -> bool:
        """Show the table and the moves, and play what is chosen; False to leave."""
        moves = self._game.legal(PERSON)
        self._show(moves)
        while True:
            answer = self._read()
            if answer is None or answer in self._commands("quit"):
                return False
            if answer in self._commands("help"):
                self._console.print(self._words.t("terminal.help"))
            elif answer in self._commands("log"):
                self._console.print("\n".join(self._log), markup=False, highlight=False)
            elif answer in self._commands("undo"):
                if self._undo():
                    return True
            elif answer and self._choose(moves, answer):
                return True

    def _commands(self, name: str) -> list[str]:
        return self._words.t(f"terminal.command.{name}").split(" ")

    def _read(self) -> str | None:
        try:
            return self._console.input(f"[bold]{self._words.t('terminal.prompt')}[/] ").strip()
        except EOFError:
            return None

    def _choose(self, moves: list[Move], answer: str) -> bool:
        """A number from the list, the text of a move, or several numbers of cards to discard."""
        numbers = answer.split()
        if not all(n.isdecimal() for n in numbers):
            return self._play_text(answer)
        if len(numbers) > 1 and self._game.decision != Decision.DISCARD:
            return self._complain(self._words.t("terminal.one_number"))
        chosen = [int(n) for n in numbers]
        if not all(1 <= n <= len(moves) for n in chosen):
            return self._complain(self._words.t("terminal.no_number", n=len(moves)))
        for n in chosen:
            if not self._play(moves[n - 1]):
                break
        return True

    def _play_text(self, text: str) -> bool:
        reason = self._game.explain(PERSON, text)
        if reason:
            told = self._words.t(f"refusal.{reason.refusal.name.lower()}")
            return self._complain(self._words.t("why.rule", text=told, rule=reason.rule))
        return self._play(next(m for m in self._game.legal(PERSON) if m.text == text))

    def _play(self, move: Move) -> bool:
        try:
            self._game.play(move)
        except IllegalMove:  # the second of several discards: the hand or the number is used up
            return False
        self._news = len(self._log)
        self._log += self._teller.tell([self._game.events(PERSON)])
        return True

    def _undo(self) -> bool:
        try:
            self._game.undo(PERSON)
        except CannotUndo:
            return self._complain(self._words.t("undo.none"))
        self._retell()
        self._news = len(self._log)
        return True

    def _complain(self, text: str) -> bool:
        self._console.print(Text(text, style="red"))
        return False

    def _show(self, moves: list[Move]) -> None:
        screen = Screen(self._words, self._game.names, PERSON, self._console.size)
        if self._console.is_terminal:
            self._console.clear()
        self._console.print(screen.draw(self._game, self._log[self._news :]))
        self._console.print(Text(self._question(), style="bold"))
        self._console.print(self._move_list(moves))

    def _question(self) -> str:
        s = self._game.state
        due = {
            Decision.BUILD: s.budget,
            Decision.COUNCIL: s.councillors_due,
            Decision.DISCARD: s.excess[PERSON],
        }
        key = f"decision.{asked(self._game, PERSON)}"
        if self._game.decision == Decision.PLAY:
            return self._words.t("terminal.question.play")
        return self._words.t(key, n=int(due.get(self._game.decision, 0)))

    def _move_list(self, moves: list[Move]) -> Any:
        told = [move_in_words(self._words, self._game, move) for move in moves]
        wide = len(str(len(told)))
        lines = [Text(f"{n:>{wide}}  {text}") for n, text in enumerate(told, 1)]
        if len(lines) <= ONE_COLUMN:
            return Text("\n").join(lines)
        return Columns(lines, column_first=True, padding=(0, 3), equal=True)

    def _show_end(self) -> None:
        for line in self._log[self._news :]:
            self._console.print(Text(f"  {line}", style="dim"))
        self._console.print(final_table(self._game, self._words))


def final_table(game: Game, words: Words) -> Table:
    """The final scoring with its parts, the winner first."""
    table = Table(title=words.t("terminal.final"), pad_edge=False)
    table.add_column("")
    ranking = game.ranking
    for place, p in enumerate(ranking, 1):
        table.add_column(f"{place}. {SEAT_NAMES[p]} {game.names[p]}", justify="right")
    scores = [game.scores[p] for p in ranking]
    parts = [
        ("score.during", [s.during for s in scores]),
        ("score.leftovers", [s.leftovers for s in scores]),
        ("score.buildings", [s.buildings for s in scores]),
        *(
            (f"district.{name}", [s.districts[d] for s in scores])
            for d, name in enumerate(DISTRICT_NAMES)
        ),
    ]
    for key, points in parts:
        table.add_row(words.t(key), *map(str, points))
    table.add_section()
    table.add_row(words.t("score.total"), *(str(s.total) for s in scores), style="bold")
    return table


def _bot(name: str, seed: int) -> Bot:
    try:
        return make_bot(name, seed)
    except UnknownBot as error:
        raise Complaint("terminal.bad.bot", where=name, why=str(error)) from None
