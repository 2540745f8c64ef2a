"""A clock for tests of what takes its time."""

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any


def in_no_time(main: Coroutine[Any, Any, None]) -> None:
    """Run it by a clock that leaps to whatever comes next, so that no load of the machine shows."""

    class Leaping(selectors.SelectSelector):
        now = 0.0

        def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
            self.now += timeout or 0.0
            return super().select(0)

    class Loop(asyncio.SelectorEventLoop):
        def time(self) -> float:
            return selector.now

    selector = Leaping()
    with asyncio.Runner(loop_factory=lambda: Loop(selector)) as runner:
        runner.run(main)
