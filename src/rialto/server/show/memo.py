"""What was made for the last view and still holds."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo:
    """Parts of the last view of a table, each with the facts it was made from: most moves leave
    most of the board as it was."""

    def __init__(self) -> None:
        self._kept: dict[Any, tuple[Any, Any]] = {}

    def get(self, part: Any, facts: Any, make: Callable[[], T]) -> T:
        kept = self._kept.get(part)
        if kept is None or kept[0] != facts:
            kept = self._kept[part] = (facts, make())
        made: T = kept[1]
        return made
