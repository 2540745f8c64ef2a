"""axe on every page and window, by day and by night, at every size of the walk (walk.py).

`python -m tests.browser.barriers` looks at all of it (`make long`), a test at a selection. Each
page is loaded once; then light and size change around it.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Literal, NamedTuple

os.environ.setdefault("RIALTO_JIT", "0")

from playwright.sync_api import Browser, Page

from rialto.review import puzzles
from tests.browser.seeded_server import server
from tests.browser.visitor import BOT, DESKTOP, ME, Visitor, barriers, chromium
from tests.browser.walk import SIZES

THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = tuple(product(THEMES, SIZES))
POSITIONS = (
    "stage rows; row 1 gold doge; row 2 2 bridge; row 3 joker",
    "stage discard; hand A 6 gold 3 doge",
    "step gold; lead A; coins A5; buildings A yellow-2 yellow-3; hand A 2 gold doge joker",
    "stage actions; step building; lead A; strength A3; winner A",
    "stage actions; step bridge; lead A; strength A2; winner A",
)
"""Tables in the middle of a decision."""
ASKED = ".table[data-asked]:not([data-asked=''])"


class Sight(NamedTuple):
    path: str
    shown: str
    """What is there once the page is."""
    opens: str = ""
    """The button that is pressed there, by its name."""
    window: str = "dialog[open]"
    """What it opens."""


class Barriers:
    """Somebody who has played, and somebody who is invited; both look at pages."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.mine, self.other = Visitor(browser, base), Visitor(browser, base)

    def sights(self) -> Iterator[tuple[Visitor, Sight]]:
        over = self.mine.finished_game(5, open=True)
        made = self.mine.post("/api/tables", seats=[ME, {"kind": "person"}])
        self.mine.table(ME, BOT, BOT, open=True)  # In the lobby: one of mine, one to watch.
        own = [
            ("/", "main li"), ("/new", "select"), ("/learn", "ol li"), ("/rules?q=tie", "mark"),
            ("/rules", "#glossary"), ("/nowhere", "main a"), ("/t/nothing", "main a"),
            ("/history", "main li"), (f"/replay/{over}", ".transport"), ("/privacy", "main li"),
            (f"/t/{over}", "dialog[open] table"), (f"/t/{made['table']}", "main li"),
            ("/me", "main h1"), ("/puzzles", "main section li"), ("/replay/nothing", "main a"),
            (f"/puzzles/{puzzles.load()[0].name}", ASKED),
        ]  # fmt: skip
        for path, shown in own:
            yield self.mine, Sight(path, shown)
        yield self.other, Sight("/", ".watch li")
        yield self.other, Sight(made["group"].removeprefix(self.mine.base), "#sit-name")
        for position in POSITIONS:
            table = self.mine.table(ME, BOT, position=position)
            yield self.mine, Sight(f"/t/{table}", ASKED)
        asked = f"/t/{table}"
        yield self.mine, Sight(asked, ASKED, "Hint", "aside.hint")
        for name in ("Help and keys", "Settings", "Table", "What may they hold?"):
            yield self.mine, Sight(asked, ASKED, name)
        shared = self.mine.table(ME, {**ME, "name": "Bert"}, position=POSITIONS[2])
        yield self.mine, Sight(f"/t/{shared}", ".curtain")
        self.mine.guide(table)
        yield self.mine, Sight(asked, ".coach .btn")

    def look(self, *, every: int) -> Iterator[list[str]]:
        """What is found on each page, on every `every`th of its looks."""
        for n, (who, sight) in enumerate(self.sights()):
            who.page.set_viewport_size(DESKTOP)
            page = who.go(sight.path)
            page.locator(sight.shown).first.wait_for()
            if sight.opens:
                page.get_by_role("button", name=sight.opens, exact=True).click()
                page.locator(sight.window).first.wait_for()
            yield [
                f"{sight.path}, {theme}, {width}×{height}: {fault}"
                for theme, (width, height) in LOOKS[n % every :: every]
                for fault in faults(page, theme, width, height)
            ]


def faults(page: Page, theme: Literal["light", "dark"], width: int, height: int) -> list[str]:
    page.emulate_media(color_scheme=theme)
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(
        "([width, theme]) => innerWidth === width"
        " && document.documentElement.dataset.theme === theme"
        " && document.getAnimations().every((moving) => moving.playState !== 'running')",
        arg=[width, theme],
    )
    # Colours of what was off the page may change only when it is looked at.
    return barriers(page) and barriers(page)


def main() -> None:
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as base, chromium() as browser:
        pages = list(Barriers(browser, base).look(every=1))
    bad = [fault for found in pages for fault in found]
    print("\n".join([*bad, f"{len(pages)} pages × {len(LOOKS)} looks, {len(bad)} findings"]))
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
