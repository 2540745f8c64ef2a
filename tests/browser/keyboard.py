"""Somebody who plays by the keyboard alone: finds the way to a thing, then presses the keys."""

import re
from typing import Any

from playwright.sync_api import Page

from tests.browser.player import Player, later

WAYS = """
(starts) => {
  const ways = new Map(starts.map((start) => [start, []]));
  for (const [here, way] of ways)
    for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"]) {
      here.focus();
      here.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      const next = document.activeElement;
      if (!ways.has(next)) ways.set(next, [...way, key]);
    }
  return ways;
}
"""
"""Everything that arrows lead to from there, and by which keys."""

WAY_TO = f"""
(wanted) => {{
  const start = document.activeElement;
  const found = [...({WAYS})([start])].find(([thing]) => thing.matches(wanted));
  start.focus();
  return found?.[1];
}}
"""
UNREACHED = f"""
() => {{
  const start = document.activeElement;
  const stops = [...document.querySelectorAll("#app *")].filter((e) => e.tabIndex >= 0);
  const ways = ({WAYS})(stops.filter((e) => e.checkVisibility()));
  start.focus();
  return [...document.querySelectorAll("[data-pick]:not([aria-disabled=true])")]
    .filter((e) => e.checkVisibility() && !ways.has(e))
    .map((e) => e.dataset.pick);
}}
"""


def unreached(page: Page) -> list[str]:
    """What could be chosen now, but not by Tab and arrows."""
    found: list[str] = page.evaluate(UNREACHED)
    page.keyboard.press("Escape")  # Up and down count cards of the hand.
    return found


class KeyboardPlayer(Player):
    """Takes the first thing that can be chosen."""

    def decide(self, view: dict[str, Any], move: str | None = None) -> None:
        decision = view["decision"]
        self.made[decision] += 1
        moves = [o["move"] for o in view["legal"]]
        if decision == "play":
            self.play_all(view)
        elif decision == "row":
            self.press(moves[0].split()[1])
            self.enter()
        elif decision == "discard":
            self.discard(view)
        elif "done" in moves:
            self.press("p")
        else:
            self.press({"start": "b", "build": "b"}.get(decision, "m"))
            self.walk_to(".can")
            self.press("Space")
            self.page.wait_for_selector(f"#go, {later(view['version'])}", state="attached")
            if self.page.locator("#go").count():
                self.enter()
        self.until_after(view["version"])

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def enter(self) -> None:
        self.page.locator("#go").wait_for()
        self.page.evaluate("document.activeElement.blur()")
        self.press("Enter")

    def walk_to(self, wanted: str) -> None:
        keys = self.page.evaluate(WAY_TO, wanted)
        assert keys is not None, f"no arrows lead to {wanted}"
        for key in keys:
            self.press(key)
        assert self.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted)

    def play_all(self, view: dict[str, Any]) -> None:
        cards = view["hand"][view["step"]]
        if cards:
            self.press(str(min(cards, 9)))
            self.enter()
        else:
            self.press("p")

    def discard(self, view: dict[str, Any]) -> None:
        """From the left, card after card."""
        self.press("h")
        for _ in range(view["seats"][view["seat"]]["excess"]):
            label = self.page.evaluate("document.activeElement.getAttribute('aria-label')")
            held, chosen = (int(n) for n in re.findall(r"\d+", label)[:2])
            if held == chosen:
                self.press("ArrowRight")
            self.press("Space")
        self.enter()
