"""Situation: one state, and everything that can be asked of it without changing it."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from rialto.engine import doors
from rialto.engine.candidates import candidates
from rialto.engine.events import GameEvent, read_notes
from rialto.engine.explain import Explanation, explain
from rialto.engine.house import House
from rialto.engine.ids import CHANCE, NOBODY, PHASE_OF, Building, Decision, Phase, Stage
from rialto.engine.jit import PLAIN
from rialto.engine.moves import CHANCE_ACTIONS, MOVES, PASS, Move, is_play, number_of
from rialto.engine.notation import format_position
from rialto.engine.rules.builder import rest_after
from rialto.engine.rules.outlook import COUNTS, LEADS, SHORT, TIED_WITH, WINS
from rialto.engine.rules.scoring import FIRST_DISTRICT, PARTS
from rialto.engine.state import HEAD_SIZE, bytes_in, head_bytes, to_record
from rialto.engine.view import Reading, View, view_of

DECISIONS: Final = tuple(Decision)
PHASES: Final = tuple(PHASE_OF[stage] for stage in Stage)
ALL: Final = -2
"""In `events`: everything, for those who run the game."""


@dataclass(frozen=True, slots=True)
class Score:
    """A score and its parts."""

    during: int
    leftovers: int
    buildings: int
    districts: tuple[int, ...]
    total: int


class Standing(NamedTuple):
    """Z3: a district as it would score now."""

    value: int
    places: list[int]
    """By seat, 0 first."""
    points: list[int]
    """By seat."""


class Outlook(NamedTuple):
    """What a play comes to as things stand."""

    strength: int
    """Q5."""
    leads: bool
    """Q7: it would have the majority."""
    wins: bool
    """It would, and nobody plays after it."""
    tied_with: int | None
    """Q7: who leads with the same strength, being ahead on the Doge track."""
    short: bool
    """E1, F1: more councillors would be due than the supply has."""


class Situation:
    """`to_move` says who may act, `legal` what they may do, `view` what they may see."""

    house: House
    rules: int
    _table: Any
    _scratch: Any

    # What is asked

    @property
    def state(self) -> Any:
        """The whole truth; for tests and for those who run the game, never for a player."""
        return self._table[0]

    def _field(self, name: str) -> Any:
        """One field of the state; by array and index, for attributes of a record are slow."""
        return getattr(self._table[0], name) if PLAIN else self._table[name][0]

    def _reading(self) -> Any:
        return self._table[0] if PLAIN else Reading(self._table)

    def _numbers(self, n: int) -> list[int]:
        """What a door has left in the scratch."""
        found: list[int] = self._scratch[:n] if PLAIN else self._scratch[:n].tolist()
        return found

    @property
    def decision(self) -> Decision:
        return DECISIONS[int(self._field("asked"))]

    @property
    def phase(self) -> Phase:
        return PHASES[int(self._field("stage"))]

    @property
    def over(self) -> bool:
        return self.decision is Decision.OVER

    @property
    def to_move(self) -> tuple[int, ...]:
        """Chance (-1), or the seats that may act now: one, except in P6."""
        asked = self.decision
        if asked is Decision.OVER:
            return ()
        if asked is Decision.DISCARD:
            excess = self._field("excess")
            return tuple(p for p in range(self.house.players) if excess[p] > 0)
        return (int(self._field("actor")),)

    def legal(self, seat: int) -> list[Move]:
        """What the seat may do now; nothing if it is not its turn."""
        n = doors.legal(self._table, 0, seat, self._scratch)
        return [MOVES[seat][action] for action in self._numbers(n)]

    def is_legal(self, move: Move) -> bool:
        return bool(doors.is_legal(self._table, 0, move.seat, move.action, self._scratch))

    def explain(self, seat: int, action: int | str) -> Explanation | None:
        """Why the move is not legal; None if it is."""
        number = number_of(action) if isinstance(action, str) else action
        if self.is_legal(Move(seat, number)):
            return None
        return explain(self._reading(), seat, number)

    def blocked(self, seat: int, legal: Sequence[Move]) -> list[tuple[Move, Explanation]]:
        """What the seat would look for beside its legal moves, and why it cannot be had."""
        s = self._reading()
        have = {move.action for move in legal}
        missing = [a for a in candidates(s, seat) if a not in have]
        return [(MOVES[seat][a], explain(s, seat, a)) for a in missing]

    def chance(self) -> list[tuple[Move, float]]:
        """What chance may bring now, and how likely."""
        if self.to_move != (CHANCE,):
            return []
        total = doors.ways(self._table, 0)
        weights = ((a, doors.weight(self._table, 0, a)) for a in CHANCE_ACTIONS)
        return [(Move(CHANCE, a), w / total) for a, w in weights if w > 0]

    def outlook(self, move: Move) -> Outlook | None:
        """What a legal play comes to; None for other moves, and for a pass."""
        if not is_play(move.action):
            return None
        doors.outlook(self._table, 0, move.seat, move.action, self._scratch)
        found = self._numbers(SHORT + 1)
        if move.action == PASS and found[COUNTS] == 0:
            return None
        tied = found[TIED_WITH]
        return Outlook(
            found[COUNTS],
            bool(found[LEADS]),
            bool(found[WINS]),
            None if tied == NOBODY else tied,
            bool(found[SHORT]),
        )

    @property
    def builds_again(self) -> bool:
        """C2: whether a building of value 4 would leave something to spend on one more."""
        return rest_after(int(self._field("budget")), int(Building.GREEN_4)) > 0

    # What can be seen

    def view(self, seat: int | None) -> View:
        """What the seat (None: a spectator) may see."""
        return view_of(to_record(self.state) if PLAIN else self._table, seat)

    def only_seat(self, seat: int) -> int | None:
        """V2: the one seat that will see what this seat (-1: chance) does now; None: all will."""
        only = int(doors.only_seat(self._table, 0, seat))
        return None if only == NOBODY else only

    def events(self, seat: int | None = ALL) -> list[GameEvent]:
        """What the last move made happen, as the seat may know it."""
        n = int(self._field("note_count"))
        notes = self._field("notes")[:n]
        events = read_notes(notes if PLAIN else notes.tolist())
        return events if seat == ALL else [e.seen_by(seat) for e in events]

    def hand(self, seat: int) -> list[int]:
        """V2: the seat's own cards, by kind."""
        cards = self._field("hand")[seat]
        return list(cards) if PLAIN else list(cards.tolist())

    def hand_limit(self, seat: int) -> int:
        """P6: how many cards the seat may keep."""
        return int(doors.hand_limit(self._table, 0, seat))

    @property
    def active_district(self) -> int | None:
        """P1: the district with the token of this round; None during set-up."""
        return int(doors.active_district(self._table, 0)) if self._field("round_no") else None

    @property
    def scores(self) -> list[Score]:
        """What each player would have if the game ended now; when it is over, the result."""
        return [self._reckon(p)[0] for p in range(self.house.players)]

    @property
    def ranking(self) -> list[int]:
        """Z4: seats from the winner to the last."""
        return sorted(range(self.house.players), key=lambda p: self._reckon(p)[1])

    def _reckon(self, p: int) -> tuple[Score, int]:
        place = doors.reckon(self._table, 0, p, self._scratch)
        parts = self._numbers(PARTS)
        districts = tuple(parts[FIRST_DISTRICT:])
        return Score(parts[0], parts[1], parts[2], districts, sum(parts)), int(place)

    def district(self, d: int) -> Standing:
        seats = self.house.seats
        value = int(doors.district(self._table, 0, d, self._scratch))
        found = self._numbers(2 * seats)
        return Standing(value, found[:seats], found[seats:])

    def districts_held(self, bank: int) -> list[int]:
        """G1: by seat, in how many districts of the bank it has a councillor."""
        doors.districts_held(self._table, 0, bank, self._scratch)
        return self._numbers(self.house.seats)

    # As bytes and text

    def to_bytes(self) -> bytes:
        """The whole state, hidden cards and all, without the notes of the last move: equal states
        are equal bytes."""
        return head_bytes(self._table)

    def checksum(self) -> str:
        """Of the whole state: depends on hidden cards, so it stays with those who run the game."""
        return f"{zlib.crc32(bytes_in(self.to_bytes(), self.rules)):08x}"

    def view_checksum(self, seat: int | None) -> str:
        """Of what the seat may see, and so for it to know."""
        seen = bytes_in(self.view(seat).to_bytes[:HEAD_SIZE], self.rules)
        return f"{zlib.crc32(seen):08x}"

    def position(self) -> str:
        """The state as Position text."""
        return format_position(to_record(self.state))
