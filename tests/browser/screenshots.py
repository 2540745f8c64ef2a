"""Pictures of every page: a well-played game, looked at on desktop and phone, by day and by night.

`make screenshots` writes those of the README to docs/screens;
`python -m tests.browser.screenshots FOLDER --all` takes every one, to look at.
"""

import argparse
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

os.environ.setdefault("RIALTO_JIT", "0")

from playwright.sync_api import Browser, Page

from rialto import Game
from rialto.bots.roster import make_bot
from tests.browser.player import Player
from tests.browser.seeded_server import server
from tests.browser.stops import name_of
from tests.browser.visitor import Visitor, chromium

NAMES = ["Marta", "Jonas", "Ilona", "Tiziano"]
SHOWN_ROUND = 4
README = ("lobby-desktop-light", "play-bridge-desktop-light", "row-phone-light",
          "play-bridge-phone-dark", "end-desktop-light", "replay-desktop-dark")  # fmt: skip


def stops_of(names: list[str]) -> tuple[dict[str, Any], dict[str, int]]:
    """The record of a game among greedy bots, and the moves where the first seat is asked each
    kind of thing: in the shown round, or where it first comes."""
    game = Game.new(players=len(names), seed=5, names=names)
    bots = [make_bot("greedy", seed=seat) for seat in range(len(names))]
    first: dict[str, int] = {}
    shown: dict[str, int] = {}
    last = 0
    while not game.over:
        game.run_chance()
        for seat in game.to_move:
            if seat == 0:
                stops = shown if int(game.state.round_no) == SHOWN_ROUND else first
                stops.setdefault(name_of(game), game.version)
                last = game.version
            game.play(bots[seat].choose(game.view(seat), game.legal(seat), None))
    return game.record(), {**first, **shown, "end": last}


class Photographer:
    """Takes the pictures that are wanted, on one screen."""

    def __init__(self, visitor: Visitor, folder: Path, tag: str, wanted: list[str]) -> None:
        self.visitor, self.folder, self.tag, self.wanted = visitor, folder, tag, wanted

    def wants(self, name: str) -> bool:
        return not self.wanted or f"{name}-{self.tag}" in self.wanted

    def take(self, name: str) -> None:
        if self.wants(name):
            self.visitor.page.wait_for_timeout(900)
            self.visitor.page.screenshot(path=self.folder / f"{name}-{self.tag}.png")


def pages(camera: Photographer, record: dict[str, Any], stops: dict[str, int]) -> None:
    page = camera.visitor.page
    for name, stop in sorted(stops.items(), key=lambda at: at[1]):
        if camera.wants(name):
            player = Player(camera.visitor, table_from(camera.visitor, record, stop, NAMES)).sit()
            if name == "end":
                player.game()
                page.get_by_role("table").first.wait_for()
            else:
                player.asked()
                choose(page, name)
            camera.take(name)
    for name, path in {"new": "/new", "rules": "/rules", "learn": "/learn"}.items():
        if camera.wants(name):
            camera.visitor.go(path).wait_for_load_state("networkidle")
            camera.take(name)
    if camera.wants("replay"):
        kept = camera.visitor.post("/api/records", **record)
        camera.visitor.go(f"/replay/{kept['id']}?record#move=500")
        page.locator(".transport").wait_for()
        camera.take("replay")
    if camera.wants("lobby"):
        camera.visitor.go("/").wait_for_load_state("networkidle")
        camera.take("lobby")


def choose(page: Page, name: str) -> None:
    """Half a choice, so that the picture shows what a choice looks like."""
    card = page.locator("#hand .can")
    thing = page.locator("[data-pick].can:visible")
    if card.count():
        card.first.press("Space")
    elif thing.count():
        thing.first.click(force=True)
        page.mouse.move(2, 2)  # No tooltip in the picture.


def table_from(visitor: Visitor, record: dict[str, Any], move: int, names: list[str]) -> str:
    bots = [{"kind": "bot", "bot": "gondolier", "name": name} for name in names[1:]]
    seats = [{"kind": "me", "name": names[0]}, *bots]
    made: str = visitor.post("/api/tables", record=record, seats=seats, from_move=move)["table"]
    return made


@contextmanager
def screens(browser: Browser, base: str) -> Iterator[list[tuple[str, Visitor]]]:
    found = [
        (
            f"{'phone' if phone else 'desktop'}-{scheme}",
            Visitor(browser, base, phone=phone, color_scheme=scheme),
        )
        for phone in (False, True)
        for scheme in ("light", "dark")
    ]
    yield found
    for _, visitor in found:
        visitor.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*", help="such as row-phone-dark; default: the README's")
    parser.add_argument("--all", action="store_true", help="every picture")
    given = parser.parse_args()
    wanted = [] if given.all else given.names or list(README)
    given.folder.mkdir(parents=True, exist_ok=True)
    record, stops = stops_of(NAMES)
    with (
        tempfile.TemporaryDirectory() as data,
        server(Path(data)) as base,
        chromium() as browser,
        screens(browser, base) as found,
    ):
        for tag, visitor in found:
            if not wanted or any(name.endswith(tag) for name in wanted):
                pages(Photographer(visitor, given.folder, tag, wanted), record, stops)


if __name__ == "__main__":
    main()
