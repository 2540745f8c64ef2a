"""The server's tests run on the loop that it is served by."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rialto.server.web.uvicorn_setup import new_loop
from tests.server.fair_company import Clock, Company
from tests.server.live import serving, settings

Loops = dict[str, Callable[[], asyncio.AbstractEventLoop]]
OTHER_PROCESS = ("test_durability", "test_load")
"""Where the server is another process, on its own loop, only players run here; their HTTP client
cannot bear a line that is cut on uvloop."""


def pytest_asyncio_loop_factories(item: pytest.Item) -> Loops:
    return {"served": asyncio.new_event_loop if item.path.stem in OTHER_PROCESS else new_loop}


@pytest.fixture
async def company(tmp_path: Path) -> AsyncIterator[Company]:
    clock = Clock()
    async with AsyncExitStack() as stack:
        live = await stack.enter_async_context(serving(settings(tmp_path), ticks=clock))
        yield Company(live, stack, clock)
