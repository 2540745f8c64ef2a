"""People at a table: sitting down, the menu, questions, talk, another game."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.visitor import BOT, ME, Visitor, table_visitor

SMALL: ViewportSize = {"width": 360, "height": 640}


def answer(page: Page, words: str) -> None:
    page.get_by_role("region", name="Questions to the table").get_by_role(
        "button", name=words, exact=True
    ).click()


def leave(someone: Visitor) -> None:
    someone.page.get_by_role("button", name="Table", exact=True).first.click()
    menu = someone.page.get_by_role("dialog", name="Table")
    expect(menu).to_be_visible()
    someone.axe("dialog")
    menu.get_by_role("button", name="Leave the table").click()
    menu.get_by_role("button", name="Leave the table?").click()
    someone.page.wait_for_url("**/")


def test_an_evening_of_three(browser: Browser, base: str, marta: Visitor) -> None:
    """One link for all; talk; more devices; one leaves, a bot plays on, and they return; another
    game."""
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
    # What was said is in sight on a small phone while the table is asked something.
    expect(cleo.page.get_by_role("region", name="Questions to the table")).to_be_visible()
    expect(cleo.page.locator(".log li").first).to_be_in_viewport(ratio=1)
    answer(cleo.page, "Let in")
    expect(other.page.locator(".table")).to_be_visible()

    # Whoever only watches gives a name first, and is not heard by those who play.
    stranger = table_visitor(browser, base, phone=True)
    stranger.go(f"/t/{made['table']}").get_by_role("button", name="Log").click()
    stranger.page.get_by_label("Your name").fill("Dora")
    stranger.page.get_by_label("Say something to the table").fill("Psst")
    stranger.page.keyboard.press("Enter")
    expect(stranger.page.locator(".log")).to_contain_text("Dora (watching): Psst")
    stranger.axe()

    # The host goes on on a phone, too (H6).
    marta.page.get_by_role("button", name="Table", exact=True).first.click()
    marta.page.get_by_role("button", name="Continue on another device").click()
    link = marta.page.get_by_role("dialog", name="Continue on another device").locator(".url")
    martas = table_visitor(browser, base, phone=True)
    martas.go(link.inner_text())
    expect(martas.page.locator('.table[data-seat="0"]')).to_be_visible()
    for name in ("Continue on another device", "Table"):
        marta.page.get_by_role("dialog", name=name, exact=True).get_by_label("Close").click()

    leave(cleo)
    expect(marta.page.locator(".log")).to_contain_text("Cleo has left the table.")
    expect(marta.page.locator(".log")).not_to_contain_text("Psst")
    expect(other.page.get_by_role("heading")).to_have_text(
        "You no longer have a seat at this table."
    )
    cleo.page.get_by_role("link", name="Return: Marta, Bert and Cleo").click()
    cleo.page.get_by_role("button", name="I’m back: let me play").click()
    expect(cleo.page.locator('.table[data-seat="2"]')).to_be_visible()
    cleo.fits()
    expect(marta.page.locator(".log")).to_contain_text("Cleo has returned to the table.")
    leave(cleo)

    marta.post(f"{path}/propose", kind="end")
    answer(bert.page, "End it")
    for someone in (marta, bert):
        expect(someone.page.get_by_role("dialog")).to_be_visible()
    expect(marta.page.locator("#question")).to_have_text("This game was abandoned before the end.")
    stranger.go(made["group"])
    expect(stranger.page.get_by_role("heading", level=1)).to_have_text("This game has ended")
    stranger.axe()
    stranger.page.get_by_role("button", name="Look at the board").click()
    expect(stranger.page.locator("#question")).to_contain_text("abandoned")

    bert.go("/")
    marta.page.get_by_role("button", name="Play again").click()
    expect(bert.page.get_by_text("A question waits for your answer")).to_be_visible()
    bert.page.get_by_role("link", name="Continue: Marta, Bert and Cleo").click()
    answer(bert.page, "Play")
    for someone in (marta, bert):
        someone.page.wait_for_url(lambda url: "/t/" in url and made["table"] not in url)
        someone.no_trouble()
    # Who has not been asked finds the new game, and is told that there is one.
    cleo.go(f"/t/{made['table']}")
    expect(cleo.page.get_by_text("The next game at this table has begun.")).to_be_visible()
    cleo.page.get_by_role("button", name="To the new game").click()
    expect(cleo.page).to_have_url(marta.page.url)
    for someone in (bert, cleo, other, martas, stranger):
        someone.context.close()


BUBBLE = """() => {
  const seen = (watched) => {
    const bubble = document.querySelector(".bubble");
    if (!bubble) return null;
    const a = bubble.getBoundingClientRect();
    return watched.filter((name) => [...document.querySelectorAll(name)].some((e) => {
      const b = e.getBoundingClientRect();
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }));
  };
  window.covered = new Promise((tell) => new MutationObserver(() => {
    const found = seen(["#question", ".pp header", ".pp .sc"]);
    if (found) tell(found);
  }).observe(document.body, { childList: true, subtree: true }));
}"""
"""Notes what the first reaction lies over, as soon as it is there."""


@pytest.mark.parametrize("players", [2, 5])
def test_a_reaction_on_a_phone_lies_over_its_sender_alone(
    browser: Browser, base: str, marta: Visitor, players: int
) -> None:
    made = marta.post("/api/tables", seats=[ME, {"kind": "person"}, *[BOT] * (players - 2)])
    bert = table_visitor(browser, base, phone=True)
    bert.page.set_viewport_size(SMALL)
    bert.sit_down(made["group"], "Bert")
    expect(bert.page.locator("#question")).to_be_visible()
    bert.page.evaluate(BUBBLE)
    marta.post(f"/api/tables/{made['table']}/talk", reaction="rose")
    assert bert.page.evaluate("window.covered") == [".pp header"]
    bert.no_trouble()
    bert.context.close()


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
    page.get_by_role("button", name="Bert", exact=True).click()
    expect(page.get_by_role("dialog", name="Bert")).to_contain_text("on holiday until")
    bert.no_trouble()
    bert.context.close()
