"""A stored log: which of its moves stand, and what happened at each entry, told again."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rialto import Game, IllegalMove, Move
from rialto.engine.game import ALL, GameEvent
from rialto.engine.moves import MOVES, NO_MOVE, is_discard
from rialto.server.store import Entry
from rialto.server.table.history import History
from rialto.server.trouble import Trouble

BY_TEXT: Final = {(m.seat, m.text): m for moves in MOVES.values() for m in moves}
"""Every move by what is stored of it."""


class Made(NamedTuple):
    """A move and the number of its entry."""

    seq: int
    move: Move


def move_in(entry: Entry) -> Move:
    """What is no move at all is left to the engine to refuse."""
    return BY_TEXT.get((entry.seat, entry.move)) or Move(entry.seat, NO_MOVE)


def standing_moves(entries: Sequence[Entry]) -> list[Made]:
    """The moves that were not taken back. However often somebody has taken back and played again,
    this is no longer than a game."""
    moves: list[Move] = []
    numbers: list[int] = []
    for entry in entries:
        if entry.what == "move":
            moves.append(move_in(entry))
            numbers.append(entry.seq)
        elif entry.what == "undo":
            index = undone_index(moves, entry)
            del moves[index], numbers[index]
    return [Made(*made) for made in zip(numbers, moves, strict=True)]


def undone_index(line: Sequence[Move], undo: Entry) -> int:
    """Where the move stands that this entry takes back: the last one, or (P6) the seat's last
    discard, whoever discarded since."""
    for index in range(len(line) - 1, -1, -1):
        move = line[index]
        if move.seat == undo.seat and move.text == undo.move:
            return index
        if not is_discard(move.action):
            break
    raise bad_log(undo.seq, f"{undo.move!r} cannot be taken back")


def bad_log(seq: int, why: object) -> Trouble:
    return Trouble("bad_log", f"The log of this game does not hold at {seq}: {why}")


def replay_on(game: Game, line: Sequence[Made]) -> None:
    """At the speed of the rules. A log that these rules do not lead along is refused, with the
    number of the entry (from 0) where it leaves them."""
    before = game.version
    try:
        game.play_all([made.move for made in line])
    except IllegalMove as no:
        raise bad_log(line[game.version - before].seq, no) from None


class Retelling:
    """A game that is played again, with what was taken back. `_base` has the moves that stand;
    those after it that will be taken back are tried on copies, each line of them once."""

    def __init__(self, first: Game) -> None:
        self._base = first
        self._open: list[tuple[Entry, Move, bool]] = []
        self._known: dict[tuple[Move, ...], list[GameEvent]] = {}

    def play(self, entry: Entry, stands: bool) -> list[GameEvent]:
        self._open.append((entry, move_in(entry), stands))
        if self._open[0][2]:
            return self._settle()[-1]
        line = tuple(move for _, move, _ in self._open)
        events = self._known.get(line)
        if events is None:
            trial = self._base.copy()
            replay_on(trial, [Made(e.seq, move) for e, move, _ in self._open])
            events = self._known[line] = trial.events(ALL)
        return events

    def undo(self, entry: Entry) -> None:
        del self._open[undone_index([move for _, move, _ in self._open], entry)]
        self._settle()

    def _settle(self) -> list[list[GameEvent]]:
        told = []
        while self._open and self._open[0][2]:
            entry, move, _ = self._open.pop(0)
            replay_on(self._base, [Made(entry.seq, move)])
            told.append(self._base.events(ALL))
            self._known.clear()
        return told


def tell(first: Game, entries: Sequence[Entry], players: int) -> History:
    """The lines of a log, from its first entry."""
    told = History(players)
    stand = {made.seq for made in standing_moves(entries)}
    again = Retelling(first)
    for entry in entries:
        if entry.what == "move":
            told.add(again.play(entry, entry.seq in stand))
        elif entry.what == "undo":
            again.undo(entry)
            told.add_note("undone", entry.seat)
        else:
            told.add_note(entry.what, entry.seat if entry.seat >= 0 else None)
    return told
