"""How a choice is made: what it says before, what confirms it, what takes it back, and dragging."""

import pytest
from playwright.sync_api import Page, Position, expect

from tests.browser.player import Player
from tests.browser.visitor import BOT, DRAWN, ME, Visitor

pytestmark = pytest.mark.browser


def test_a_greyed_choice_says_why(marta: Visitor) -> None:
    position = "stage actions; step building; lead A; strength A1; winner A"
    player = Player(marta, marta.table(ME, BOT, position=position)).sit()
    player.asked()
    dear = marta.page.locator('[data-pick="supply:green-4"]')
    expect(dear).to_have_attribute("aria-disabled", "true")
    dear.click(force=True)
    tip = marta.page.get_by_role("tooltip")
    expect(tip).to_contain_text("rule C1")

    # It stays while something else happens at the table.
    marta.page.mouse.move(0, 0)
    expect(tip).to_have_count(0)
    dear.hover(force=True, position={"x": 5, "y": 5})  # not where it was pressed
    expect(tip).to_contain_text("rule C1")
    marta.post(f"/api/tables/{player.table}/talk", text="Ciao")
    expect(marta.page.locator(".log")).to_contain_text("Ciao")
    marta.page.evaluate(DRAWN)
    assert tip.count() == 1


def test_a_play_is_previewed_and_undone(marta: Visitor) -> None:
    position = "stage actions; step bridge; lead A; strength A2; winner A"
    player = Player(marta, marta.table(ME, BOT, position=position)).sit()
    player.asked()
    player.pick("link:castello:san-marco")
    expect(marta.page.locator(".map .change")).to_have_count(2)
    marta.page.keyboard.press("Escape")
    expect(marta.page.locator(".map .change")).to_have_count(0)

    blue = "stage blue; coins A5; buildings A blue-4 2 blue-2"
    player = Player(marta, marta.table(ME, BOT, position=blue)).sit()
    view = player.asked()
    assert view is not None
    player.decide(view, "use blue-4")
    expect(marta.page.locator(".score").first).to_have_text("6")
    marta.page.keyboard.press("u")
    expect(marta.page.locator(".score").first).to_have_text("3")


def test_a_building_is_played_without_any_other_card(marta: Visitor) -> None:
    """Yellow 2 makes a Gold card a Building card; no other is held (Q6)."""
    position = "step building; lead A; coins A1; buildings A yellow-2; hand A gold doge"
    player = Player(marta, marta.table(ME, BOT, position=position)).sit()
    view = player.asked()
    assert view is not None
    player.touch("use", ["yellow-2"], "turn yellow-2 gold")
    expect(marta.page.locator("#go")).to_have_text("Play: strength 1")
    player.go()
    player.until_after(view["version"])
    expect(marta.page.locator(".log")).to_contain_text("strength 1")


@pytest.mark.parametrize(("doge", "leads"), [("A6 B4", True), ("A4 B6", False)])
def test_a_preview_knows_who_wins_a_tie(marta: Visitor, doge: str, leads: bool) -> None:
    position = f"step gold; lead B; doge {doge}; hand A 2 gold; strength B2; queue A"
    player = Player(marta, marta.table(ME, BOT, position=position)).sit()
    player.asked()
    player.cards("gold", 2)
    told = "you win the bonus" if leads else "only ties"
    expect(marta.page.locator(".actions .says")).to_contain_text(told)


def test_the_cards_that_are_touched_rise(marta: Visitor) -> None:
    player = Player(marta, marta.table(ME, BOT, position="step gold; lead A; hand A 3 gold")).sit()
    player.asked()
    fan = marta.page.locator('[data-pick="hand:gold"] .card')
    edge: Position = {"x": 4, "y": 30}  # The rest of a card lies under the next one.
    for touched, raised in ((0, [0]), (2, [0, 2]), (0, [2])):
        fan.nth(touched).click(position=edge)
        expect(marta.page.locator("#go")).to_have_text(
            "Play 2 cards" if len(raised) == 2 else "Play 1 card"
        )
        up = "all => all.flatMap((card, i) => card.matches('.sel') ? [i] : [])"
        assert fan.evaluate_all(up) == raised


def test_a_finger_takes_one_more_and_after_the_last_one_none(phone: Visitor) -> None:
    """The back cards of a fan are too narrow for a finger."""
    player = Player(phone, phone.table(ME, BOT, position="step gold; lead A; hand A 3 gold")).sit()
    player.asked()
    fan = phone.page.locator('[data-pick="hand:gold"] .card')
    for raised in (1, 2, 3, 0, 1):
        fan.last.tap()
        expect(phone.page.locator('[data-pick="hand:gold"] .sel')).to_have_count(raised)


