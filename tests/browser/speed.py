"""How fast the table opens and answers: `python -m tests.browser.speed` on a machine at rest.

From the `make play` command to a page on which a game can be started (everything installed), and
from a click to the changed picture on the screen, for the clicks that a turn is made of.
"""

import os
import re
import shutil
import signal
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.player import Player
from tests.browser.seeded_server import server
from tests.browser.visitor import BOT, ME, Visitor, chromium

TIMES = 3
CLICKS = 10
PAINTED = """
([selector, changed]) => new Promise((done) => {
  const thing = [...document.querySelectorAll(selector)].find((e) => e.getClientRects().length);
  const before = document.querySelector(changed)?.outerHTML;
  const start = performance.now();
  const look = () => {
    if (document.querySelector(changed)?.outerHTML === before) return requestAnimationFrame(look);
    // The frame after the one that changed is on the screen.
    requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
  };
  thing.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  look();
})
"""
POSITIONS = {
    "raise a card": (
        "step gold; lead A; hand A 3 gold doge",
        '[data-pick="hand:gold"] [data-card="2"]',
        "#hand",
    ),
    "choose a row": (
        "stage rows; row 1 gold doge; row 2 2 bridge; row 3 joker",
        '[data-pick="row:2"]',
        "#rows",
    ),
    "preview a bridge": (
        "stage actions; step bridge; lead A; strength A2; winner A",
        '[data-pick="link:castello:san-marco"]',
        "svg.map",
    ),
    "play a card": ("step gold; lead A; hand A 3 gold doge", "#go", ".dock"),
    "see what follows": ("step gold; lead A; hand A 3 gold doge", "#go", "#question"),
}


def start_up(browser: Browser) -> float:
    """Seconds from `make play` to a lobby whose button can be pressed."""
    with tempfile.TemporaryDirectory() as home:
        env = {**os.environ, "XDG_DATA_HOME": home, "BROWSER": "true"}
        begin = time.monotonic()
        process = subprocess.Popen(
            [shutil.which("make") or "make", "play", "ARGS=--port 0"],
            env=env, stdout=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            base = next(
                m[0] for m in (re.search(r"http://\S+?:\d+", x) for x in process.stdout) if m
            )
            someone = Visitor(browser, base)
            someone.go("/").get_by_role("button", name="Start the game").wait_for()
            taken = time.monotonic() - begin
            someone.context.close()
            return taken
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait(20)


def click(page: Page, selector: str, changed: str) -> float:
    taken: float = page.evaluate(PAINTED, [selector, changed])
    return taken


def clicks(browser: Browser) -> dict[str, list[float]]:
    """Milliseconds from a click to the changed picture."""
    found: dict[str, list[float]] = {}
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as base:
        someone = Visitor(browser, base)
        for name, (position, selector, changed) in POSITIONS.items():
            for _ in range(CLICKS):
                Player(someone, someone.table(ME, BOT, position=position)).sit().asked()
                if selector == "#go":
                    someone.page.locator('[data-pick="hand:gold"]').press("Space")
                    someone.page.locator("#go").wait_for()
                someone.page.wait_for_timeout(100)
                found.setdefault(name, []).append(click(someone.page, selector, changed))
        someone.context.close()
    return found


def main() -> None:
    with chromium() as browser:
        times = [start_up(browser) for _ in range(TIMES)]
        print(
            f"make play to a playable page: {min(times):.2f} to {max(times):.2f} s, {TIMES} times"
        )
        for name, taken in clicks(browser).items():
            median, worst = statistics.median(taken), max(taken)
            print(f"{name:18}{median:6.0f} ms, at most {worst:.0f} ms, {CLICKS} times")


if __name__ == "__main__":
    main()
