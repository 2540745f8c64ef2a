"""Answers that take thought, each worked out once."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, Final, Generic, TypeVar

T = TypeVar("T")
MOST_KEPT: Final = 512


class Book(Generic[T]):
    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, asyncio.Task[T]] = OrderedDict()

    async def look_up(self, key: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """However many ask, it is worked out once; and to the end, though who asked has gone."""
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._kept[key] = asyncio.create_task(work())
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(task)
