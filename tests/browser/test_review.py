"""What the coach says: what may they hold, and how a game went."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.visitor import BOT, ME, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("review")]
BRIDGE = "stage actions; step bridge; round 3; doge A4 B3; strength A2; winner A; hand B gondola"


def test_what_they_may_hold_opens_by_a_key_and_counts_each_kind(marta: Visitor) -> None:
    table = marta.table(ME, BOT, position=BRIDGE)
    page = marta.go(f"/t/{table}")
    expect(page.locator("#question")).to_be_visible()
    page.keyboard.press("w")
    window = page.get_by_role("dialog", name="What may they hold?")
    other = window.locator("section")
    expect(other).to_contain_text("1 card, 0 certain")
    expect(other.get_by_role("button")).to_have_count(7)
    other.get_by_role("button", name="Joker").press("Enter")
    expect(other.get_by_role("status")).to_contain_text("How likely: ")
    marta.axe("dialog")
    page.keyboard.press("Escape")
    expect(window).to_have_count(0)


def test_on_a_small_phone_it_stands_with_the_players(phone: Visitor) -> None:
    phone.page.set_viewport_size({"width": 360, "height": 640})
    table = phone.table(ME, BOT, BOT, BOT, BOT)
    page = phone.go(f"/t/{table}")
    page.get_by_role("button", name="Players").click()
    page.get_by_role("button", name="What may they hold?").click()
    window = page.get_by_role("dialog", name="What may they hold?")
    expect(window.locator("section")).to_have_count(4)
    phone.fits()
    phone.axe("dialog")


RECORD = Path(__file__).parents[1] / "replays" / "2-players-standard-lagoon.json"


def report_on(index: int, seat: int, better: str, played: str) -> dict[str, Any]:
    """A review with one decision, as docs/review.md has it."""
    whole = {"start": 0.5, "end": 0.4, "lost": 0.08, "rest": -0.02, "within": 0.03}
    account = {"round": None, "share": whole, "points": whole}
    chances = [{"index": index, "share": 0.5}, {"index": index + 30, "share": 0.4}]
    choice = {"action": 0, "likely": 0.5, "points": 0.0}
    return {
        "format": "rialto-review", "version": 1, "record": "r", "net": "n", "mode": "quick",
        "seed": 1, "names": ["1", "2"], "seats": [seat], "moves": 500, "over": True,
        "complete": True,
        "decisions": [{
            "index": index, "seat": seat, "round": 1, "kind": "row", "played": played,
            "shares": [0.5, 0.5], "points": [60.0, 60.0], "guesses": 64, "verdict": "better",
            "better": better, "loss": 0.08, "loss_points": 2.0,
            "choices": [
                {**choice, "move": better, "share": 0.5, "behind": 0.0, "within": 0.0},
                {**choice, "move": played, "share": 0.42, "behind": 0.08, "within": 0.03},
            ],
            "parts": [],
            "reasons": [
                {"part": "districts", "mostly": "castello", "seat": seat, "points": 2.8,
                 "within": 0.5},
                {"part": "buildings", "mostly": None, "seat": 1 - seat, "points": -1.4,
                 "within": 0.5},
            ],
        }],
        "curves": [{"seat": seat, "moments": chances}],
        "turns": [{"number": 1, "index": index, "until": index + 30, "seat": seat,
                   "before": 0.5, "after": 0.4, "lost": 0.08}],
        "players": [{"seat": seat, "decisions": 1, "better": 1, "accuracy": 0.0, "lost": 0.08,
                     "accounts": [account]}],
    }  # fmt: skip


@pytest.mark.parametrize("small", [False, True], ids=["desktop", "phone"])
def test_a_review_leads_to_what_it_speaks_of(marta: Visitor, small: bool) -> None:
    """Made, waited for, read; another move is shown, tried, compared, and left again."""
    record = json.loads(RECORD.read_text("utf-8"))
    name = marta.post("/api/records", **record)["id"]
    here = f"/api/records/{name}"
    at = next(n for n, move in enumerate(record["moves"]) if " row " in move)
    there = marta.get(f"{here}/moves?at={at}")
    played = record["moves"][at].split(" ", 1)[1]
    better = next(m["move"] for m in there["moves"] if m["move"] != played)
    report = report_on(at, there["seat"], better, played)
    stages = iter([("none", None), ("none", None), ("working", None), ("done", report)])

    def answer(route: Route) -> None:
        stage, found = next(stages)
        route.fulfill(json={"stage": stage, "done": 3, "of": 7, "report": found})

    marta.page.route("**/api/**/review*", answer)
    if small:
        marta.page.set_viewport_size({"width": 360, "height": 640})
    page = marta.go(f"/replay/{name}?record")
    page.get_by_role("tab", name="Review").click()
    page.get_by_role("button", name="Quick review").click()
    expect(page.get_by_text("Decision 3 of 7")).to_be_visible()
    page.get_by_role("button", name="Turning point 1").click()
    expect(page).to_have_url(re.compile(rf"#move={at}$"))
    panel = page.get_by_role("tabpanel")
    expect(panel).to_contain_text("8% ± 3 behind")
    expect(panel).to_contain_text("districts, mostly Castello")
    panel.get_by_role("button", name="the coach’s move").click()
    marta.axe("main")
    marta.fits()
    panel.get_by_role("button", name="Try it").click()
    expect(panel.get_by_role("heading", name="What if?")).to_be_visible()
    panel.get_by_role("button", name="Back to the game").click()
    expect(panel.get_by_role("heading", name="Costliest decisions")).to_be_visible()
    expect(page).to_have_url(re.compile(rf"#move={at}$"))
    panel.get_by_role("button", name="the coach’s move").click()
    panel.get_by_role("button", name="Play on with it").click()
    page.get_by_role("button", name="Start practice").click()
    page.wait_for_url("**/t/*")
