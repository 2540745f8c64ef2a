"""The guided first game: what the coach says, when, and where it stands."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.player import Player
from tests.browser.visitor import BOT, ME, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("coach")]


def test_the_coach_explains_each_decision_once(visitor: Visitor) -> None:
    page = visitor.go("/learn")
    page.get_by_role("button", name="Start the guided game").click()
    page.wait_for_url("**/t/*")
    table = page.url
    coach = page.get_by_role("complementary", name="The coach")
    expect(coach.get_by_role("button", name="Got it")).to_be_visible()
    topic = coach.get_by_role("heading").inner_text()
    visitor.axe(".coach")
    coach.get_by_role("button", name="Got it").click()
    expect(coach.get_by_role("button", name="Tell me again")).to_be_visible()
    page.reload()
    expect(coach.get_by_role("button", name="Tell me again")).to_be_visible()
    coach.get_by_role("button", name="Tell me again").click()
    expect(coach.get_by_role("heading")).to_have_text(topic)
    visitor.go("/learn")
    expect(page.get_by_role("link", name="Continue your guided game")).to_be_visible()
    # Two where the last start building came by itself: that is told together with the row.
    expect(page.get_by_text(re.compile("^[12] of 21"))).to_be_visible()
    visitor.go(table)
    coach.get_by_role("button", name="Tell me again").click()
    coach.get_by_role("button", name="Stop explaining").click()
    page.reload()
    expect(page.locator("svg.map").first).to_be_visible()
    expect(coach).to_have_count(0)


def test_the_coach_knows_who_has_chosen_a_first_building(marta: Visitor) -> None:
    """Also where nobody has pressed "Got it"."""
    table = marta.table(ME, BOT)
    marta.guide(table)
    player = Player(marta, table).sit()
    view = player.asked()
    assert view is not None
    assert view["decision"] == "start", "with two players there is a choice for both"
    coach = marta.page.get_by_role("complementary", name="The coach")
    expect(coach.get_by_role("button", name="Got it")).to_be_visible()
    # Another view of the same question.
    marta.post(f"/api/tables/{table}/rename", seat=0, name="Maria")
    expect(marta.page.get_by_role("article", name="Maria")).to_be_visible()
    expect(coach.get_by_role("button", name="Got it")).to_be_visible()
    player.decide(view, view["legal"][0]["move"])
    expect(coach.get_by_role("heading")).to_have_text("Take a row of cards")
    expect(coach).not_to_contain_text("One starting building was left")


BRIDGE = "stage actions; step bridge; round 3; doge A4 B3; strength A2; winner A; hand B gondola"


def test_whoever_acts_has_understood_and_log_and_bridge_stay_in_sight(marta: Visitor) -> None:
    table = marta.table(ME, BOT, position=BRIDGE)
    marta.guide(table)
    player = Player(marta, table).sit()
    view = player.asked()
    assert view is not None
    page = marta.page
    expect(page.get_by_role("button", name="Got it")).to_be_visible()
    expect(page.locator("#question")).to_contain_text("the 3/4 bridge")
    for part in (".logbox", ".stockbox", ".q .bridge"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    player.decide(view, view["legal"][0]["move"])
    page.wait_for_function("() => localStorage['rialto.guide.seen']?.split(' ').includes('bridge')")


def test_on_a_small_phone_the_coach_leaves_the_map_to_the_bridge(phone: Visitor) -> None:
    phone.page.set_viewport_size({"width": 390, "height": 664})
    table = phone.table(ME, BOT, position=BRIDGE)
    phone.guide(table)
    page = phone.go(f"/t/{table}")
    again = page.get_by_role("button", name="Tell me again")
    expect(again).to_be_visible()
    free = page.get_by_role("button", name="Connection between Castello and Dorsoduro")
    expect(free).to_be_in_viewport(ratio=0.9)
    again.click()
    expect(page.get_by_role("complementary", name="The coach")).to_contain_text("Place the bridge")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_coach_covers_nothing(browser: Browser, base: str, phone: bool) -> None:
    someone = Visitor(browser, base, phone=phone, is_mobile=phone)
    page = someone.go("/")
    offer = page.get_by_role("link", name="Your first game?")
    expect(offer).to_be_in_viewport(ratio=1)
    offer.click()
    page.get_by_role("button", name="Start the guided game").click()
    coach = page.get_by_role("complementary", name="The coach")
    done = coach.get_by_role("button", name="Got it")
    done.wait_for()
    page.evaluate("document.fonts.ready")  # Until then words are wider.
    others = ".map, .dock, .pp, .doge, .supply, .logbox, .tabs"
    covered = """others => {
        const box = document.querySelector('.coach.open, .coach .hat').getBoundingClientRect();
        return [...document.querySelectorAll(others)].filter(e => {
            const b = e.getBoundingClientRect();
            return b.height && b.left < box.right - 1 && b.right > box.left + 1
                && b.top < box.bottom - 1 && b.bottom > box.top + 1;
        }).map(e => e.className);
    }"""
    assert page.evaluate(covered, others) == []
    high = "document.querySelector('.map').clientHeight"
    before = page.evaluate(high)
    done.click()
    expect(coach.get_by_role("button", name="Tell me again")).to_be_visible()
    if not phone:  # There it speaks beside the board, which keeps its size.
        assert page.evaluate(high) == before
    # The hat has a corner of the question or of the log, where no word stands.
    words = others.replace(".dock", ".dock h2, .dock .meta").replace(".logbox", ".logbox li")
    assert page.evaluate(covered, words) == []
    someone.fits()
    someone.no_trouble()
    someone.context.close()
