"""The rules page: a first reading with pictures, every rule, what can be tried and printed."""

import re

import pytest
from playwright.sync_api import Browser, expect

from rialto.locales import LANGUAGES
from tests.browser.visitor import Visitor

READ = """() => ["#minute", "#round", "#tips"].map((part) => {
  const copy = document.querySelector(part).cloneNode(true);
  copy.querySelectorAll("table, details, svg, ul.unseen").forEach((one) => one.remove());
  return copy.textContent;
}).join(" ")"""


def test_the_rules_are_found_by_word_and_by_id(visitor: Visitor) -> None:
    page = visitor.go("/rules#E2")
    expect(page.locator("#E2")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("tie doge")
    expect(page.locator("#T1 mark").first).to_be_visible()
    expect(page.locator("#K1")).to_have_count(0)
    page.get_by_role("searchbox").fill("zzz")
    page.get_by_role("button", name="Show all rules").click()
    expect(page.locator("#K1")).to_be_visible()
    page.get_by_label("Language").select_option("cs")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pravidla")
    expect(page.locator("#K1")).to_contain_text("karet")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_first_reading_is_short_and_has_a_board_after_every_step(
    browser: Browser, base: str, lang: str
) -> None:
    someone = Visitor(browser, base, locale=lang)
    page = someone.go("/rules")
    expect(page.locator("#round .board")).to_have_count(9)
    words = page.evaluate(READ).split()
    assert 500 < len(words) < 1200, len(words)
    someone.no_trouble()
    someone.context.close()


def test_the_round_shows_the_rows_and_every_card_played(visitor: Visitor) -> None:
    """Each row of six with who took it; in step F Anna and Lucia play two cards, Marco one."""
    page = visitor.go("/rules")
    dealt = page.locator("#round article").nth(0).locator("ol li")
    expect(dealt).to_have_count(4)
    for row in dealt.all():
        expect(row.locator(".mini")).to_have_count(6)
    taken = page.locator("#round article").nth(1).locator("ol li")
    expect(taken.nth(2)).to_contain_text("taken by Lucia")
    expect(taken.nth(3)).not_to_contain_text("taken")
    played = page.locator("#round article").nth(7).locator("tr.cards")
    for n, cards in enumerate([2, 1, 2]):
        expect(played.nth(n).locator(".mini")).to_have_count(cards)
    expect(played).to_have_count(3)
    expect(played.first).to_contain_text("Played")


def test_the_box_shows_a_picture_of_each_thing(visitor: Visitor) -> None:
    page = visitor.go("/rules#K1")
    things = page.locator("#section-box table tr")
    expect(things).to_have_count(12)
    for thing in things.all():
        box = thing.locator(".picture > span > *").first.bounding_box()
        assert box and box["width"] > 20, thing.inner_text()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_it_prints_on_four_pages(browser: Browser, base: str, lang: str, phone: bool) -> None:
    someone = Visitor(browser, base, locale=lang, phone=phone, color_scheme="dark")
    page = someone.go("/rules")
    expect(page.locator("#round .board")).to_have_count(9)
    printed = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 4
    someone.context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_no_barrier_and_nothing_to_scroll_sideways(
    browser: Browser, base: str, theme: str, phone: bool
) -> None:
    someone = Visitor(browser, base, phone=phone, color_scheme=theme)
    page = someone.go("/rules")
    page.locator("#glossary").wait_for()
    for summary in page.locator("summary").all():
        summary.evaluate("(s) => (s.parentElement.open = true)")
    someone.axe()
    someone.fits()
    someone.no_trouble()
    someone.context.close()


def test_a_rule_is_tried_at_the_table(visitor: Visitor) -> None:
    page = visitor.go("/rules#C3")
    page.locator("#C3").get_by_role("button", name="Try it at the table").click()
    page.wait_for_url("**/t/*")
    expect(page.locator("#question")).to_contain_text("Which building will you return")


def test_the_page_leads_to_the_guided_game_and_to_the_set_up(visitor: Visitor) -> None:
    page = visitor.go("/rules")
    page.get_by_role("link", name="Start the guided game").click()
    expect(page).to_have_url(re.compile("/learn$"))
    page = visitor.go("/rules#K7")
    page.locator("#K7").get_by_role("link", name="Choose it when you set up a table").click()
    expect(page).to_have_url(re.compile("/new$"))


def test_the_tips_are_those_of_the_coach(visitor: Visitor) -> None:
    page = visitor.go("/rules")
    words = visitor.get("/api/locales/en.json")
    expect(page.locator("#tips li").first).to_have_text(words["guide.row.tip"])
    page.get_by_text("More tips from the coach").click()
    expect(page.locator("#tips")).to_contain_text(words["guide.yellow.tip"])
