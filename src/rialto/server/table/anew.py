"""Whoever was overtaken by another process tries again on what is there now."""

from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Final, ParamSpec, TypeVar

from rialto.server.trouble import Overtaken

P = ParamSpec("P")
T = TypeVar("T")
TRIES: Final = 8


def anew(work: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """The answer is the one that would have been given had we known in the first place. The table
    has caught up by then (`Table.write`)."""

    @wraps(work)
    async def until_it_holds(*args: P.args, **given: P.kwargs) -> T:
        for _ in range(TRIES - 1):
            try:
                return await work(*args, **given)
            except Overtaken:
                pass
        return await work(*args, **given)

    return until_it_holds
