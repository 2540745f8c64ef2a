"""axe finds nothing on any page: a selection of barriers.py."""

import pytest
from playwright.sync_api import Browser

from tests.browser.barriers import LOOKS, Barriers


@pytest.mark.browser
def test_no_barrier_on_any_page(browser: Browser, base: str) -> None:
    bad = [
        fault for found in Barriers(browser, base).look(every=len(LOOKS) // 2) for fault in found
    ]
    assert not bad, "\n".join(bad)
