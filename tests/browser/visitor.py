"""Somebody with a real Chromium, for the tests of the pages."""

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect, sync_playwright

from tests.patience import PATIENCE_S

FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
DESKTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
DRAWN = """new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
  setTimeout(done, 10_000);
})"""
"""Whatever has changed is on the screen. Chromium without a screen may stop drawing for good, which
happened once in some thousands of screens of a walk: nobody waits for that for ever."""


expect.set_options(timeout=1000 * PATIENCE_S)


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        yield browser
        browser.close()


class Visitor:
    """One person at one screen: notes every error of the console and every foreign request."""

    def __init__(self, browser: Browser, base: str, *, phone: bool = False, **given: Any) -> None:
        self.base = base
        self.context: BrowserContext = browser.new_context(
            base_url=base, viewport=PHONE if phone else DESKTOP, has_touch=phone,
            locale=given.pop("locale", "en-GB"), reduced_motion="reduce",
            permissions=["clipboard-read", "clipboard-write"],
            service_workers=given.pop("service_workers", "block"), **given,
        )  # fmt: skip
        self.context.set_default_timeout(1000 * PATIENCE_S)
        self.page: Page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(str(error)))
        self.page.on("console", lambda m: self._note(m.type, m.text))
        self.page.on("request", lambda r: self._foreign(r.url))

    def _note(self, kind: str, text: str) -> None:
        # The browser itself reports refused requests; those that a test provokes are its business.
        # Playwright reports that it has kept the service worker out, as it was told to.
        expected = ("Failed to load resource", "blocked by Playwright")
        if kind in ("error", "warning") and not any(words in text for words in expected):
            self.trouble.append(text)

    def _foreign(self, url: str) -> None:
        if not url.startswith((self.base, "blob:")):
            self.trouble.append(f"foreign request: {url}")

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page

    def resize(self, size: ViewportSize) -> None:
        """Until the page is laid out for it: a wide table and a narrow one are different elements,
        and keys pressed in between go nowhere."""
        self.page.set_viewport_size(size)
        self.page.wait_for_function("size => innerWidth === size.width", arg=size)
        self.page.evaluate(DRAWN)

    def sit_down(self, link: str, name: str) -> Page:
        """By a link, on the card that asks before anybody sits."""
        self.page.goto(link)
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name=f"Sit down as {name}").click()
        self.page.wait_for_url(lambda url: "#" not in url)
        return self.page

    def no_trouble(self) -> None:
        assert not self.trouble, "\n".join(self.trouble)

    def axe(self, part: str | None = None) -> None:
        told = barriers(self.page, part)
        assert not told, "\n".join([self.page.url, *told])

    def fits(self) -> None:
        """Nothing has to be scrolled sideways."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{self.page.url}: {wide} px too wide"

    def until(self, condition: str) -> None:
        """Until a function of the page that gives a promise says yes; `wait_for_function` takes the
        promise itself for a yes."""
        says = f"""async () => {{
            for (let n = 0; n < {20 * PATIENCE_S}; n++) {{
                if (await ({condition})()) return true;
                await new Promise((go) => setTimeout(go, 50));
            }}
            return false;
        }}"""
        assert self.page.evaluate(says), condition

    def post(self, path: str, **body: Any) -> Any:
        answer = self.page.request.post(path, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def get(self, path: str) -> Any:
        answer = self.page.request.get(path)
        assert answer.ok, answer.text()
        return answer.json()

    def finished_game(self, players: int = 2, seed: int = 1, **more: Any) -> str:
        """Sits down against bots and plays any legal move to the end, without the page."""
        bots = [{"kind": "bot", "bot": "random"}] * (players - 1)
        made = self.post("/api/tables", seats=[{"kind": "me", "name": "Marta"}, *bots], **more)
        table: str = made["table"]
        rng = random.Random(seed)
        for n in range(3000):
            view = self.get(f"/api/tables/{table}/view")
            if view["status"] == "over":
                return table
            if view["legal"]:
                move = rng.choice(view["legal"])["move"]
                self.post(
                    f"/api/tables/{table}/command",
                    move_id=f"move-{n:08d}", version=view["version"], moves=[move],
                )  # fmt: skip
        raise AssertionError("the game does not end")

    def guide(self, table: str) -> None:
        """Makes it the guided game, as the page that starts one does."""
        self.go("/").evaluate("table => localStorage.setItem('rialto.guide', table)", table)

    def table(self, *seats: dict[str, str], position: str | None = None, **more: Any) -> str:
        """Opens a table, perhaps in the middle of a game of two."""
        if position:
            more["position"] = f"seats A B; {position}"
        made: str = self.post("/api/tables", seats=list(seats), **more)["table"]
        return made


def barriers(page: Page, part: str | None = None) -> list[str]:
    """What axe finds in a page as it is drawn: what has just come near has its colours by then."""
    page.evaluate(DRAWN)
    found = Axe().run(page, context=part).response["violations"]
    return [f"{v['id']}: {v['nodes'][0]['html'][:160]}" for v in found]


BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me", "name": "Marta"}


def table_visitor(browser: Browser, base: str, **how: Any) -> Visitor:
    """Other players' moves are shown at once, so that a test does not wait for them."""
    someone = Visitor(browser, base, **how)
    someone.context.add_init_script(
        "localStorage['rialto.settings'] ??= JSON.stringify({pace: 'instant', motion: 'less'})"
    )
    return someone
