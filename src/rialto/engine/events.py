"""What happened, and who may know it: the notes of a move as typed events."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rialto.engine.box import PAIRS
from rialto.engine.ids import Event, Why
from rialto.engine.moves import (
    BANK_NAMES,
    BRIDGE_NAMES,
    BUILDING_NAMES,
    DISTRICT_NAMES,
    KIND_NAMES,
    pair_name,
)

Argument = int | str | None
SOURCE_NAMES: Final = (*DISTRICT_NAMES, "private", "general", "nowhere")
WHY_NAMES: Final = tuple(w.name.lower() for w in Why)
PAIR_NAMES: Final = tuple(pair_name(pair) for pair in range(PAIRS))

ARGUMENTS: Final[dict[Event, tuple[str, ...]]] = {
    Event.TOKEN: ("district", "n"),
    Event.FIRST: (),
    Event.TOP_BRIDGE: ("bridge",),
    Event.START_BUILDING: ("building",),
    Event.ROUND: ("n", "district"),
    Event.DEALT: ("row", "kind"),
    Event.RESHUFFLED: ("n",),
    Event.FORFEITED: ("n",),
    Event.TOOK_ROW: ("row",),
    Event.DREW: ("kind",),
    Event.NEUTRAL_DREW: ("kind",),
    Event.ACTIVATED: ("building",),
    Event.TOOK_LEFTOVER: ("kind",),
    Event.HAND_LIMIT: ("n",),
    Event.SEALED: ("kind",),
    Event.LEFTOVERS_DISCARDED: ("n",),
    Event.STEP: ("kind",),
    Event.DELAYED: (),
    Event.TURNED: ("building", "kind", "n"),
    Event.PLAYED: ("cards", "jokers", "strength"),
    Event.PASSED: (),
    Event.BONUS: ("kind", "strength"),
    Event.NO_BONUS: ("kind",),
    Event.DOGE: ("n", "rank"),
    Event.COINS: ("n",),
    Event.BUILT: ("building",),
    Event.RETURNED: ("building",),
    Event.POINTS: ("points", "why"),
    Event.BRIDGE: ("pair", "first", "second"),
    Event.GONDOLA: ("pair",),
    Event.FETCHED: ("n",),
    Event.COUNCILLOR: ("district", "source"),
    Event.BANK_TURNED: ("bank",),
    Event.UPGRADED: ("building", "to"),
    Event.MARKER: ("pair",),
    Event.COINS_CLEARED: ("n",),
    Event.GAME_OVER: (),
    Event.BUILT_NONE: (),
    Event.BRIDGE_LEFT: (),
    Event.GONDOLA_LEFT: (),
    Event.PLACED_NONE: (),
}
"""The arguments of each event, in the order of its note."""

PRIVATE: Final = frozenset({Event.DREW, Event.SEALED})
"""The kind is for that seat only; that it happened is open (V1, V2)."""

_NAMES: Final[dict[str, tuple[str, ...]]] = {
    "district": DISTRICT_NAMES,
    "bridge": BRIDGE_NAMES,
    "building": BUILDING_NAMES,
    "to": BUILDING_NAMES,
    "kind": KIND_NAMES,
    "why": WHY_NAMES,
    "pair": PAIR_NAMES,
    "source": SOURCE_NAMES,
    "bank": BANK_NAMES,
}


@dataclass(frozen=True, slots=True)
class GameEvent:
    """One thing that happened; seat None: nobody in particular."""

    code: Event
    seat: int | None
    args: dict[str, Argument]
    only: int | None = None
    """The one seat that may know the private argument."""

    def seen_by(self, seat: int | None) -> "GameEvent":
        """The event as that seat (None: a spectator) may know it."""
        if self.only is None or self.only == seat:
            return self
        return GameEvent(self.code, self.seat, {**self.args, "kind": None})


def _argument(name: str, number: int) -> Argument:
    if name == "row":
        return number + 1
    names = _NAMES.get(name)
    if names is None:
        return number
    return names[number] if number >= 0 else None


@lru_cache(maxsize=4096)
def _event(code_number: int, seat: int, *numbers: int) -> GameEvent:
    code = Event(code_number)
    args = {n: _argument(n, v) for n, v in zip(ARGUMENTS[code], numbers, strict=False)}
    only = seat if code in PRIVATE else None
    return GameEvent(code, seat if seat >= 0 else None, args, only)


def read_notes(notes: list[list[int]]) -> list[GameEvent]:
    """The notes of a move as events, everything known. An event is not to be changed: the same
    object stands for every time that the same thing happens."""
    return [_event(*note) for note in notes]
