"""The table page: whole games in a real browser, every decision, every way of sitting at it."""

import re
from typing import get_args

import pytest
from playwright.sync_api import Browser, expect

from rialto.server import wire
from tests.browser.keyboard import KeyboardPlayer, unreached
from tests.browser.player import ASKED_OR_OVER, Player
from tests.browser.visitor import BOT, ME, Visitor, table_visitor

pytestmark = pytest.mark.browser

# ── whole games ──────────────────────────────────────────────────────────────────────────────────


def test_two_people_in_two_browsers_play_to_the_end(browser: Browser, base: str) -> None:
    anna, bert = table_visitor(browser, base), table_visitor(browser, base)
    made = anna.post("/api/tables", seats=[{"kind": "me", "name": "Anna"}, {"kind": "person"}])
    link = next(s["link"] for s in made["seats"] if s["link"])
    first, second = Player(anna, made["table"], seed=1), Player(bert, made["table"], seed=2)
    first.sit()
    bert.sit_down(link, "Bert")
    while to_move := first.view()["to_move"]:
        player = (first, second)[to_move[0]]
        view = player.asked()
        assert view is not None
        player.decide(view)
    assert first.view()["ranking"]
    for someone in (anna, bert):
        expect(someone.page.get_by_role("dialog")).to_be_visible()
        someone.no_trouble()
        someone.context.close()


def test_five_players_on_a_phone(phone: Visitor) -> None:
    player = Player(phone, phone.table(ME, BOT, BOT, BOT, BOT), seed=3).sit()
    while (view := player.asked()) is not None:
        phone.fits()
        tall = phone.page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert tall <= 0, f"{view['decision']}: {tall} px have to be scrolled"
        player.decide(view)
    assert player.made.keys() >= {"row", "discard", "play"}


def test_the_neutral_variant_on_the_other_board(marta: Visitor) -> None:
    house = {"neutral": True, "board": "banks"}
    player = Player(marta, marta.table(ME, BOT, house=house), seed=4).sit()
    assert player.game()["ranking"]
    assert len(player.view()["seats"]) == 3


def test_a_whole_game_by_keyboard_alone(marta: Visitor) -> None:
    player = KeyboardPlayer(marta, marta.table(ME, BOT, BOT)).sit()
    assert player.game()["status"] == "over"


# ── every kind of decision ───────────────────────────────────────────────────────────────────────

POSITIONS: dict[str, tuple[str | None, str | None]] = {
    "start": (None, None),
    "row": ("stage rows; row 1 gold doge; row 2 2 bridge; row 3 joker", None),
    "green": (
        "stage green; coins A2; buildings A green-1; row 1 taken A; row 2 taken B; row 3 gold",
        None,
    ),
    "discard": ("stage discard; hand A 6 gold 3 doge", None),
    "play": (
        "step gold; lead A; coins A5; buildings A yellow-2 yellow-3; hand A 2 gold doge joker",
        "turn yellow-2 doge",
    ),
    "build": ("stage actions; step building; lead A; strength A3; winner A", None),
    "bridge": ("stage actions; step bridge; lead A; strength A2; winner A", None),
    "gondola": ("stage actions; step gondola; lead A; strength A1; winner A", None),
    "source": (
        "step gondola; lead A; council castello A6; council dorsoduro A7; hand A gondola",
        None,
    ),
    "council": (
        "step councillor; lead A; private A0; council castello A3; hand A 2 councillor",
        None,
    ),
    "blue": ("stage blue; coins A5; buildings A blue-1 blue-2 green-2", "use blue-1 green-2"),
}
"""Where each is asked, and the move to make there (None: any)."""


def test_the_list_of_decisions_is_the_whole_list() -> None:
    assert POSITIONS.keys() == set(get_args(wire.Decision)) - {"waiting", "over"}


