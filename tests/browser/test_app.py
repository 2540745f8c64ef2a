"""Rialto as an app: what there is without a line, and what there never is."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import BOT, ME, Visitor

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
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()  # From now on the worker sees what is fetched.
    page.locator("main").wait_for()
    someone.until(f"() => ({KEPT})().then((kept) => kept.some((p) => p.includes('/rules/')))")
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


SHIFTS = """window.moved = 0; new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) if (!shift.hadRecentInput) window.moved += shift.value;
}).observe({ type: 'layout-shift', buffered: true })"""


def test_no_page_moves_while_it_comes_and_only_ones_own_letters_are_fetched(phone: Visitor) -> None:
    """Lobby, rules, table and replay on a phone. A shift of 0.1 is what people begin to notice."""
    fetched: list[str] = []
    phone.page.on("request", lambda request: fetched.append(request.url))
    phone.context.add_init_script(SHIFTS)
    table = phone.table(ME, BOT, position="step gold; lead A; hand A 2 gold doge joker")
    over = phone.finished_game()
    for path, last in {
        "/": ".upload",
        "/rules": "#glossary",
        f"/t/{table}": "#question",
        f"/replay/{over}": ".transport",
    }.items():
        page = phone.go(path)
        page.locator(last).first.wait_for()
        page.evaluate("document.fonts.ready")
        assert page.evaluate("window.moved") <= 0.1, path
    letters = {url.rsplit("/", 1)[-1] for url in fetched if url.endswith(".woff2")}
    assert len(letters) == 3
    assert not [name for name in letters if "latin-ext" in name]