def test_a_whole_board_is_in_sight_when_a_building_goes_back(phone: Visitor) -> None:
    """C3: seven kinds of building, each a button."""
    board = "green-1 green-2 green-4 yellow-1 yellow-3 blue-1 blue-3"
    position = f"stage actions; step building; lead A; strength A2; winner A; buildings A {board}"
    Player(phone, phone.table(ME, BOT, position=position)).sit().asked()
    chips = phone.page.locator(".chip")
    expect(chips).to_have_count(7)
    for width, height in ((390, 664), (360, 640), (740, 360)):
        phone.resize({"width": width, "height": height})
        for chip in chips.all():
            expect(chip).to_be_in_viewport(ratio=1)


def test_a_play_says_when_the_councillors_run_out(marta: Visitor) -> None:
    """F1: what is due beyond the own supply may come from other districts."""
    position = "step councillor; lead A; hand A 3 councillor; private A1"
    player = Player(marta, marta.table(ME, BOT, position=position)).sit()
    player.asked()
    says = marta.page.locator(".actions .says")
    player.cards("councillor", 3)
    expect(says).to_contain_text("Your supply won’t be enough")


def test_what_can_be_taken_back_is_done_at_once_and_the_rest_is_confirmed(marta: Visitor) -> None:
    blue = "stage blue; coins A5; buildings A blue-4 2 blue-2"
    player = Player(marta, marta.table(ME, BOT, position=blue)).sit()
    player.asked()
    player.pick("own:blue-4")
    expect(marta.page.locator(".score").first).to_have_text("6")
    # The next round's rows are dealt after this one, so it waits for the button.
    rows = "stage rows; row 1 gold doge; row 2 2 bridge; row 3 joker"
    player = Player(marta, marta.table(ME, BOT, position=rows)).sit()
    view = player.asked()
    assert view is not None
    player.pick("row:3")
    player.pick("row:2")
    expect(marta.page.locator("#go")).to_have_text("Take row 2")
    assert player.view()["version"] == view["version"]


def test_every_choice_is_confirmed_by_those_who_want_it(marta: Visitor) -> None:
    blue = "stage blue; coins A5; buildings A blue-4 2 blue-2"
    player = Player(marta, marta.table(ME, BOT, position=blue)).sit()
    view = player.asked()
    assert view is not None
    marta.page.get_by_role("button", name="Settings").click()
    marta.page.get_by_label("Confirm every choice").check()
    marta.page.keyboard.press("Escape")
    player.pick("own:blue-4")
    expect(marta.page.locator("#go")).to_have_text("Use Blue 4")
    assert player.view()["version"] == view["version"]


def test_in_the_guided_game_a_second_touch_takes_the_choice_back(marta: Visitor) -> None:
    table = marta.table(ME, BOT, position="stage blue; coins A5; buildings A blue-4 2 blue-2")
    marta.guide(table)
    player = Player(marta, table).sit()
    view = player.asked()
    assert view is not None
    player.pick("own:blue-4")
    expect(marta.page.locator("#go")).to_have_text("Use Blue 4")
    player.pick("own:blue-4")
    expect(marta.page.locator("#go")).to_have_count(0)
    assert player.view()["version"] == view["version"]
    # A doubted end stands alone, and nothing is chosen beside it.
    player.pick("own:blue-4")
    marta.page.locator("#stop").click()
    expect(marta.page.locator("#stop")).to_contain_text("Are you sure?")
    expect(marta.page.locator("#go")).to_have_count(0)
    expect(marta.page.locator(".chip.chosen")).to_have_count(0)
    assert player.view()["version"] == view["version"]


# ── dragging ─────────────────────────────────────────────────────────────────────────────────────

HAND = "step gold; lead A; hand A 3 gold doge"


def middle(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: str, end: str, *, drop: bool = True) -> None:
    page.mouse.move(*middle(page, start))
    page.mouse.down()
    page.mouse.move(*middle(page, end), steps=6)
    if drop:
        page.mouse.up()


def test_cards_are_dragged_onto_the_table(marta: Visitor) -> None:
    player = Player(marta, marta.table(ME, BOT, position=HAND)).sit()
    view = player.asked()
    assert view is not None
    page = marta.page
    for _ in range(2):
        drag(page, '[data-pick="hand:gold"]', ".map")
    expect(page.locator("#go")).to_have_text("Play 2 cards")
    # A card that cannot be played stays, and one that is dropped nowhere or let go by Escape too.
    drag(page, '[data-pick="hand:doge"]', ".map")
    drag(page, '[data-pick="hand:gold"]', ".log")
    drag(page, '[data-pick="hand:gold"]', ".map", drop=False)
    expect(page.locator(".dragged")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".dragged")).to_have_count(0)
    page.mouse.up()
    expect(page.locator("#go")).to_have_text("Play 2 cards")
    assert player.view()["version"] == view["version"], "a drag confirms nothing"
    player.go()
    player.until_after(view["version"])


