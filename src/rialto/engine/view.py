"""What one seat may see (V1-V3): the state's bytes under the seat's mask."""

from typing import Any

import numpy as np

from rialto.engine.state import MASKS, STATE, State

SPECTATOR = None


class View(State):
    """The state's fields as one seat may see them; hidden ones are zero. V1: everything open.
    V2: other hands, the pile and sealed discards are not there at all."""

    def __init__(self, table: Any, seat: int | None) -> None:
        self.seat = seat
        """Whose view; None is a spectator's."""
        self.table = table
        """The view as a table of one record, for compiled code."""

    def __getattr__(self, name: str) -> Any:
        if name not in STATE.names:  # type: ignore[operator]  # a record has names
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


def masked(record: Any, seat: int | None) -> View:
    """The view of a seat (None: a spectator) on a table of one record."""
    mask = MASKS[-1 if seat is None else seat]
    return View((record.view(np.uint8) & mask).view(STATE), seat)
