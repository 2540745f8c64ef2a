"""The pages around the table, in a real browser against a real server."""

import re

import pytest
from playwright.sync_api import Browser, Route, expect

from rialto import House
from tests.browser.visitor import Visitor

# One worker: they share a server and a browser.
pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]
LANGUAGES = {"en": "Rules", "pl": "Zasady", "cs": "Pravidla", "hu": "Szabályok", "de": "Regeln"}


# ── the lobby ────────────────────────────────────────────────────────────────────────────────────


def test_a_game_against_bots_takes_one_click(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_label("Your name").fill("Marta")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_role("heading", name="Marta", exact=True)).to_be_visible()
    seats = visitor.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")["seats"]
    assert [s["kind"] for s in seats] == ["person", "bot", "bot", "bot"]


def test_the_choice_of_opponents_is_kept(visitor: Visitor) -> None:
    page = visitor.go("/")
    page.get_by_role("radio", name="1", exact=True).check()
    page.get_by_role("radio", name="Merchant").check()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    seats = visitor.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")["seats"]
    assert [s["bot"] for s in seats] == [None, "merchant"]
    visitor.go("/")
    expect(page.get_by_role("radio", name="Merchant")).to_be_checked()


def test_my_tables_and_history_lead_on(finished: tuple[Visitor, str]) -> None:
    someone, table = finished
    page = someone.go("/")
    expect(page.locator(f'a[href="/replay/{table}"]')).to_be_visible()
    someone.post("/api/tables", seats=[{"kind": "me"}, {"kind": "person"}])
    page.reload()
    expect(page.get_by_text("1 seat free")).to_be_visible()
    someone.no_trouble()


def test_without_a_server_the_lobby_says_so_and_recovers(visitor: Visitor) -> None:
    page = visitor.page
    refuse = re.compile(r"/api/(tables|mine|history|bots)")

    def cut(route: Route) -> None:
        route.abort()

    page.route(refuse, cut)
    visitor.go("/")
    expect(page.get_by_role("alert").first).to_contain_text("can’t be reached")
    page.unroute(refuse, cut)
    page.get_by_role("button", name="Try again").first.click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_language_changes_at_once(visitor: Visitor, lang: str) -> None:
    page = visitor.go("/")
    page.get_by_label("Language").select_option(lang)
    expect(page.get_by_role("link", name=LANGUAGES[lang], exact=True)).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", lang)
    for path in ("/", "/new", "/learn", "/rules", "/puzzles", "/privacy"):
        visitor.go(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        # A key that has no words is shown as it is: none may be.
        words = page.locator("main").inner_text()
        assert (
            re.findall(
                r"\b(?:lobby|guide|end|replay|option|edition|bot|privacy|puzzle)\.[a-z_.]+", words
            )
            == []
        )
        visitor.fits()


# ── a new table ──────────────────────────────────────────────────────────────────────────────────


def test_every_option_of_a_table_reaches_the_server(visitor: Visitor) -> None:
    page = visitor.go("/new")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("checkbox", name="Neutral player").check()
    page.get_by_label("Who takes seat 2").select_option("merchant")
    page.get_by_role("radio", name="Canal sides").check()
    page.get_by_role("radio", name="Hungarian", exact=False).first.check()
    page.get_by_role("radio", name="Rounded down (German)").check()
    expect(page.get_by_role("radio", name="Own mix")).to_be_checked()
    page.get_by_role("radio", name="Everyone").check()
    page.get_by_label("Thinking time").select_option("own")
    page.get_by_label("Minutes for the whole game").fill("7")
    page.get_by_label("Seconds added for each move").fill("3")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*")
    made = visitor.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    chosen = House.edition(
        "hungarian", players=2, neutral=True, board="banks", leftovers_rounded_up=False
    )
    assert made["house"] == {**chosen.as_dict(), "edition": None}
    assert made["open"] is True
    assert made["clock"] == {"bank_ms": 420_000, "increment_ms": 3_000}


def test_two_editions_with_the_same_rules_are_two_choices(visitor: Visitor) -> None:
    page = visitor.go("/new")
    standard, polish = (
        page.get_by_role("radio", name=re.compile(f"^{name}")) for name in ("Standard", "Polish")
    )
    expect(standard).to_be_checked()
    polish.check()
    expect(polish).to_be_checked()
    expect(standard).not_to_be_checked()
    page.get_by_label("Name at seat 1").fill("Marta")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    made = visitor.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}")
    assert made["house"]["edition"] == "standard"


