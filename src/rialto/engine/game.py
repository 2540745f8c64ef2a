"""Game: the only door into the engine. A game is a header and a list of moves, chance included."""

import secrets
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from rialto.engine import doors, record, so_far
from rialto.engine.box import KINDS
from rialto.engine.chance import PLACE
from rialto.engine.events import PRIVATE, GameEvent
from rialto.engine.explain import Explanation, explain
from rialto.engine.house import RULES_VERSION, BadHouse, House
from rialto.engine.ids import CHANCE, Decision, Refusal
from rialto.engine.jit import PLAIN
from rialto.engine.luck import Luck, choose_way
from rialto.engine.moves import ACTIONS, DISCARD, Move, is_discard, move_of, number_of
from rialto.engine.notation import BadPosition, format_position, parse_position
from rialto.engine.record import BadRecord
from rialto.engine.situation import ALL, Outlook, Score, Situation, Standing
from rialto.engine.so_far import seen_text
from rialto.engine.state import copy_table, from_record, new_table
from rialto.engine.view import Reading, View


class IllegalMove(ValueError):
    """A refused move; nothing has changed."""

    def __init__(self, refusal: Refusal, rule: str, move: Move) -> None:
        text = move.text if 0 <= move.action < ACTIONS else f"action {move.action}"
        super().__init__(f"{refusal.name} ({rule}): {text}")
        self.refusal = refusal
        self.rule = rule
        self.move = move


class CannotUndo(ValueError):
    """Something was revealed since, or there is nothing to take back."""


