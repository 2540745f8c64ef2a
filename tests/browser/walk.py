"""A walk over every kind of decision, on every screen, in every language, with two to five players,
guided and not: whatever is to be seen, read or touched there is seen, read and hit (sight.js).

`python -m tests.browser.walk` walks all of it (`make long`): stopped, it goes on where it was, and
after a mend it walks only what had faults. `--afresh` begins anew. A game is stopped at each kind
of decision; the page is resized, not reloaded.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("RIALTO_JIT", "0")

from playwright.sync_api import Browser

from rialto.locales import LANGUAGES
from tests.browser.player import Player
from tests.browser.seeded_server import server
from tests.browser.stops import KINDS, Stop, fullest_stops
from tests.browser.visitor import Visitor, chromium

SIZES = (
    (360, 640), (390, 664), (412, 720), (390, 844),  # phones, the browser's bars included
    (844, 390), (740, 340),  # on their side
    (820, 1180), (1366, 768), (1920, 1080),
    (683, 384), (960, 540),  # laptop and desktop at 200 %
)  # fmt: skip
PLAYERS = (2, 3, 4, 5)
NAMES = [
    "Anna-Katharina Hoffmanns", "Wilhelmina von Mumm-Wert", "Ilona", "Maximilian Oberleitnerin",
    "Konstantinopolitańczyków",
]  # fmt: skip
CLOCK = {"bank_s": 1200, "increment_s": 20}
SIGHT = (Path(__file__).parent / "sight.js").read_text()
REST_S = 10.0
KEPT = Path(".venv/walk.jsonl")

Size = tuple[int, int]


class Place(NamedTuple):
    """Where the page has to be loaded; there it is resized."""

    players: int
    kind: str
    lang: str
    guided: bool


class Screen(NamedTuple):
    place: Place
    size: Size
    faults: list[str]

    def told(self) -> list[str]:
        players, kind, lang, guided = self.place
        coach = "guided" if guided else "not guided"
        where = f"{kind}, {written(self.size)}, {players} players, {lang}, {coach}"
        return [f"{where}: {fault}" for fault in self.faults]


def written(size: Size) -> str:
    return f"{size[0]}×{size[1]}"


class Walk:
    """One person with one phone, who sits down at table after table."""

    def __init__(self, browser: Browser, base: str) -> None:
        self.visitor = Visitor(browser, base, phone=True)
        self.page = self.visitor.go("/")
        self.guest = Visitor(browser, base)
        self.stops: dict[int, dict[str, Stop]] = {}
        self.tables: dict[tuple[int, str], str] = {}

    def look(self, place: Place, sizes: Iterable[Size]) -> Iterator[Screen]:
        table = self.table(place.players, place.kind)
        kept = {
            "rialto.settings": json.dumps(
                {"lang": place.lang, "pace": "instant", "motion": "less"}
            ),
            "rialto.guide": table if place.guided else "",
        }
        self.page.evaluate(
            "kept => { localStorage.clear(); Object.assign(localStorage, kept) }", kept
        )
        Player(self.visitor, table).sit().asked()
        if place.guided:
            self.page.locator(".coach").wait_for(state="attached")
        for width, height in sizes:
            self.visitor.resize({"width": width, "height": height})
            yield Screen(place, (width, height), self.faults())

    def faults(self) -> list[str]:
        """What is still wrong once everything has had the time to come to rest."""
        end = time.monotonic() + REST_S
        found: list[str] = self.page.evaluate(SIGHT)
        while found and time.monotonic() < end:
            self.page.wait_for_timeout(100)
            found = self.page.evaluate(SIGHT)
        return found

    def table(self, players: int, kind: str) -> str:
        """The same for all languages: nothing happens at it until the first seat answers. The
        second is somebody's who is not there; the clock runs."""
        if (players, kind) in self.tables:
            return self.tables[players, kind]
        names = NAMES[:players]
        if players not in self.stops:
            self.stops[players] = fullest_stops(names)
        stop = self.stops[players][kind]
        bots = [{"kind": "bot", "bot": "gondolier", "name": name} for name in names[2:]]
        made = self.visitor.post(
            "/api/tables", record=stop.record, from_move=stop.move, clock=CLOCK, hints=True,
            seats=[{"kind": "me", "name": names[0]}, {"kind": "person"}, *bots],
        )  # fmt: skip
        secret = made["group"].rpartition("#")[2]
        self.guest.post("/api/join", secret=secret, seat=1, name=names[1])
        self.tables[players, kind] = made["table"]
        return self.tables[players, kind]


def selection() -> Iterator[tuple[Place, list[Size]]]:
    """What a test has time for: every pair of kind, language, number of players, size, and guided
    or not is somewhere in it."""
    for (i, kind), (j, lang) in product(enumerate(KINDS), enumerate(LANGUAGES)):
        players = PLAYERS[(i + j) % len(PLAYERS)]
        place = Place(players, kind, lang, guided=(i // 4 + j) % 2 == 1)
        yield place, list(SIZES[(i + j) % len(LANGUAGES) :: len(LANGUAGES)])


# ── the whole product ──────────────────────────────────────────────────────────────────────────


def read(kept: Path) -> dict[Place, list[Screen]]:
    """What an earlier walk found, place by place."""
    found: dict[Place, list[Screen]] = {}
    for line in kept.read_text().splitlines() if kept.exists() else []:
        place, screens = json.loads(line)
        at = Place(*place)
        found[at] = [Screen(at, (width, height), faults) for (width, height), faults in screens]
    return found


def write(kept: Path, place: Place, screens: list[Screen]) -> None:
    with kept.open("a") as file:
        print(json.dumps([place, [(s.size, s.faults) for s in screens]]), file=file)


def walk_all(kept: Path, players: Iterable[int]) -> dict[Place, list[Screen]]:
    places = [Place(*each) for each in product(players, KINDS, LANGUAGES, (False, True))]
    found = read(kept)
    left = [at for at in places if at not in found or any(s.faults for s in found[at])]
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as base, chromium() as browser:
        walk = Walk(browser, base)
        for n, place in enumerate(left, 1):
            found[place] = list(walk.look(place, SIZES))
            write(kept, place, found[place])
            for line in [line for screen in found[place] for line in screen.told()]:
                print(line, flush=True)
            print(f"{n} of {len(left)} places", end="\r", file=sys.stderr, flush=True)
    return {at: found[at] for at in places}


def table(screens: list[Screen]) -> Iterator[str]:
    """Decisions × sizes: screens with faults, of all."""
    yield "| decision | " + " | ".join(map(written, SIZES)) + " |"
    yield "|---" * (1 + len(SIZES)) + "|"
    for kind in KINDS:
        cells = [[s for s in screens if (s.place.kind, s.size) == (kind, size)] for size in SIZES]
        counts = [f"{sum(bool(s.faults) for s in cell)}/{len(cell)}" for cell in cells]
        yield f"| {kind} | " + " | ".join(counts) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kept", type=Path, default=KEPT, help="where the walk keeps its finds")
    parser.add_argument("--afresh", action="store_true", help="forget what was found before")
    parser.add_argument("--players", type=int, nargs="+", choices=PLAYERS, default=PLAYERS)
    given = parser.parse_args()
    if given.afresh:
        given.kept.unlink(missing_ok=True)
    screens = [screen for found in walk_all(given.kept, given.players).values() for screen in found]
    print("\n".join(table(screens)))
    bad = sum(bool(screen.faults) for screen in screens)
    print(f"{len(screens)} screens, {bad} of them with faults")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
