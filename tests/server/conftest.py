"""The server's tests run on the loop that it is served by."""

import asyncio
from collections.abc import Callable

from rialto.server.line import new_loop


def pytest_asyncio_loop_factories() -> dict[str, Callable[[], asyncio.AbstractEventLoop]]:
    return {"served": new_loop}
