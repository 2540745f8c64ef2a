"""Nothing is compiled while a test waits for an answer, and no test speaks in another's log."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled(request: pytest.FixtureRequest) -> None:
    from rialto.compile.mode import PLAIN

    if not PLAIN:
        from tests.compiled import compile_for

        compile_for({item.path.parent.name for item in request.session.items})


@pytest.fixture(autouse=True)
def _own_logs() -> Iterator[None]:
    """A test that sets up the server's logs writes to a stream that ends with it."""
    loggers = [logging.getLogger(name) for name in ("rialto", "uvicorn")]
    kept = [(logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield
    for logger, (handlers, propagate, level) in zip(loggers, kept, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)