class Game(Situation):
    """One game. `to_move` says who may act; `play` takes a move, of a seat or of chance."""

    def __init__(
        self,
        house: House,
        seed: int | None,
        names: tuple[str, ...],
        start: Any,
        rules: int = RULES_VERSION,
    ) -> None:
        self.house = house
        self.rules = rules
        """The version that its record is written in; every version allows what older ones did."""
        self.names = names
        self.log: list[Move] = []
        self._luck: Luck = secrets.randbits(128) if seed is None else seed
        self._scratch = doors.new_scratch()
        self._start = start
        """A record to start from, or None for the set-up."""
        self._table = self._fresh()

    @classmethod
    def new(
        cls,
        players: int | None = None,
        seed: int | None = None,
        house: House | None = None,
        names: tuple[str, ...] | list[str] | None = None,
        rules: int = RULES_VERSION,
    ) -> Self:
        """A new game before anything is drawn. Without a seed chance comes from the system."""
        chosen = house or House()
        if players is not None:
            chosen = chosen.with_players(players)
        return cls(chosen, seed, _names(chosen, names), None, rules)

    @classmethod
    def from_position(
        cls,
        text: str,
        seed: int | None = None,
        names: list[str] | None = None,
        rules: int = RULES_VERSION,
    ) -> Self:
        """A game that starts from a Position (docs/notation.md), written for that version."""
        start = parse_position(text, rules)
        house = House.of(start[0])
        game = cls(house, seed, _names(house, names), start, rules)
        if not game.over and not any(p == CHANCE or game.legal(p) for p in game.to_move):
            raise BadPosition("nobody can move in this Position")
        return game

    def _fresh(self) -> Any:
        if self._start is not None:
            table = from_record(self._start[0])
            doors.go_on(table, 0, self._scratch)
            return table
        table = new_table()
        self.house.write_to(table[0])
        doors.start(table, 0, self._scratch)
        return table

    @property
    def version(self) -> int:
        """Moves so far, chance included."""
        return len(self.log)

    # Playing

    def play(self, move: Move) -> None:
        """A move of a seat, or an outcome of chance, given or drawn: the same call."""
        if not doors.play(self._table, 0, move.seat, move.action, self._scratch):
            raise IllegalMove(*explain(self._reading(), move.seat, move.action), move)
        self.log.append(move)

    def play_all(self, moves: Sequence[Move]) -> None:
        """A whole log at once, at the speed of the rules. A move that is not legal raises; those
        before it are played, so `version` says where it stands."""
        seats, actions = [m.seat for m in moves], [m.action for m in moves]
        if PLAIN:
            played = doors.fold(self._table, 0, seats, actions, self._scratch)
        else:
            columns = np.array((seats, actions), np.int64)
            played = int(doors.fold(self._table, 0, columns[0], columns[1], self._scratch))
        self.log += moves[:played]
        if played < len(moves):
            bad = moves[played]
            raise IllegalMove(*explain(self._reading(), bad.seat, bad.action), bad)

    def play_text(self, seat: int, text: str) -> None:
        """A move by its canonical text."""
        self.play(Move(seat, number_of(text)))

    def draw(self) -> Move:
        """Draw what chance has to bring now: keyed by seed and place, so that games that play
        differently still share their luck."""
        ways = int(doors.draw_place(self._table, 0, self._scratch))
        # Whole numbers, for in plain mode some are codes with names, which read otherwise.
        place = [int(n) for n in self._numbers(PLACE)]
        way = choose_way(self._luck, place, ways)
        return move_of(CHANCE, int(doors.outcome(self._table, 0, way)))

    def draw_by(self, key: bytes) -> None:
        """From now on draws follow from the key of a fair game (docs/fairness.md)."""
        self._luck = key

    def run_chance(self) -> list[Move]:
        """Draw and play everything that chance owes."""
        drawn = []
        while self.to_move == (CHANCE,):
            drawn.append(self.draw())
            self.play(drawn[-1])
        return drawn

    def can_undo(self, seat: int) -> bool:
        return self._undo_index(seat) is not None

    def undo(self, seat: int | None = None) -> Move:
        """Take back the seat's last move (without a seat: the last move's). It may be repeated
        down to the last point where something was revealed: a chance outcome, another seat's
        move, the closing of P6. In P6 a seat takes back its own discards, whoever acted since."""
        if seat is None:
            seat = self.log[-1].seat if self.log else CHANCE
        index = self._undo_index(seat)
        if index is None:
            raise CannotUndo("nothing to take back: something was revealed since")
        taken = self.log[index]
        self._refold(self.log[:index] + self.log[index + 1 :])
        return taken

    def _undo_index(self, seat: int) -> int | None:
        """Where the seat's last move stands in the log, if it can still be taken back."""
        discarding = self.decision == Decision.DISCARD
        for index in range(len(self.log) - 1, -1, -1):
            sealed = is_discard(self.log[index].action)
            if self.log[index].seat == seat and seat >= 0:
                open_still = discarding if sealed else index == len(self.log) - 1
                return index if open_still else None
            if not (sealed and discarding):
                return None
        return None

    def _refold(self, moves: list[Move]) -> None:
        self._table = self._fresh()
        self.log = []
        self.play_all(moves)

    def sealed_now(self, seat: int) -> list[int]:
        """P6: by kind, the cards that the seat has discarded face down in this round."""
        counts = [0] * KINDS
        for move in reversed(self.log):
            if not is_discard(move.action):
                break
            if move.seat == seat:
                counts[move.action - DISCARD] += 1
        return counts

    # Keeping it

    def copy(self) -> "Game":
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.log = list(self.log)
        twin._scratch = doors.new_scratch()
        twin._table = copy_table(self._table)
        return twin

    @property
    def start(self) -> str | None:
        """The Position that it began with, for its version; None: with the set-up."""
        return None if self._start is None else format_position(self._start, self.rules)

    def rewound(self) -> "Game":
        """The same game before its first move."""
        return type(self)(self.house, 0, self.names, self._start, self.rules)

    def record_so_far(self, seat: int | None) -> dict[str, Any]:
        """A running game as the seat (None: a spectator) may know it."""
        return so_far.record(self.rewound(), self.log, seat)

    @classmethod
    def check_so_far(cls, data: dict[str, Any], whole: "Game | None" = None) -> int:
        """How much of such a record holds, by itself or against the whole game; raises BadRecord
        if something in it does not."""
        return so_far.check(data, cls, whole)

    def record(self) -> dict[str, Any]:
        """The game as one JSON object (`record.schema.json`)."""
        return record.whole(self)

    @classmethod
    def from_record(cls, data: Any, until: int | None = None, seed: int | None = None) -> Self:
        """Refold a record, checking every move, every checksum and the result. The seed is for
        chance from there on."""
        house = record.check_header(data)
        moves = record.check_body(data, house)
        start = record.check_start(data, house)
        game = cls(house, seed, tuple(data["names"]), start, data["rules"])
        record.fold(game, data, moves, until)
        return game


def _names(house: House, given: tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    names = tuple(given) if given else tuple(f"Player {p + 1}" for p in range(house.players))
    if len(names) != house.players:
        raise ValueError(f"{house.players} names expected, not {len(names)}")
    return names


__all__ = [
    "ALL",
    "PRIVATE",
    "BadHouse",
    "BadPosition",
    "BadRecord",
    "CannotUndo",
    "Explanation",
    "Game",
    "GameEvent",
    "House",
    "IllegalMove",
    "Move",
    "Outlook",
    "Reading",
    "Score",
    "Standing",
    "View",
    "seen_text",
]