def check_every_language(someone: Visitor) -> None:
    """Every word is there, and fits."""
    page = someone.page
    page.get_by_role("button", name="Settings").click()
    for lang in ("pl", "cs", "hu", "de", "en"):
        page.locator("dialog[open] select").first.select_option(lang)
        page.wait_for_selector(f"html[lang={lang}]")
        text = page.locator("#app").inner_text()
        assert not (keys := re.findall(r"\b[a-z]+(?:\.[a-z_-]+)+\b", text)), (lang, keys)
        someone.fits()
    page.keyboard.press("Escape")


@pytest.mark.parametrize("decision", POSITIONS)
@pytest.mark.parametrize("screen", ["desktop", "phone"])
def test_every_decision_is_made_through_the_page(
    decision: str, screen: str, request: pytest.FixtureRequest
) -> None:
    someone: Visitor = request.getfixturevalue("marta" if screen == "desktop" else "phone")
    position, move = POSITIONS[decision]
    made = someone.table(ME, BOT, position=position)
    player = Player(someone, made, seed=6).sit()
    for _ in range(6):
        view = player.asked()
        assert view is not None
        if view["decision"] == decision:
            someone.axe()
            assert unreached(someone.page) == []
            check_every_language(someone)
            player.decide(view, move)
            return
        acts = [o["move"] for o in view["legal"] if o["move"] not in ("pass", "done")]
        player.decide(view, acts[-1])
    raise AssertionError(f"{decision} was never asked")


FLIGHTS = """
localStorage['rialto.settings'] = JSON.stringify({pace: 'instant', motion: 'full'});
window.flown = [];
new MutationObserver((changes) => {
  for (const node of changes.flatMap((change) => [...change.addedNodes]))
    if (node.matches?.('.flight')) window.flown.push([node.dataset.piece, node.innerHTML]);
}).observe(document, {childList: true, subtree: true});
"""


def test_pieces_fly_as_they_look_on_the_table(browser: Browser, base: str) -> None:
    someone = Visitor(browser, base)
    someone.context.add_init_script(FLIGHTS)
    position = "stage actions; step gondola; lead A; strength A1; winner A"
    player = Player(someone, someone.table(ME, BOT, position=position)).sit()
    view = player.asked()
    assert view is not None
    player.decide(view, "gondola castello:san-marco")
    someone.page.wait_for_function("() => window.flown.length > 1")
    flown = dict(someone.page.evaluate("window.flown"))
    assert "#t-gondola" in flown["gondola"]
    assert f"var(--p-{view['seats'][0]['colour']})" in flown["councillor 0"]
    someone.page.wait_for_selector(".flight", state="detached")
    someone.no_trouble()
    someone.context.close()


# ── ways of sitting at it ────────────────────────────────────────────────────────────────────────


def test_on_one_device_nobody_sees_another_hand(marta: Visitor) -> None:
    made = marta.table({"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Bert"})
    page = marta.page
    player = Player(marta, made, seed=7).sit()
    seen = set()
    for _ in range(14):
        page.locator(ASKED_OR_OVER).first.wait_for()
        if page.locator(".curtain").count():
            assert page.locator("#hand [data-pick]:visible, #go, #stop").count() == 0
        if page.locator(".curtain, #uncover").count():
            log = page.locator(".log").inner_text()
            assert not re.search(r"(Anna|Bert) draws (?!\d cards?\.)", log), log
        view = player.asked()
        assert view is not None
        other = "Bert" if view["seat"] == 0 else "Anna"
        log = page.locator(".log").inner_text()
        assert not re.search(rf"{other} draws (?!\d cards?\.)", log), log
        seen.add((view["seat"], view["decision"]))
        player.decide(view)
    assert {s for s, _ in seen} == {0, 1}
    # Only cards are hidden: a row is chosen without handing over, and a play is not.
    plays = sum(n for what, n in player.made.items() if what in ("play", "discard"))
    assert 0 < player.hand_overs <= plays < sum(player.made.values())


