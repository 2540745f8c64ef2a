"""Somebody who plays through the page: looks what is asked, touches the page, never the API."""

import random
import re
from collections import Counter
from typing import Any, Self

from tests.browser.visitor import Visitor

DISTRICTS = ("cannaregio", "castello", "san-marco", "santa-croce", "san-polo", "dorsoduro")
ASKED_OR_OVER = ".table[data-asked]:not([data-asked='']), .curtain, dialog[open]"


def link_of(pair: str) -> str:
    return ":".join(sorted(pair.split(":"), key=DISTRICTS.index))


def later(version: int) -> str:
    return f".table:not([data-version='{version}']), .curtain"


class Player:
    """Makes legal moves by clicks; what is legal is read beside the page."""

    def __init__(
        self, visitor: Visitor, table: str, *, seed: int = 1, seat: int | None = None
    ) -> None:
        self.visitor, self.page, self.table, self.seat = visitor, visitor.page, table, seat
        self.rng = random.Random(seed)
        self.made: Counter[str] = Counter()
        """Decisions by kind."""
        self.hand_overs = 0
        """How often the screen was given to the next of several people."""

    def sit(self) -> Self:
        self.page.goto(f"/t/{self.table}")
        return self

    def view(self) -> dict[str, Any]:
        """Of the given seat, or of the one that the page shows."""
        shown = self.page.query_selector(".table[data-seat]") if self.seat is None else None
        seat = shown.get_attribute("data-seat") if shown else self.seat
        query = "" if seat is None else f"?seat={seat}"
        view: dict[str, Any] = self.visitor.get(f"/api/tables/{self.table}/view{query}")
        return view

    def asked(self) -> dict[str, Any] | None:
        """The view once this seat is asked and the page shows it; None when the game is over."""
        for _ in range(50):
            self.page.wait_for_selector(ASKED_OR_OVER, state="attached")
            view = self.view()
            if view["status"] != "running":
                return None
            self.take_over()
            if view["legal"] and self.shows(view):
                return view
        raise AssertionError(f"the page does not show what seat {self.seat} is asked")

    def take_over(self) -> None:
        ready = self.page.locator(".curtain button")
        if ready.count():
            ready.click()
            ready.wait_for(state="detached")
            self.hand_overs += 1

    def shows(self, view: dict[str, Any]) -> bool:
        found = self.page.query_selector(".table")
        if found is None or found.get_attribute("data-asked") != view["decision"]:
            return False
        return found.get_attribute("data-version") == str(view["version"])

    def game(self) -> dict[str, Any]:
        """Plays until the end."""
        while (view := self.asked()) is not None:
            self.decide(view)
        return self.view()

    def choose(self, view: dict[str, Any]) -> str:
        """Any move, but rather one that does something."""
        moves = [o["move"] for o in view["legal"]]
        acts = [m for m in moves if m not in ("pass", "done")]
        move: str = self.rng.choice(acts if acts and self.rng.random() < 0.85 else moves)
        return move

    def decide(self, view: dict[str, Any], move: str | None = None) -> None:
        move = move or self.choose(view)
        self.made[view["decision"]] += 1
        verb, *words = move.split()
        if move in ("pass", "done"):
            self.page.locator("#stop").click()
        elif verb == "discard":
            self.discard(view)
        elif verb == "play":
            self.play(view, int(words[0]), int(words[2]) if len(words) > 1 else 0)
        elif verb == "turn" or move == "use yellow-3":
            self.compose(view, move)
        else:
            self.touch(verb, words, move)
            self.go(view["version"])
        self.until_after(view["version"])

    def touch(self, verb: str, words: list[str], move: str) -> None:
        if verb in ("bridge", "gondola"):
            link = link_of(words[0])
            self.pick(f"link:{link}")
            if words[-1] == "alone":
                self.pick("with:nobody")
            elif not words[0].startswith(link.split(":")[0] + ":"):
                self.page.locator("#turn").click()
            return
        first = {"build": "supply", "return": "own", "row": "row", "from": "district", "use": "own"}
        self.pick("own:yellow-1" if verb == "delay" else f"{first[verb]}:{words[0]}")
        second = self.page.locator(f'[data-pick="{move}"]')
        if second.count():
            second.first.click()

    def pick(self, key: str) -> None:
        self.page.locator(f'[data-pick="{key}"]:visible').first.click(force=True)

    def go(self, version: int | None = None) -> None:
        """Confirms; what can be taken back is made without."""
        if version is not None:
            self.page.wait_for_selector(f"#go, {later(version)}", state="attached")
            if self.page.locator(later(version)).count():
                return
        self.page.locator("#go").click()

    def cards(self, kind: str, n: int) -> None:
        for _ in range(n):
            self.page.locator(f'#hand [data-pick="hand:{kind}"]').press("Space")

    def play(self, view: dict[str, Any], cards: int, jokers: int) -> None:
        self.cards(view["step"], cards)
        self.cards("joker", jokers)
        self.go()

    def discard(self, view: dict[str, Any]) -> None:
        hand = [kind for kind, n in view["hand"].items() for _ in range(n)]
        self.rng.shuffle(hand)
        for kind in hand[: view["seats"][view["seat"]]["excess"]]:
            self.cards(kind, 1)
        self.go()

    def compose(self, view: dict[str, Any], move: str) -> None:
        """A yellow building first, then the play that it becomes part of."""
        self.touch(move.split()[0] if move.startswith("use") else "use", move.split()[1:], move)
        self.page.locator(".pending").wait_for()
        for kind in (view["step"], "joker") * 12:
            play = self.page.locator("#go:not([aria-disabled=true])")
            if play.count() and re.match("Play", play.inner_text()):
                play.click()
                return
            group = self.page.locator(f'#hand [data-pick="hand:{kind}"]')
            if group.count():
                group.press("Space")
        raise AssertionError("no play after a yellow building")

    def until_after(self, version: int) -> None:
        """Until the page has moved on, or the curtain has fallen."""
        self.page.wait_for_selector(later(version), state="attached")
