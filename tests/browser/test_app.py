"""Rialto as an app: what there is without a line, and what there never is."""

import pytest
from playwright.sync_api import Browser, Route, expect

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


LATE = """const Real = WebSocket; window.WebSocket = class {
    static OPEN = 1;
    readyState = 0;
    constructor(url) {
        window.connect = () => {
            this.real = new Real(url);
            this.real.onopen = (event) => { this.readyState = 1; this.onopen(event); };
            this.real.onmessage = (event) => { this.onmessage(event); window.heard = true; };
            this.real.onclose = (event) => this.onclose(event);
        };
    }
    send(text) { this.real.send(text); }
    close() { this.real?.close(); }
}"""
"""A socket that connects when it is told to."""


def go_without_a_line(phone: Visitor) -> str:
    """To a table whose socket is not there yet; which table."""
    phone.context.add_init_script(SHIFTS)
    phone.context.add_init_script(LATE)
    table = phone.table(ME, BOT, position="step gold; lead A; coins A1; hand A 2 gold doge joker")
    phone.go(f"/t/{table}")
    phone.page.get_by_role("button", name="Pass", exact=True).wait_for()
    return table


def test_nothing_moves_once_the_line_is_made(phone: Visitor) -> None:
    """On a slow line a table is there before its socket."""
    go_without_a_line(phone)
    page = phone.page
    page.evaluate("document.fonts.ready")
    before = page.evaluate("window.moved")
    page.evaluate("window.connect()")
    page.wait_for_function("() => window.heard")
    for _ in range(2):  # frames: shifts are told after the one that they are seen in
        page.evaluate("() => new Promise((go) => requestAnimationFrame(() => setTimeout(go)))")
    assert page.evaluate("window.moved") - before <= 0.02


def test_nothing_waits_until_the_line_is_made(phone: Visitor) -> None:
    """It can be played at once."""
    table = go_without_a_line(phone)
    phone.page.get_by_role("button", name="Pass", exact=True).click()
    before = phone.get(f"/api/tables/{table}/view")["version"]
    phone.page.evaluate("window.connect()")
    phone.until(f"""async () => (await (await fetch('/api/tables/{table}/view')).json()).version
        > {before}""")


def test_what_a_page_shows_is_asked_for_before_its_code_is_there_and_once(visitor: Visitor) -> None:
    """Words, the table and what it shows; a replay; the rules."""
    table = visitor.table(ME, BOT, position="step gold; lead A; hand A 2 gold doge joker")
    over = visitor.finished_game()
    asked: list[str] = []
    held: list[Route] = []
    visitor.page.on("request", lambda request: asked.append(request.url.removeprefix(visitor.base)))
    visitor.page.route("**/assets/core-*.js", lambda route: held.append(route))
    for path, last, wanted in (
        (f"/t/{table}", "#question", (f"/tables/{table}", f"/tables/{table}/since/0?seat=0")),
        (f"/replay/{over}", ".transport", (f"/tables/{over}/replay",)),
        ("/rules", "#glossary", ("/rules/en.json", "/lesson.json")),
    ):
        asked.clear()
        with visitor.page.expect_request(f"{visitor.base}/api{wanted[-1]}"):
            visitor.page.goto(path, wait_until="commit")
        held.pop().continue_()
        visitor.page.locator(last).first.wait_for()
        for one in ("/locales/en.json", *wanted):
            assert asked.count(f"/api{one}") == 1, one
