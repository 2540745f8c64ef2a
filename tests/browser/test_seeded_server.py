"""The games of the browser tests do not depend on luck."""

from collections import Counter

import pytest

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_the_same_moves_make_the_same_game(visitor: Visitor) -> None:
    once, again = (visitor.finished_game(3) for _ in range(2))
    first, second = (visitor.get(f"/api/tables/{t}/record") for t in (once, again))
    # Several discard at once (P6), in any order.
    assert Counter(first["moves"]) == Counter(second["moves"])
    assert first["result"] == second["result"]
