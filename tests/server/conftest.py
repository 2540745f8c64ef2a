"""The server's tests run on the loop that it is served by."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rialto.server.store import Place, Store, Url, open_store
from rialto.server.web.uvicorn_setup import new_loop
from tests.server.fair_company import Clock, Company
from tests.server.live import serving, settings
from tests.server.postgres import Cluster, postgres

Loops = dict[str, Callable[[], asyncio.AbstractEventLoop]]
OTHER_PROCESS = ("test_durability", "test_load", "test_workers", "test_storms")
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


# ── both engines of the store ──


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with postgres() as made:
        yield made


@pytest.fixture
def url(cluster: Cluster) -> Url:
    """An empty place in PostgreSQL."""
    return cluster.new_url()


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty place for a store, of either engine."""
    if request.param == "sqlite":
        return tmp_path / "test.db"
    made: Url = request.getfixturevalue("url")
    return made


@pytest.fixture
async def store(where: Place) -> AsyncIterator[Store]:
    made = open_store(where)
    yield made
    await asyncio.to_thread(made.close)
