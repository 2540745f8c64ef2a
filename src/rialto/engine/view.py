"""What one seat may see (V1-V3): the state's bytes under the seat's mask."""

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from rialto.engine.state import MASKS, STATE, State

if TYPE_CHECKING:
    from rialto.engine.past import Past

PLACES: Final = {
    name: slice(start, start + cells.itemsize)
    for name, (cells, start, *_) in (STATE.fields or {}).items()
}
"""Where the bytes of each field lie in a record."""
NAMES: Final = frozenset(PLACES)


class View(State):
    """The state's fields as one seat may see them; hidden ones are zero. V1: everything open.
    V2: other hands, the pile and sealed discards are not there at all."""

    def __init__(self, table: Any, seat: int | None) -> None:
        self.seat = seat
        """Whose view; None is a spectator's."""
        self.table = table
        """The view as a table of one record, for compiled code."""
        self.past: Past | None = None
        """How it came about, if somebody has watched (`past.py`)."""

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES:
            raise AttributeError(name)
        value = self.table[name][0]
        return value if value.shape else int(value)

    @property
    def to_bytes(self) -> bytes:
        return bytes(self.table.tobytes())

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, View) and self.seat == other.seat and self.to_bytes == other.to_bytes
        )

    def __hash__(self) -> int:
        return hash((self.seat, self.to_bytes))


class Reading:
    """A table of one record as plain numbers and lists, each field read when it is asked for:
    asking a NumPy record again and again is slow."""

    def __init__(self, table: Any, *wanted: str) -> None:
        """Those that are wanted for certain are read at once, which is faster."""
        self._table = table
        read = self.__dict__
        for name in wanted:
            read[name] = table[name][0].tolist()

    def later(self, table: Any) -> "Reading":
        """Of a later state: fields that are as they were are not read again, and are the same
        objects."""
        then, now = self._table.tobytes(), table.tobytes()
        reading = Reading(table)
        read = reading.__dict__
        for name, value in self.__dict__.items():
            place = PLACES.get(name)
            if place is not None and now[place] == then[place]:
                read[name] = value
        return reading

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES:
            raise AttributeError(name)
        value = self.__dict__[name] = self._table[name][0].tolist()
        return value


def view_of(record: Any, seat: int | None) -> View:
    """The view of a seat (None: a spectator) on a table of one record."""
    seen = np.frombuffer(record.tobytes(), np.uint8) & MASKS[-1 if seat is None else seat]
    return View(np.frombuffer(bytearray(seen.tobytes()), STATE), seat)
