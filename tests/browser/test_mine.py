"""My games, days off and devices, in a real browser against a real server."""

import json
import re

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.visitor import ME, Visitor
from tests.patience import PATIENCE_S

SHOWN = """async () => {
    const told = await (await navigator.serviceWorker.ready).getNotifications();
    return told.map(({ title, tag }) => [title, tag]);
}"""

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
    later = theirs.get_by_text("You can switch this on once you’ve sat at a table.")
    expect(later).to_be_visible()
    enter = theirs.get_by_label("Code", exact=True)
    enter.fill("abcd-" * 6 + "ab")
    enter.press("Enter")
    expect(theirs.get_by_role("alert")).to_have_text("This code is unknown or was withdrawn.")
    enter.fill(code.upper().replace("-", " "))
    theirs.get_by_role("button", name="Use the code").click()
    expect(theirs.get_by_text("This device is yours now.")).to_be_visible()
    expect(later).to_have_count(0)
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
    visitor.until(
        "() => navigator.serviceWorker.ready.then((w) => w.active?.state === 'activated'"
        " && !!navigator.serviceWorker.controller)"
    )
    scope = page.evaluate("navigator.serviceWorker.ready.then((worker) => worker.scope)")
    line = visitor.context.new_cdp_session(page)
    workers: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: workers.extend(
            r["registrationId"]
            for r in told["registrations"]
            if r["scopeURL"] == scope and not r["isDeleted"]
        ),
    )
    line.send("ServiceWorker.enable")
    while not workers:
        page.wait_for_timeout(50)
    message = {"title": "It’s your turn", "body": "With Ben", "url": "/t/abc", "kind": "turn"}
    sent = {"origin": scope, "registrationId": workers[0], "data": json.dumps(message)}
    # The browser drops what comes before it has stored the worker, and says nothing.
    for _ in range(int(20 * PATIENCE_S)):
        line.send("ServiceWorker.deliverPushMessage", sent)
        shown = page.evaluate(SHOWN)
        if shown:
            break
        page.wait_for_timeout(50)
    assert ["It’s your turn", "/t/abc"] in shown
    visitor.context.close()
