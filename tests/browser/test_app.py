"""Rialto as an app: what there is without a line, and what there never is."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import ME, Visitor

pytestmark = pytest.mark.browser
KEPT = """async () => {
    await navigator.serviceWorker.ready;
    const names = (await caches.keys()).filter((name) => name.startsWith('rialto-'));
    const stores = await Promise.all(names.map((name) => caches.open(name)));
    const found = await Promise.all(stores.map((store) => store.keys()));
    return found.flat().map((request) => new URL(request.url).pathname);
}"""


def test_without_a_line_the_page_says_so_and_shows_no_old_game(browser: Browser, base: str) -> None:
    someone = Visitor(browser, base, service_workers="allow")
    page = someone.go("/rules")
    page.locator("main").wait_for()
    page.reload()  # From now on the worker sees what is fetched.
    page.locator("main").wait_for()
    page.wait_for_function(f"({KEPT})().then((kept) => kept.some((p) => p.includes('/rules/')))")
    table = someone.table(ME, {"kind": "bot", "bot": "random"})
    someone.go(f"/t/{table}").locator("#question").wait_for()
    kept = page.evaluate(KEPT)
    assert not [
        path for path in kept if "table" in path.removeprefix("/assets/") and "/api/" in path
    ]
    someone.context.set_offline(True)
    page.goto(f"/t/{table}")
    expect(page.get_by_role("heading")).to_have_text("You’re offline")
    page.get_by_role("link", name="Read the rules meanwhile").click()
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    page.goto(f"/t/{table}")
    someone.context.set_offline(False)
    expect(page.locator("#question")).to_be_visible()
    someone.context.close()
