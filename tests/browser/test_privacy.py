"""The privacy page: what is stored, and how it is deleted."""

from playwright.sync_api import Browser, expect

from tests.browser.visitor import Visitor


def test_what_is_stored_is_told_and_can_be_deleted(visitor: Visitor) -> None:
    page = visitor.go("/privacy")
    expect(page.get_by_text("The server knows nothing about this browser.")).to_be_visible()
    for name in ("Ottoline", "Perpetua"):
        seats = [{"kind": "me", "name": name}, {"kind": "bot", "bot": "random"}]
        visitor.post("/api/tables", seats=seats)
    visitor.go("/privacy")
    cookie = page.get_by_role("row", name="Your cookie")
    expect(cookie).to_contain_text("180 days")
    finished = page.get_by_role("row", name="Finished games with names")
    expect(finished).to_contain_text("not automatically")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download everything").click()
    assert "Ottoline" in download.value.path().read_text("utf-8")

    row = page.get_by_role("listitem").filter(has_text="Perpetua")
    row.get_by_role("button").click()
    expect(row).to_have_count(0)
    expect(page.get_by_role("listitem").filter(has_text="Ottoline")).to_be_visible()

    page.get_by_role("button", name="Delete my name and all my games").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete my name and all my games").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status")).to_contain_text("no longer knows this browser")
    expect(page.get_by_role("listitem")).to_have_count(0)
    assert visitor.context.cookies() == []
    visitor.no_trouble()


def test_trouble_with_someone_is_told_and_ended(
    visitor: Visitor, browser: Browser, base: str
) -> None:
    seats = [{"kind": "me", "name": "Ottoline"}, {"kind": "person"}, {"kind": "person"}]
    made = visitor.post("/api/tables", seats=seats, open=True)
    rude = Visitor(browser, base)
    rude.post(f"/api/tables/{made['table']}/sit", name="Basil")
    page = visitor.go("/privacy")
    page.get_by_role("button", name="Trouble with someone").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("About whom").select_option("Basil")
    dialog.get_by_label("What happened").fill("He shouts.")
    dialog.get_by_role("button", name="Report to whoever runs this server").click()
    expect(dialog).to_contain_text("has been sent")
    dialog.get_by_role("button", name="Keep this person away").click()
    expect(dialog).to_contain_text("no longer sit down")
    page.keyboard.press("Escape")
    row = page.get_by_role("listitem").filter(has_text="Basil")
    row.get_by_role("button", name="Let back in").click()
    expect(row).to_have_count(0)
    visitor.no_trouble()
    rude.context.close()


def test_who_has_only_watched_is_known_too(browser: Browser, base: str, visitor: Visitor) -> None:
    seats = [{"kind": "me", "name": "Ottoline"}, {"kind": "bot", "bot": "random"}]
    made = visitor.post("/api/tables", seats=seats, open=True)
    watcher = Visitor(browser, base)
    watcher.post(f"/api/tables/{made['table']}/talk", text="Hm", name="Basil")
    page = watcher.go("/privacy")
    page.get_by_role("button", name="Delete my name and all my games").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("status")).to_contain_text("no longer knows this browser")
    assert watcher.get(f"/api/tables/{made['table']}/since/0")["talk"] == []
    watcher.context.close()
