"""What the coach says: what may they hold."""

import pytest
from playwright.sync_api import expect

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
