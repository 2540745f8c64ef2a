"""Nothing is compiled while a test waits for an answer."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def _compiled(request: pytest.FixtureRequest) -> None:
    from rialto.compile.mode import PLAIN

    if not PLAIN:
        from tests.compiled import compile_for

        compile_for({item.path.parent.name for item in request.session.items})