def test_a_bad_position_is_refused_with_its_reason(visitor: Visitor) -> None:
    page = visitor.go("/new")
    page.get_by_text("Start from a position").click()
    page.get_by_label("Position").fill("nonsense 7")
    page.get_by_label("Name at seat 1").fill("Marta")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("couldn’t be set up")
    expect(page).to_have_url(re.compile("/new$"))


def test_a_friend_follows_a_seat_link(visitor: Visitor, browser: Browser, base: str) -> None:
    page = visitor.go("/new")
    page.get_by_role("radio", name="2", exact=True).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_have_text("Tell the others your name first.")
    expect(page.get_by_label("Name at seat 1")).to_be_focused()
    visitor.axe()
    page.keyboard.type("Marta")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_visible()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Show as a QR code").click()
    code = page.get_by_role("img", name="QR code with the link to seat 2")
    expect(code).to_be_visible()
    assert code.evaluate("img => img.decode().then(() => img.naturalWidth)") > 0
    expect(page.get_by_role("dialog")).to_contain_text(link)

    friend = Visitor(browser, base, phone=True)
    friend.sit_down(link, "Ola")
    expect(friend.page.get_by_role("heading", name="Marta", exact=True)).to_be_visible()
    assert "#" not in friend.page.url, "the secret stays out of the address bar"
    expect(page.get_by_role("heading", name="Marta", exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_hidden()
    friend.no_trouble()
    friend.context.close()


def test_someone_finds_an_open_table_and_sits_down(
    visitor: Visitor, browser: Browser, base: str
) -> None:
    seats = [{"kind": "me", "name": "Marta"}, {"kind": "person"}]
    table = visitor.post("/api/tables", seats=seats, open=True)["table"]
    other = Visitor(browser, base, phone=True)
    page = other.go("/")
    page.locator(f'a[href="/t/{table}"]').click()
    page.get_by_label("Your name").fill("Ola")
    page.get_by_role("button", name="Sit down as Ola").click()
    expect(page.get_by_role("heading", name="Ola", exact=True)).to_be_visible()
    watcher = Visitor(browser, base)
    watcher.go("/").locator(f'a[href="/t/{table}"]').click()
    expect(watcher.page.get_by_role("heading", name="Ola", exact=True)).to_be_visible()
    for someone in (other, watcher):
        someone.no_trouble()
        someone.context.close()


def test_the_host_seats_a_bot_where_nobody_came(visitor: Visitor) -> None:
    seats = [{"kind": "me", "name": "Marta"}, {"kind": "person"}]
    table = visitor.post("/api/tables", seats=seats)["table"]
    page = visitor.go(f"/t/{table}")
    page.get_by_label("Bot level").select_option("gondolier")
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_role("heading", name="Waiting for players")).to_be_hidden()
    chosen = visitor.get(f"/api/tables/{table}/view")["seats"][1]["bot"]
    assert chosen == "gondolier"
    expect(page.get_by_role("heading", name="Marta", exact=True)).to_be_visible()


# ── the end ──────────────────────────────────────────────────────────────────────────────────────


def test_the_reckoning_adds_up_and_a_rematch_starts(finished: tuple[Visitor, str]) -> None:
    someone, table = finished
    view = someone.get(f"/api/tables/{table}/view")
    # Who comes back to a game that is over is not made to watch the counting again.
    someone.page.emulate_media(reduced_motion="no-preference")
    page = someone.go(f"/t/{table}")
    sheet = page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("button", name="Count again")).to_be_visible()
    for part in ("During the game", "Coins and councillors left", "Buildings", "Districts"):
        expect(sheet.locator(".legend").get_by_text(part)).to_be_visible()
    page.emulate_media(reduced_motion="reduce")
    parts = sheet.get_by_role("table", name="Where the points come from")
    expect(parts).to_be_visible()
    totals = [view["reckoning"][seat]["total"] for seat in view["ranking"]]
    last = parts.get_by_role("row").last.get_by_role("cell").all_inner_texts()
    assert [int(text) for text in last] == totals
    for column, seat in enumerate(view["ranking"]):
        cells = [row.get_by_role("cell") for row in parts.get_by_role("row").all()[1:-1]]
        found = [int(re.sub(r"\(.*", "", row.nth(column).inner_text())) for row in cells]
        assert sum(found) == view["reckoning"][seat]["total"]
    expect(sheet.get_by_role("img", name="Points over the rounds")).to_be_visible()
    sheet.get_by_role("button", name="Look at the board").click()
    expect(sheet).to_be_hidden()
    expect(page.locator(".dock").get_by_text("The game is over.")).to_have_count(1)
    page.get_by_role("button", name="Back to the result").click()
    someone.axe()
    sheet.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: "/t/" in url and table not in url)
    someone.no_trouble()
