"""People at a table: sitting down, the menu, questions, talk, another game."""

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.visitor import ME, Visitor, table_visitor

SMALL: ViewportSize = {"width": 360, "height": 640}


def answer(page: Page, words: str) -> None:
    page.get_by_role("region", name="Questions to the table").get_by_role(
        "button", name=words, exact=True
    ).click()


def test_an_evening_of_three(browser: Browser, base: str, marta: Visitor) -> None:
    """One link for all; talk; one leaves and a bot plays on; a second device; another game."""
    made = marta.post("/api/tables", seats=[ME, {"kind": "person"}, {"kind": "person"}])
    path = f"/api/tables/{made['table']}"
    bert, cleo = table_visitor(browser, base), table_visitor(browser, base, phone=True)
    cleo.page.set_viewport_size(SMALL)
    marta.go(f"/t/{made['table']}")
    bert.sit_down(made["group"], "Bert")
    cleo.go(made["group"])
    expect(cleo.page.get_by_label("Your name")).to_be_visible()
    cleo.axe()
    cleo.fits()
    assert marta.get(path)["seats"][2]["kind"] == "empty", "looking seats nobody"
    cleo.sit_down(made["group"], "Cleo")
    expect(cleo.page.locator(".table")).to_be_visible()

    bert.page.get_by_label("Say something to the table").fill("<b>Ciao</b>")
    bert.page.keyboard.press("Enter")
    expect(marta.page.locator(".log")).to_contain_text("Bert: <b>Ciao</b>")
    marta.page.get_by_role("button", name="Well played").click()
    expect(bert.page.locator(".log")).to_contain_text("Marta: Well played")
    cleo.page.get_by_role("button", name="Log").click()
    expect(cleo.page.locator(".log")).to_contain_text("Marta: Well played")
    cleo.fits()

    # Cleo's phone is lost; the same link on another one asks Cleo, who has come back.
    other = table_visitor(browser, base, phone=True)
    other.go(made["group"])
    other.page.get_by_text("Cleo").click()
    other.page.get_by_role("button", name="Let me in from my other device").click()
    answer(cleo.page, "Let in")
    expect(other.page.locator(".table")).to_be_visible()

    cleo.page.get_by_role("button", name="Table", exact=True).first.click()
    menu = cleo.page.get_by_role("dialog", name="Table")
    expect(menu).to_be_visible()
    cleo.axe("dialog")
    menu.get_by_role("button", name="Leave the table").click()
    menu.get_by_role("button", name="Leave the table?").click()
    cleo.page.wait_for_url("**/")
    expect(marta.page.locator(".log")).to_contain_text("Cleo has left the table.")

    marta.post(f"{path}/propose", kind="end")
    answer(bert.page, "End it")
    for someone in (marta, bert):
        expect(someone.page.get_by_role("dialog")).to_be_visible()
    expect(marta.page.locator("#question")).to_have_text("This game was abandoned before the end.")
    marta.page.get_by_role("button", name="Play again").click()
    answer(bert.page, "Play")
    for someone in (marta, bert):
        someone.page.wait_for_url(lambda url: "/t/" in url and made["table"] not in url)
        someone.no_trouble()
    for someone in (bert, cleo, other):
        someone.context.close()


def test_behind_a_name(browser: Browser, base: str, marta: Visitor) -> None:
    """What can be done about somebody, and days off; the log shows the game, or what was said."""
    seats = [ME, {"kind": "person"}]
    made = marta.post("/api/tables", seats=seats, days={"days": 2})
    path = f"/api/tables/{made['table']}"
    bert = table_visitor(browser, base, phone=True)
    bert.page.set_viewport_size(SMALL)
    bert.sit_down(made["group"], "Bert")
    page = marta.go(f"/t/{made['table']}")
    bert.post(f"{path}/talk", text="Ciao")
    log = page.locator(".log")
    expect(log).to_contain_text("Bert: Ciao")
    page.get_by_label("Moves", exact=True).check()
    expect(log).to_contain_text("Bert has taken a seat.")
    expect(log).not_to_contain_text("Ciao")
    bert.post(f"{path}/talk", text="Ehi")
    page.get_by_label("Chat (1)", exact=True).check()
    expect(log).to_contain_text("Ciao")
    expect(log).not_to_contain_text("taken a seat")

    page.get_by_role("button", name="Bert", exact=True).click()
    about = page.get_by_role("dialog", name="Bert")
    about.get_by_role("button", name="Mute").click()
    expect(log).not_to_contain_text("Ciao")
    about.get_by_role("button", name="Report to whoever").click()
    about.get_by_label("What happened").fill("Sings.")
    marta.axe("dialog")
    about.get_by_role("button", name="Report to whoever").click()
    expect(about).to_contain_text("Your report has been sent.")
    about.get_by_role("button", name="Keep this person away").click()
    assert marta.get("/api/blocked")["blocked"] == [], "asked twice"
    about.get_by_role("button", name="Really keep them away?").click()
    expect(about).to_contain_text("This person can no longer sit down at your tables.")
    assert [b["name"] for b in marta.get("/api/blocked")["blocked"]] == ["Bert"]

    bert.page.get_by_role("button", name="Marta’s score").click()
    bert.page.get_by_role("button", name="Marta at this table").click()
    bert.page.get_by_role("dialog", name="Marta").get_by_role("button", name="Close").click()
    bert.page.get_by_role("button", name="Table", exact=True).first.click()
    bert.page.get_by_label("I’m away until").select_option(value="3")
    bert.page.get_by_role("button", name="Take days off").click()
    bert.fits()
    page.keyboard.press("Escape")
    expect(page.get_by_role("article", name="Bert")).to_contain_text("on holiday")
    bert.no_trouble()
    bert.context.close()
