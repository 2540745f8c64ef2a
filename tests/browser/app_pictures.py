"""Icons, and the pictures that messengers show of a link: `python -m tests.browser.app_pictures`.

`make screenshots` writes them to web/public. They are taken here, with a browser, so that no server
needs one.
"""

import os
import struct
import tempfile
from pathlib import Path

os.environ.setdefault("RIALTO_JIT", "0")

from playwright.sync_api import Page

from tests.browser.player import Player
from tests.browser.screenshots import NAMES, choose, stops_of, table_from
from tests.browser.seeded_server import server
from tests.browser.visitor import Visitor, chromium

PUBLIC = Path(__file__).parents[2] / "web" / "public"
SHARED = (1200, 630)
ICONS = {"icon-192": 192, "icon-512": 512, "apple-touch-icon": 180}
RED = "#9E1F2F"


def icon(page: Page, size: int, share: float) -> bytes:
    """The drawing on its own red; `share`: how much of the square it takes."""
    svg = (PUBLIC / "icon.svg").read_text("utf-8")
    page.set_viewport_size({"width": size, "height": size})
    page.set_content(
        f"<style>body{{margin:0;background:{RED};display:grid;place-items:center;height:100vh}}"
        f"svg{{width:{100 * share}%}}</style>{svg}"
    )
    return page.screenshot()


def as_ico(png: bytes, size: int) -> bytes:
    """An .ico of one picture, which may be a PNG."""
    head = struct.pack("<HHH", 0, 1, 1)
    return head + struct.pack("<BBBBHHII", size, size, 0, 0, 1, 32, len(png), 22) + png


def main() -> None:
    record, stops = stops_of(NAMES)
    with tempfile.TemporaryDirectory() as data, server(Path(data)) as base, chromium() as browser:
        visitor = Visitor(browser, base)
        page = visitor.page
        for name, size in ICONS.items():
            (PUBLIC / f"{name}.png").write_bytes(icon(page, size, 1))
        (PUBLIC / "icon-maskable.png").write_bytes(icon(page, 512, 0.8))
        (PUBLIC / "favicon.ico").write_bytes(as_ico(icon(page, 32, 1), 32))
        page.set_viewport_size({"width": SHARED[0], "height": SHARED[1]})
        Player(visitor, table_from(visitor, record, stops["play-bridge"], NAMES)).sit().asked()
        choose(page, "play-bridge")
        take(page, "share-table")
        table = table_from(visitor, record, stops["end"], NAMES)
        Player(visitor, table).sit().game()
        page.get_by_role("table").first.wait_for()
        take(page, "share-result")
        kept = visitor.post("/api/records", **record)
        visitor.go(f"/replay/{kept['id']}?record#move=500")
        page.locator(".transport").wait_for()
        take(page, "share-replay")


def take(page: Page, name: str) -> None:
    page.wait_for_timeout(900)
    page.screenshot(path=PUBLIC / f"{name}.jpg", type="jpeg", quality=82)


if __name__ == "__main__":
    main()
