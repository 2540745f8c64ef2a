"""Puzzles: chosen from the list, answered on the table, explained, and played on from."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from rialto.review import puzzles
from rialto.server import wire
from rialto.server.show.puzzles import answer_puzzle, list_puzzles, show_puzzle, try_out
from tests.browser.visitor import Visitor
from tests.browser.walk import SIGHT
from tests.review.some_puzzles import SOME

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("review")]


def answer(route: Route) -> None:
    """As the server would, of the puzzles that the test knows."""
    words = route.request.url.split("/api/puzzles")[1].strip("/").split("/")
    one = next((p for p in SOME if p.name == words[0]), SOME[0])
    moves = json.loads(route.request.post_data or '{"moves": []}')["moves"]
    body: wire.Out
    match words:
        case [""]:
            body = list_puzzles()
        case [_]:
            body = show_puzzle(one)
        case [_, "try"]:
            body = try_out(one, moves)
        case _:
            body = answer_puzzle(one, moves)
    route.fulfill(body=wire.encode(body), content_type="application/json")


def map_is_in_sight(page: Page) -> None:
    expect(page.locator(".map").first).to_be_visible()


@pytest.mark.parametrize("small", [False, True], ids=["desktop", "phone"])
def test_a_puzzle_is_solved_and_the_next_is_not(
    marta: Visitor, small: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the keyboard alone where it answers."""
    monkeypatch.setattr(puzzles, "load", lambda: SOME)
    if small:
        marta.page.set_viewport_size({"width": 360, "height": 640})
    marta.page.route("**/api/puzzles**", answer)
    page = marta.go("/")
    page.get_by_role("link", name="Solve puzzles").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Puzzles")
    expect(page.get_by_text("0 of 2 solved")).to_be_visible()
    page.get_by_label("Kind of decision").select_option("bridge")
    expect(page.get_by_role("link", name="Puzzle 1")).to_have_count(0)
    page.get_by_label("Kind of decision").select_option("")
    marta.axe("main")
    marta.fits()
    page.get_by_role("link", name="Puzzle 1").click()

    question = page.locator("#question")
    expect(question).to_have_text("Which row of cards will you take?")
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    verdict = page.locator("#verdict")
    expect(verdict).to_have_text("Solved: that’s the best move.")
    expect(verdict).to_be_focused()
    expect(question).to_have_text("Which row of cards will you take?")
    said = page.get_by_role("region", name="Solved")
    expect(said).to_contain_text("30% ± 5 behind")
    expect(page.locator("#rows .chosen")).to_have_count(1)
    expect(said).to_contain_text("districts, mostly Castello")
    marta.axe()
    marta.fits()
    assert page.evaluate(SIGHT) == []

    page.get_by_role("button", name="Next puzzle").click()
    expect(question).to_contain_text("Where will you place the")
    map_is_in_sight(page)
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text("There’s a better move here:")
    expect(page.get_by_text("Solved in a row: 0")).to_be_visible()
    map_is_in_sight(page)
    marta.axe()
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("1 of 2 solved")).to_be_visible()
    page.reload()
    expect(page.get_by_role("link", name="Puzzle 1")).to_contain_text("solved")

    page.get_by_role("link", name="Puzzle 2").click()
    expect(question).to_contain_text("Where will you place the")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play from here").click()
    page.wait_for_url(re.compile("/t/"))
    expect(question).to_contain_text("Where will you place the")


def test_a_puzzle_that_is_none(marta: Visitor) -> None:
    page = marta.go("/puzzles/nothing")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("link", name="All puzzles")).to_be_visible()
