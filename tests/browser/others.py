"""A whole game in Firefox and in WebKit, on a phone's and on a desktop's screen:
`python -m tests.browser.others`.

`make long` runs it. Whoever plays touches what is lit, at its own centre, and presses the button
that then offers itself; the page is asked for nothing that a person would not see.
"""

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from time import monotonic
from typing import Any

from tests.browser.seeded_server import server
from tests.browser.visitor import BOT, DRAWN, ME
from tests.browser.webdriver import Missing, Remote, firefox, webkit
from tests.patience import PATIENCE_S

BROWSERS: dict[str, Callable[[], AbstractContextManager[Remote]]] = {
    "firefox": firefox,
    "webkit": webkit,
}
SIZES = {"phone": (390, 664), "desktop": (1366, 768)}
PASSES = 0.1
"""How often a step is passed although there is something to touch."""
TOUCHES = 40
"""So many for one question are enough."""
SETTINGS = {"pace": "instant", "motion": "less", "lang": "en"}

LOOK = """(() => {
    const table = document.querySelector('.table');
    const place = (node) => {
        const box = node.getBoundingClientRect();
        // Of cards that overlap the left edges are in sight.
        const x = box.left + (node.dataset.card ? 2 : box.width / 2), y = box.top + box.height / 2;
        const name = node.dataset.pick ?? node.id;
        return { name, x, y, hit: node.contains(document.elementFromPoint(x, y)) };
    };
    const all = (what) => [...document.querySelectorAll(what)].map(place);
    return {
        asked: document.querySelector('.busy') ? '' : (table?.dataset.asked ?? ''),
        version: table?.dataset.version ?? '',
        over: document.querySelector('dialog[open] #end-title') !== null,
        wide: document.documentElement.scrollWidth - innerWidth,
        choices: all('[data-pick].can:not(.grp), [data-pick].one, .grp.can [data-card]:not(.sel)'),
        go: all('#go:not([aria-disabled=true])'), stop: all('#stop'),
    };
})()"""


CLICKS = "(window.clicks ??= (addEventListener('click', () => window.clicks++, true), 0))"


class Newcomer:
    def __init__(self, browser: Remote, base: str, where: str, pictures: Path | None) -> None:
        self.browser, self.base, self.where, self.pictures = browser, base, where, pictures
        self.rng = random.Random(1)
        self.asked: set[str] = set()

    def visit(self, path: str, shown: str) -> None:
        self.browser.go(self.base + path)
        self.until(f"document.querySelector({json.dumps(shown)}) !== null", f"{path}: no {shown}")
        wide = self.browser.run("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, f"{self.where}: {path} is {wide} px too wide"
        self.photograph(path.strip("/").split("/")[0] or "lobby")

    def until(self, true: str, complaint: str) -> None:
        end = monotonic() + PATIENCE_S
        while not self.browser.run(true):
            assert monotonic() < end, f"{self.where}: {complaint}"

    def photograph(self, name: str) -> None:
        if self.pictures is not None:
            (self.pictures / f"{self.where}-{name}.png").write_bytes(self.browser.picture())

    def play(self) -> int:
        """The number of questions that were answered."""
        answered, version, touched = 0, "", 0
        end = monotonic() + PATIENCE_S
        while not (seen := self.browser.run(LOOK))["over"]:
            if not seen["asked"]:
                assert monotonic() < end, f"{self.where}: nobody is asked, after {version}"
                continue
            end = monotonic() + PATIENCE_S
            if seen["version"] != version:
                answered, version, touched = answered + 1, seen["version"], 0
                self.check(seen)
            touched += 1
            if touched == TOUCHES:
                self.photograph("stuck")
                raise AssertionError(f"{self.where}: {seen['asked']} cannot be answered: {seen}")
            self.touch(seen)
        return answered

    def check(self, seen: dict[str, Any]) -> None:
        if seen["asked"] not in self.asked:
            self.photograph(seen["asked"])
            self.asked.add(seen["asked"])
        hidden = [c["name"] for c in seen["choices"] + seen["go"] + seen["stop"] if not c["hit"]]
        assert not hidden, f"{self.where}, {seen['asked']}: out of sight: {hidden}"
        assert seen["wide"] <= 0, f"{self.where}, {seen['asked']}: too wide by {seen['wide']} px"

    def touch(self, seen: dict[str, Any]) -> None:
        passes = seen["stop"] and (not seen["choices"] or self.rng.random() < PASSES)
        things = seen["go"] or (seen["stop"] if passes else seen["choices"])
        if things:
            thing = self.rng.choice(things)
            before = self.browser.run(CLICKS)
            self.browser.press(thing["x"], thing["y"])
            # A busy browser answers before the page has heard of the press.
            self.until(
                f"{CLICKS} > {before}", f"{thing['name']} was pressed, and nothing was heard"
            )
            self.browser.run(DRAWN)


def smoke(browser: Remote, base: str, where: str, pictures: Path | None) -> int:
    someone = Newcomer(browser, base, where, pictures)
    someone.visit("/", "form button")
    browser.run(f"void (localStorage['rialto.settings'] = JSON.stringify({json.dumps(SETTINGS)}))")
    wanted = {"method": "POST", "headers": {"content-type": "application/json"},
              "body": json.dumps({"seats": [ME, BOT, BOT]})}  # fmt: skip
    made = browser.run(f"fetch('/api/tables', {json.dumps(wanted)}).then((a) => a.json())")
    someone.visit(f"/t/{made['table']}", "#question")
    answered = someone.play()
    someone.photograph("end")
    for path, shown in {f"/replay/{made['table']}": ".transport", "/rules": "main h2"}.items():
        trouble = browser.trouble()
        assert not trouble, f"{where}: {trouble}"
        someone.visit(path, shown)
    assert not browser.trouble(), f"{where}: {browser.trouble()}"
    return answered


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=BROWSERS)
    parser.add_argument("--screen", choices=SIZES)
    parser.add_argument("--pictures", type=Path, help="a folder for one of each page and question")
    given = parser.parse_args()
    if given.pictures:
        given.pictures.mkdir(parents=True, exist_ok=True)
    missing = []
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as base:
        for name in [given.only] if given.only else BROWSERS:
            try:
                with BROWSERS[name]() as browser:
                    for screen in [given.screen] if given.screen else SIZES:
                        width, height = SIZES[screen]
                        browser.resize(width, height)
                        answered = smoke(browser, base, f"{name}-{screen}", given.pictures)
                        print(
                            f"{name}, {screen} {width}x{height}: {answered} questions", flush=True
                        )
            except Missing as what:
                missing.append(str(what))
    if missing:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
