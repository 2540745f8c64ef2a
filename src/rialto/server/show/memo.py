"""What was made for the last view and still holds."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from rialto.engine.game import Reading, View

FIELDS: Final = (
    "coins", "scores", "spaces", "stage", "round_no", "step", "lead", "winner", "queue_length",
    "queue", "turned", "lent_jokers", "budget", "councillors_due", "top_bridge", "gondolas",
    "marker", "pile_size", "discard_size", "doge_order", "strength", "keep_more", "excess",
    "general", "private", "hand_size", "rows", "row_owner", "cards_played", "supply", "tiles",
    "used", "tokens", "council", "link", "ends", "bank_turned",
)  # fmt: skip
"""What every view is made from."""

T = TypeVar("T")


class Memo:
    """Parts of the last view of a table, each with the facts it was made from: most moves leave
    most of the board as it was."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[Any, Any]] = {}
        self._reading: Reading | None = None

    def read(self, view: View) -> Reading:
        """Facts that are as they were are the same objects, so to compare them costs nothing."""
        before, table = self._reading, view.table
        self._reading = Reading(table, *FIELDS) if before is None else before.later(table)
        return self._reading

    def get(self, part: Any, facts: Any, make: Callable[[], T]) -> T:
        kept = self._kept.get(part)
        if kept is None or kept[0] != facts:
            kept = self._kept[part] = (facts, make())
        made: T = kept[1]
        return made
