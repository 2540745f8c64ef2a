"""One server and one browser for the tests of a file in a worker. Not for longer: while Playwright
runs, no test of the server can run a loop of its own in the same process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.seeded_server import server
from tests.browser.visitor import Visitor, chromium, table_visitor


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


def welcome(someone: Visitor) -> Iterator[Visitor]:
    """For a test; afterwards the page must have had no trouble."""
    yield someone
    someone.no_trouble()
    someone.context.close()


@pytest.fixture
def visitor(browser: Browser, base: str) -> Iterator[Visitor]:
    yield from welcome(Visitor(browser, base))


@pytest.fixture
def marta(browser: Browser, base: str) -> Iterator[Visitor]:
    """Somebody at a desk, who sees the others' moves at once."""
    yield from welcome(table_visitor(browser, base))


@pytest.fixture
def phone(browser: Browser, base: str) -> Iterator[Visitor]:
    """The same with a phone."""
    yield from welcome(table_visitor(browser, base, phone=True, is_mobile=True))


@pytest.fixture(scope="module")
def finished(browser: Browser, base: str) -> Iterator[tuple[Visitor, str]]:
    """Somebody with a finished game of three."""
    someone = Visitor(browser, base)
    yield someone, someone.finished_game(3, open=True)
    someone.context.close()
