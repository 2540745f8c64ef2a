"""Hints at the table: asked for, shown, explained; and what a first game says of each decision."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.player import Player
from tests.browser.visitor import BOT, ME, Visitor
from tests.browser.walk import SIGHT

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("review")]
BRIDGE = "stage actions; step bridge; round 3; doge A4 B3; strength A2; winner A; hand B gondola"


def says(move: str, verdict: str | None = None) -> dict[str, Any]:
    """What the coach answers, as docs/review.md has it."""
    reason = {"part": "districts", "mostly": "castello", "seat": 0, "points": 2.8, "within": 0.5}
    choice = {"move": move, "behind": 0.0, "within": 0.0}
    judged = {"seat": 0, "choices": [choice], "reasons": [reason], "verdict": verdict}
    return {"seat": 0, "judgement": judged}


@pytest.mark.parametrize("small", [False, True], ids=["desktop", "phone"])
def test_a_hint_asks_then_shows_then_explains(marta: Visitor, small: bool) -> None:
    table = marta.table(ME, BOT, position=BRIDGE)
    view = marta.get(f"/api/tables/{table}/view")
    move = view["legal"][-1]["move"]

    def answer(route: Route) -> None:
        assert route.request.post_data_json == {"version": view["version"], "seat": 0}
        route.fulfill(json=says(move))

    marta.page.route("**/hint", answer)
    if small:
        marta.page.set_viewport_size({"width": 360, "height": 640})
    page = marta.go(f"/t/{table}")
    expect(page.locator("#question")).to_contain_text("the 3/4 bridge")
    if small:
        page.get_by_role("button", name="Hint", exact=True).click()
    else:
        page.keyboard.press("i")
    hint = page.get_by_role("complementary", name="Hint", exact=True)
    expect(hint).to_contain_text("Which districts should be worth more")
    expect(hint).not_to_contain_text("The coach says")
    hint.get_by_role("button", name="Show me the move").click()
    expect(hint).to_contain_text("The coach says: ")
    expect(page.locator("#go")).to_be_visible()
    assert page.evaluate(SIGHT) == [], "all that can be chosen is still hit"
    hint.get_by_role("button", name="Why?").click()
    expect(hint).to_contain_text("districts, mostly Castello")
    expect(hint).to_be_focused()
    assert page.evaluate(SIGHT) == []
    if not small:
        marta.resize({"width": 760, "height": 1000})
        expect(page.locator(".hint.narrow")).to_contain_text("districts, mostly Castello")
    marta.axe(".hint")
    marta.fits()
    page.keyboard.press("Escape")
    expect(hint).to_have_count(0)
    expect(page.locator("#question")).to_be_focused()
    assert marta.get(f"/api/tables/{table}/view")["version"] == view["version"], "only shown"


def test_a_first_game_says_how_each_decision_was(marta: Visitor) -> None:
    table = marta.table(ME, BOT, position=BRIDGE)
    marta.guide(table)
    player = Player(marta, table).sit()
    view = player.asked()
    assert view is not None
    better = view["legal"][-1]["move"]
    marta.page.route("**/word", lambda route: route.fulfill(json=says(better, "better")))
    player.decide(view, view["legal"][0]["move"])
    word = marta.page.get_by_text("would have been better")
    expect(word).to_contain_text("2.8 points: districts, mostly Castello")
    marta.axe(".word")


def test_whoever_sits_down_is_told_what_the_coach_may_do(marta: Visitor, visitor: Visitor) -> None:
    page = marta.go("/new")
    page.get_by_role("checkbox", name="Everybody may ask the coach").check()
    expect(page.get_by_text("hints allowed")).to_be_visible()
    page.get_by_role("checkbox", name="Everybody may look up").uncheck()
    expect(page.get_by_text("from memory")).to_be_visible()
    agreed = {"hints": True, "beliefs": False, "open": True}
    table = marta.post("/api/tables", seats=[ME, {"kind": "person"}], **agreed)
    link = next(seat["link"] for seat in table["seats"] if seat["link"])
    for page in (marta.go(f"/t/{table['table']}"), visitor.go(link)):
        expect(page.get_by_text("Hints: everybody")).to_be_visible()
        expect(page.get_by_text("From memory: nobody")).to_be_visible()
    visitor.axe()


def test_played_from_memory_there_is_nothing_to_look_up(marta: Visitor) -> None:
    eye = marta.page.get_by_role("button", name="What may they hold?")
    marta.go(f"/t/{marta.table(ME, BOT, position=BRIDGE)}")
    expect(eye).to_be_visible()
    page = marta.go(f"/t/{marta.table(ME, BOT, position=BRIDGE, beliefs=False)}")
    expect(page.locator("#question")).to_contain_text("the 3/4 bridge")
    expect(eye).to_have_count(0)
    page.keyboard.press("w")
    expect(page.get_by_role("dialog")).to_have_count(0)
