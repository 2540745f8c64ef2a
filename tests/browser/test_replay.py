"""Replays and records, and practice from them, in a real browser against a real server."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.visitor import DESKTOP, ME, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("pages")]


# ── replay ───────────────────────────────────────────────────────────────────────────────────────


def test_a_replay_by_keyboard_and_by_link(finished: tuple[Visitor, str]) -> None:
    someone, table = finished
    frames = someone.get(f"/api/tables/{table}/replay")["frames"]
    versions = [frame["version"] for frame in frames]
    page = someone.go(f"/replay/{table}")
    controls = page.get_by_role("group", name="Replay controls")
    last = len(frames) - 1
    expect(controls).to_contain_text(f"Move 0 of {last}")
    first, second = (
        next(at for at, f in enumerate(frames) if f["view"]["round"] == n) for n in (1, 2)
    )
    for key, move in [
        ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0),
        ("PageDown", first), ("PageDown", second), ("PageUp", first),
    ]:  # fmt: skip
        page.keyboard.press(key)
        expect(controls).to_contain_text(f"Move {move} of {last}")
        expect(page).to_have_url(re.compile(rf"#move={versions[move]}$"))
    page.keyboard.press("+")
    page.keyboard.press(" ")
    expect(controls.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_function("v => Number(location.hash.slice(6)) > v", arg=versions[first + 2])
    page.keyboard.press(" ")
    expect(controls.get_by_role("button", name="Play", exact=True)).to_be_visible()

    middle = len(versions) // 2
    someone.go("/")
    someone.go(f"/replay/{table}#move={versions[middle]}")
    expect(controls).to_contain_text(f"Move {middle} of")
    page.get_by_role("region", name="What happened").get_by_role("button").nth(20).click()
    expect(page).not_to_have_url(re.compile(rf"#move={versions[middle]}$"))
    someone.no_trouble()


def test_a_replay_goes_to_a_round_and_speaks_any_language(finished: tuple[Visitor, str]) -> None:
    someone, table = finished
    frames = someone.get(f"/api/tables/{table}/replay")["frames"]
    page = someone.go(f"/replay/{table}")
    opening = page.get_by_text("Before the first move")
    expect(opening).to_be_visible()
    third = page.get_by_role("button", name="Round 3 of 6")
    box = third.bounding_box()
    assert box and min(box["width"], box["height"]) >= 24
    third.click()
    at = next(n for n, f in enumerate(frames) if f["view"]["round"] == 3)
    expect(page.get_by_role("group", name="Replay controls")).to_contain_text(f"Move {at} of")
    chart = page.get_by_role("region", name="Points, move by move")
    expect(chart.get_by_role("combobox")).to_have_value("projected")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("group", name="Steuerung der Aufzeichnung")).to_be_visible()
    page.get_by_role("dialog").get_by_role("combobox").first.select_option("en")
    page.keyboard.press("Escape")
    someone.no_trouble()


def test_a_quiet_decision_is_not_the_start_of_a_replay(visitor: Visitor) -> None:
    """Who uses no green building leaves no word in the log."""
    position = (
        "stage green; doge A1 B0; coins A2 B2; row 3 gold; buildings A green-1; buildings B green-1"
    )
    table = visitor.table(ME, {"kind": "me", "name": "Olga"}, position=position)
    visitor.post(
        f"/api/tables/{table}/command", move_id="quiet-one", version=0, moves=["done"], seat=0
    )
    first, quiet = visitor.get(f"/api/tables/{table}/replay")["frames"]
    assert (first["version"] < quiet["version"], quiet["events"]) == (True, [])
    page = visitor.go(f"/replay/{table}#move={quiet['version']}")
    expect(page.get_by_role("group", name="Replay controls")).to_contain_text("Move 1 of")
    expect(page.get_by_text("Before the first move")).to_have_count(0)


def test_a_replay_shows_each_viewer_only_what_was_theirs(finished: tuple[Visitor, str]) -> None:
    someone, table = finished
    frames = someone.get(f"/api/tables/{table}/replay")["frames"]
    frame = next(f for f in frames if all(sum(hand.values()) == 7 for hand in f["hands"]))
    page = someone.go(f"/replay/{table}#move={frame['version']}")
    hands = page.get_by_role("region", name="Hands")
    eye = page.get_by_label("Seen by")
    expect(hands.get_by_text("hidden cards")).to_have_count(0)
    eye.select_option("1")
    expect(hands.get_by_text("7 hidden cards")).to_have_count(2)
    eye.select_option("nobody")
    expect(hands.get_by_text("7 hidden cards")).to_have_count(3)
    log = page.get_by_role("region", name="What happened")
    expect(log.get_by_text(re.compile(r"draws 2 cards\."))).not_to_have_count(0)
    eye.select_option("all")
    expect(log.get_by_text(re.compile(r"draws 2 cards\."))).to_have_count(0)
    someone.no_trouble()


def test_a_record_is_saved_uploaded_and_played_on(
    finished: tuple[Visitor, str], tmp_path: Path
) -> None:
    someone, table = finished
    page = someone.go(f"/replay/{table}")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save the record").click()
    record = tmp_path / "game.json"
    saving.value.save_as(record)
    someone.go("/")
    page.locator("input[type=file]").set_input_files(record)
    page.wait_for_url("**/replay/*?record*")
    controls = page.get_by_role("group", name="Replay controls")
    expect(controls).to_be_visible()
    page.keyboard.press("PageDown")
    page.route("**/api/bots", lambda route: route.abort())  # the levels are known beforehand
    practise(page)
    expect(page.locator("svg.map").first).to_be_visible()
    someone.no_trouble()


def practise(page: Page) -> str:
    """From the move on show, by keyboard alone; the table."""
    page.get_by_role("button", name="Play from here").press("Enter")
    seat = page.get_by_role("group", name="Your seat").get_by_role("radio", checked=True)
    seat.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    return page.url.rsplit("/", 1)[1]


def test_practice_disappears_when_it_is_left_unless_it_is_kept(
    finished: tuple[Visitor, str],
) -> None:
    someone, table = finished
    page = someone.go(f"/replay/{table}#move=30")
    before = [t["table"] for t in someone.get("/api/mine")["tables"]]
    someone.resize({"width": 360, "height": 640})
    page.get_by_role("button", name="Play from here").click()
    expect(page.get_by_role("button", name="Start practice")).to_be_in_viewport(ratio=1)
    someone.fits()
    someone.axe("dialog[open]")
    page.keyboard.press("Escape")
    someone.resize(DESKTOP)
    first = practise(page)
    expect(page.get_by_text("Practice: this table disappears when you leave it.")).to_be_visible()
    about = someone.get(f"/api/tables/{first}")
    assert about["seats"][about["mine"][0]]["kind"] == "person"
    page.get_by_role("button", name="Leave the table").click()
    page.wait_for_url(f"**/replay/{table}#*")
    assert page.request.get(f"/api/tables/{first}").status == 404
    second = practise(page)
    page.get_by_role("button", name="Keep the table").click()
    expect(page.get_by_text("Practice: this table")).to_have_count(0)
    mine = [t["table"] for t in someone.get("/api/mine")["tables"]]
    assert sorted(mine) == sorted([*before, second])
    someone.no_trouble()


def test_a_file_that_is_no_record_is_refused_in_words(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.go("/")
    alert = page.get_by_role("group", name="Open a record").get_by_role("alert")
    for text, told in [
        ("not json", "can’t be read as JSON"),
        (json.dumps({"format": "something else"}), "couldn’t be opened"),
    ]:
        file = tmp_path / "game.json"
        file.write_text(text)
        page.locator("input[type=file]").set_input_files(file)
        expect(alert).to_contain_text(told)
    expect(page).to_have_url(re.compile("/$"))