def test_covered_cards_are_shown_when_asked_for(marta: Visitor) -> None:
    made = marta.table(
        {"kind": "me", "name": "Anna"},
        {"kind": "me", "name": "Bert"},
        position="step bridge; lead A; hand A bridge; hand B 3 gold",
    )
    player = Player(marta, made).sit()
    view = player.asked()
    assert view is not None
    player.decide(view, "play 1")
    # Anna has the bonus; whatever she does, Bert could only pass.
    view = player.asked()
    assert view is not None
    assert (view["seat"], view["decision"], player.hand_overs) == (0, "bridge", 1)
    assert marta.page.locator("#hand").inner_text()
    expect(marta.page.locator(".log")).to_contain_text("Bert passes")


def test_whoever_waits_can_pass_beforehand(browser: Browser, base: str, marta: Visitor) -> None:
    made = marta.post(
        "/api/tables", seats=[ME, {"kind": "person"}],
        position="seats A B; step gold; lead B; hand A gold bridge; hand B gold bridge",
    )  # fmt: skip
    friend = table_visitor(browser, base)
    friend.sit_down(made["seats"][1]["link"], "Bert")
    theirs = Player(friend, made["table"], seat=1)
    Player(marta, made["table"], seat=0).sit()
    tick = marta.page.get_by_label("Pass this step")
    expect(tick).to_be_enabled()  # once the line stands; a key does not wait for that
    tick.press("Space")  # a press of the mouse just now might belong to what was there before
    expect(tick).to_be_checked()
    while marta.get(f"/api/tables/{made['table']}/view")["passing"] != "step":
        marta.page.wait_for_timeout(50)  # it comes by one line, Bert's move by another
    view = theirs.asked()
    assert view is not None
    theirs.decide(view, "play 1")
    expect(marta.page.locator(".log")).to_contain_text("Marta passes")
    expect(tick).not_to_be_checked()  # The next step is another question.
    friend.no_trouble()
    friend.context.close()


def test_a_spectator_sees_no_hand(browser: Browser, base: str, marta: Visitor) -> None:
    made = marta.table(ME, BOT)
    stranger = table_visitor(browser, base)
    stranger.page.goto(f"/t/{made}")
    expect(stranger.page.locator("#question")).to_contain_text("Marta")
    expect(stranger.page.locator("#hand [data-pick]")).to_have_count(0)
    stranger.no_trouble()
    stranger.context.close()


def test_it_comes_back_by_itself_in_the_middle_of_a_step(marta: Visitor) -> None:
    position = "step gold; lead A; hand A 2 gold"
    player = Player(marta, marta.table(ME, BOT, position=position)).sit()
    view = player.asked()
    assert view is not None
    player.cards("gold", 1)
    marta.context.set_offline(True)
    expect(marta.page.get_by_role("alert")).to_contain_text("your game is safe")
    expect(marta.page.locator("#go")).to_have_count(0)
    marta.context.set_offline(False)
    expect(marta.page.get_by_role("alert")).to_have_count(0)
    expect(marta.page.locator("#go")).to_contain_text("1")
    player.go()
    player.until_after(view["version"])
    marta.trouble = [t for t in marta.trouble if "ERR_INTERNET_DISCONNECTED" not in t]


def test_it_is_clean_by_night_too(browser: Browser, base: str) -> None:
    someone = table_visitor(browser, base, color_scheme="dark")
    player = Player(someone, someone.table(ME, BOT, BOT), seed=8).sit()
    for _ in range(5):
        view = player.asked()
        assert view is not None
        someone.axe()
        player.decide(view)
    for name in ("Help and keys", "Settings"):
        someone.page.get_by_role("button", name=name).click()
        expect(someone.page.locator("dialog[open]")).to_be_visible()
        someone.axe()
        someone.page.keyboard.press("Escape")
    someone.no_trouble()
    someone.context.close()
