"""My games, days off and devices, in a real browser against a real server."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import ME, Visitor

# One worker: they share a server and a browser.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("mine")]


def test_a_table_by_days_shows_the_time_and_gives_days_off(visitor: Visitor) -> None:
    page = visitor.go("/new")
    page.get_by_label("Thinking time").select_option("days:3")
    expect(page.get_by_text("14 days of holiday")).to_be_visible()
    bots = [{"kind": "bot", "bot": "random"}] * 2
    table = visitor.post("/api/tables", seats=[ME, *bots], days={"days": 3})["table"]
    visitor.go(f"/t/{table}")
    # The bots have no clock.
    expect(page.locator("time:visible")).to_have_count(1)
    expect(page).to_have_title(re.compile(r"^\(1\) .+"))
    visitor.go("/")
    expect(page).to_have_title("(1) Rialto")
    visitor.go("/me")
    page.get_by_label("I’m away until").select_option(value="2")
    page.get_by_role("button", name="Take days off").click()
    expect(page.get_by_text("12 days of holiday left")).to_be_visible()
    page.get_by_role("button", name="I’m back").click()
    expect(page.get_by_role("button", name="I’m back")).to_have_count(0)
    visitor.axe()


def test_a_code_makes_another_device_mine(browser: Browser, base: str, visitor: Visitor) -> None:
    table = visitor.post("/api/tables", seats=[ME, {"kind": "person"}])["table"]
    page = visitor.go("/me")
    page.get_by_role("button", name="Make a code").click()
    code = page.locator("code").inner_text()
    other = Visitor(browser, base, phone=True)
    theirs = other.go("/me")
    theirs.get_by_label("Code", exact=True).fill(code.upper().replace("-", " "))
    theirs.get_by_role("button", name="Use the code").click()
    expect(theirs.get_by_text("This device is yours now.")).to_be_visible()
    other.fits()
    assert table in [t["table"] for t in other.get("/api/mine")["tables"]]
    page.reload()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Sign out")).to_have_count(0)
    assert other.get("/api/mine")["tables"] == []
    other.no_trouble()
    other.context.close()


def test_a_push_message_is_shown(browser: Browser, base: str) -> None:
    """Delivered to the service worker as the browser's own push service would."""
    visitor = Visitor(browser, base, service_workers="allow")
    visitor.context.grant_permissions(["notifications"], origin=base)
    page = visitor.go("/")
    scope = page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
    line = visitor.context.new_cdp_session(page)
    workers: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: workers.extend(r["registrationId"] for r in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    while not workers:
        page.wait_for_timeout(50)
    message = {"title": "It’s your turn", "body": "With Ben", "url": "/t/abc", "kind": "turn"}
    line.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": scope, "registrationId": workers[0], "data": json.dumps(message)},
    )
    visitor.until(
        "() => navigator.serviceWorker.ready.then((w) => w.getNotifications())"
        ".then((told) => told.some((n) => n.title === 'It’s your turn' && n.tag === '/t/abc'))"
    )
    visitor.context.close()
