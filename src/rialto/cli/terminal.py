"""The table in the terminal: one person against bots."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console, Group
from rich.text import Text

from rialto.bots.levels import LEVELS, remembers
from rialto.bots.protocol import Bot
from rialto.bots.roster import UnknownBot, make_bot
from rialto.cli.complaint import Complaint
from rialto.cli.recordfile import SAVE_FORMAT, bad_record, read_json
from rialto.cli.terminal_board import Screen, final_table
from rialto.cli.terminal_offer import Offer, forced_stop
from rialto.cli.terminal_words import Teller, question_in_words, step_of
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
from rialto.engine.past import view_with_past
from rialto.locales import Words

SAVE_VERSION: Final = 1
PERSON: Final = 0
"""The person's seat."""
LEVEL_NAMES: Final = tuple(level.name for level in LEVELS)


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
            stop = forced_stop(self._game, PERSON)
            if stop:
                self._game.play(stop)
                self._log += self._teller.tell([self._game.events(PERSON)])
            elif not self._ask():
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
        name = self.setup.bots[p - 1]
        view = view_with_past(self._game, p) if remembers(name) else self._game.view(p)
        return _bot(name, own).choose(view, legal)

    # What the person sees and says

    def _ask(self) -> bool:
        """Show the table and the moves, and play what is chosen; False to leave."""
        kept = [*self._commands("quit"), *self._commands("undo")]
        offer = Offer(self._words, self._game, self._game.legal(PERSON), kept)
        self._show(offer)
        while True:
            answer = self._read()
            if answer is None or answer in self._commands("quit"):
                return False
            if answer in offer.moves:
                return self._play(offer.moves[answer])
            if answer in self._commands("help"):
                self._console.print(self._words.t("terminal.help"))
            elif answer in self._commands("log"):
                self._console.print("\n".join(self._log), markup=False, highlight=False)
            elif answer in self._commands("undo"):
                if self._undo():
                    return True
            elif answer and self._choose(offer, answer):
                return True

    def _commands(self, name: str) -> list[str]:
        return self._words.t(f"terminal.command.{name}").split(" ")

    def _read(self) -> str | None:
        try:
            return self._console.input(f"[bold]{self._words.t('terminal.prompt')}[/] ").strip()
        except EOFError:
            return None

    def _choose(self, offer: Offer, answer: str) -> bool:
        """What is not offered: the text of a move, several cards to discard, or a mistake."""
        numbers = answer.split()
        if not all(n.isdecimal() for n in numbers):
            return self._play_text(offer, answer)
        if len(numbers) > 1 and self._game.decision != Decision.DISCARD:
            return self._complain(self._words.t("terminal.one_number"))
        if self._game.decision == Decision.ROW:
            return self._play_text(offer, f"row {answer}")
        if not all(n in offer.moves for n in numbers):
            return self._complain(offer.typed())
        for n in numbers:
            if not self._play(offer.moves[n]):
                break
        return True

    def _play_text(self, offer: Offer, text: str) -> bool:
        wrong = offer.mistake(PERSON, text)
        if wrong:
            return self._complain(wrong)
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
        """Back to a question that is asked: a pass that nobody typed goes with the move before."""
        before = self._game.copy()
        try:
            before.undo(PERSON)
            while forced_stop(before, PERSON):
                before.undo(PERSON)
        except CannotUndo:
            return self._complain(self._words.t("undo.none"))
        self._game = self.setup.game = before
        self._retell()
        self._news = len(self._log)
        return True

    def _complain(self, text: str) -> bool:
        self._console.print(Text(text, style="red"))
        return False

    def _show(self, offer: Offer) -> None:
        screen = Screen(self._words, self._game.names, PERSON, self._console.size)
        below = Group(
            Text(question_in_words(self._words, self._game, PERSON), style="bold"), offer.list()
        )
        news = self._log[self._news :]
        if self._console.is_terminal:
            self._console.clear()
            bare = Group(screen.draw(self._game), below)
            room = self._console.height - len(self._console.render_lines(bare)) - 1
            news = screen.newest(news, room)
        self._console.print(screen.draw(self._game, news, offer.letters))
        self._console.print(below)

    def _show_end(self) -> None:
        for line in self._log[self._news :]:
            self._console.print(Text(f"  {line}", style="dim"))
        self._console.print(final_table(self._game, self._words))


def _bot(name: str, seed: int) -> Bot:
    try:
        return make_bot(name, seed)
    except UnknownBot as error:
        raise Complaint("terminal.bad.bot", where=name, why=str(error)) from None