def test_tiles_and_councillors_are_dragged_to_their_places(marta: Visitor) -> None:
    page = marta.page
    building = "stage actions; step building; lead A; strength A3; winner A"
    Player(marta, marta.table(ME, BOT, position=building)).sit().asked()
    drag(page, '[data-pick="supply:green-3"]', '[data-drop="mine"]')
    # Nobody else has anything to choose: the game would go on, so it is confirmed.
    page.get_by_role("button", name="Take Green 3").click()
    expect(page.locator(".log")).to_contain_text("Marta takes Green 3.")

    bridge = "stage actions; step bridge; lead A; strength A2; winner A"
    Player(marta, marta.table(ME, BOT, position=bridge)).sit().asked()
    for _ in range(2):
        drag(page, '[data-spot="bridges"]', '[data-pick="link:castello:san-marco"]')
    expect(page.locator(".map .change")).to_have_count(2)
    expect(page.locator(".actions .says")).to_contain_text("points to Castello, the")

    gondola = "stage actions; step gondola; lead A; strength A1; winner A"
    Player(marta, marta.table(ME, BOT, position=gondola)).sit().asked()
    drag(page, '[data-spot="gondolas"]', '[data-pick="link:castello:san-marco"]')
    drag(page, '[data-spot="council-0"]', '[data-drop="to-san-marco"] .land')
    expect(page.locator(".actions .says")).to_have_text("Your councillor goes to San Marco.")


def test_a_finger_drags_a_card_where_nothing_scrolls(phone: Visitor) -> None:
    player = Player(phone, phone.table(ME, BOT, position=HAND)).sit()
    player.asked()
    page = phone.page
    touch = page.context.new_cdp_session(page)

    def point(kind: str, at: tuple[float, float] | None) -> None:
        points = [] if at is None else [{"x": at[0], "y": at[1]}]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    start, end = middle(page, '[data-pick="hand:gold"] .card'), middle(page, "svg.map")
    point("touchStart", start)
    for part in range(1, 7):
        at = (start[0] + (end[0] - start[0]) * part / 6, start[1] + (end[1] - start[1]) * part / 6)
        point("touchMove", at)
    point("touchEnd", None)
    expect(page.locator("#go")).to_have_text("Play 1 card")

    # On its side the table fits too: there is nothing that a finger could scroll instead.
    phone.resize({"width": 700, "height": 420})
    page.wait_for_function("() => document.documentElement.scrollHeight <= innerHeight")
    expect(page.locator("#go")).to_have_text("Play 1 card")


LEFT = "placing-is-optional yes; stage actions; lead A; strength A2; winner A; "


def test_a_bridge_can_be_left(marta: Visitor) -> None:
    """Q9: the button that ends the question leaves the bridge where it is."""
    player = Player(marta, marta.table(ME, BOT, position=f"{LEFT}step bridge; top 4/6")).sit()
    player.asked()
    stop = marta.page.locator("#stop")
    expect(stop).to_have_text("Don’t place the bridge")
    stop.click()
    expect(marta.page.locator(".log")).to_contain_text("Marta doesn’t place the bridge")
    expect(marta.page.get_by_role("img", name="Next bridge: 4 and 6")).to_be_visible()


def test_a_gondola_can_be_placed_alone(phone: Visitor) -> None:
    """Q9: once it lies on a connection, with a councillor in either district or without one."""
    player = Player(phone, phone.table(ME, BOT, position=f"{LEFT}step gondola")).sit()
    player.asked()
    page = phone.page
    expect(page.locator("#stop")).to_have_text("Don’t place the gondola")
    player.pick("link:castello:san-marco")
    expect(page.locator("#go")).to_have_text("Place the gondola")
    expect(page.locator("#stop")).to_have_count(0)
    page.get_by_role("button", name="Without a councillor").click()
    expect(page.locator("#go")).to_have_text("Place the gondola alone")
    page.keyboard.press("Escape")
    player.decide(player.view(), "gondola castello:san-marco alone")
    view = player.view()
    assert [x["state"] for x in view["links"] if x["id"] == "castello:san-marco"] == ["gondola"]
    assert all(district["council"][0] == 0 for district in view["districts"])


def test_councillors_are_placed_one_by_one(marta: Visitor) -> None:
    """F1, Q9: from the private supply, until it is enough."""
    position = f"{LEFT}step councillor; round 1; private A4"
    player = Player(marta, marta.table(ME, BOT, position=position)).sit()
    player.asked()
    page = marta.page
    expect(page.locator("#stop")).to_have_text("No more councillors")
    page.get_by_role("button", name="From your private supply").click()
    expect(page.get_by_text("up to 2 more councillors")).to_be_visible()
    page.locator("#stop").click()
    expect(page.locator(".log")).to_contain_text("Round 2")


def test_a_green_building_is_used_without_its_card(marta: Visitor) -> None:
    """P5: a higher limit alone."""
    position = "stage green; round 1; coins A1; buildings A green-3; row 1 taken A; row 2 taken B; "
    player = Player(marta, marta.table(ME, BOT, position=f"{position}row 3 gold")).sit()
    view = player.asked()
    assert view is not None
    player.pick("own:green-3")
    expect(marta.page.get_by_role("button", name="Take no card")).to_be_visible()
    marta.page.keyboard.press("Escape")
    player.decide(view, "use green-3")
    expect(marta.page.locator(".log")).to_contain_text("may keep 8 cards")
