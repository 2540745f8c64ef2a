"""Fair shuffles as a player meets them: not at all, until a number is missing or one is curious."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rialto.cli.main import main
from rialto.fair.protocol import seal_of
from tests.browser.seeded_server import server
from tests.browser.visitor import BOT, Visitor, table_visitor
from tests.server.live import Json

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server(tmp_path_factory.mktemp("server"), fair=True) as address:
        yield address


def play_out(someone: Visitor, table: str) -> Json:
    """Any legal move to the end, without the page; the record."""
    for n in range(3000):
        view = someone.get(f"/api/tables/{table}/view")
        if view["status"] == "over":
            record: Json = someone.get(f"/api/tables/{table}/record")
            return record
        if view["legal"]:
            move = view["legal"][n % len(view["legal"])]["move"]
            someone.post(
                f"/api/tables/{table}/command",
                move_id=f"move-{n:08d}", version=view["version"], moves=[move],
            )  # fmt: skip
    raise AssertionError("the game does not end")


def test_alone_nobody_notices_and_the_replay_can_be_checked(
    marta: Visitor, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = marta.go("/")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".table")
    table = page.url.rsplit("/", 1)[1]
    record = play_out(marta, table)
    assert len(record["fair"]["numbers"]) == 1
    file = tmp_path / "game.json"
    file.write_text(marta.page.request.get(f"/api/tables/{table}/record").text(), "utf-8")
    assert main(["verify", "--fair", str(file)]) == 0
    assert "draws follow from the secret and the numbers" in capsys.readouterr().out
    page = marta.go(f"/replay/{table}")
    page.get_by_role("button", name="Check the shuffle").click()
    found = page.get_by_role("dialog")
    for words in (
        "Everything this page can check is right.",
        "The commitment is the one this browser was shown before the game.",
        "Your own number is part of it.",
        "rialto verify --fair",
        "it knows them while the game is in progress",
    ):
        expect(found).to_contain_text(words)
    marta.axe("dialog")
    page.keyboard.press("Escape")
    marta.resize({"width": 360, "height": 640})
    page.get_by_role("button", name="Check the shuffle").click()
    expect(found).to_contain_text("Everything this page can check is right.")
    marta.fits()


def test_two_people_begin_without_another_click(browser: Browser, base: str) -> None:
    anna, bruno = table_visitor(browser, base), table_visitor(browser, base)
    made = anna.post("/api/tables", seats=[{"kind": "me"}, {"kind": "person"}])
    table = made["table"]
    anna.go(f"/t/{table}").wait_for_selector("text=Waiting for players")
    bruno.sit_down(made["seats"][1]["link"], "Bruno")
    for someone in (anna, bruno):
        someone.page.wait_for_selector(".table")
    facts = anna.get(f"/api/tables/{table}/fair")
    assert [n["seat"] for n in facts["numbers"]] == [0, 1]
    for someone in (anna, bruno):
        someone.no_trouble()
        someone.context.close()


def test_a_number_that_does_not_come(browser: Browser, base: str) -> None:
    anna, bruno = table_visitor(browser, base), table_visitor(browser, base)
    anna.page.set_viewport_size({"width": 360, "height": 640})
    seats = [{"kind": "me", "name": "Anna"}, {"kind": "person"}, BOT]
    made, page = anna.post("/api/tables", seats=seats), anna.page
    anna.go(f"/t/{made['table']}")
    page.get_by_text("Fair shuffle").click()
    expect(page.locator("code")).to_have_text(made["commitment"])
    secret = made["seats"][1]["link"].split("#")[1]
    bruno.post("/api/join", secret=secret, name="Bruno", seal=seal_of(b"n" * 32).hex())
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("No number for the shuffle yet from: Bruno")
    expect(page.get_by_role("heading", name="Everyone is here")).to_be_visible()
    expect(page.get_by_text("Send each person one link")).to_have_count(0)
    anna.fits()
    anna.axe()
    alert.get_by_role("button", name="Start the shuffle over").click()
    page.wait_for_selector(".table")
    facts = anna.get(f"/api/tables/{made['table']}/fair")
    assert facts["missing"] == [{"attempt": 1, "seat": 1, "name": "Bruno"}]
    assert [n["seat"] for n in facts["numbers"]] == [0]
    for someone in (anna, bruno):
        someone.no_trouble()
        someone.context.close()


def test_an_old_game_is_shown_as_such(marta: Visitor) -> None:
    record = Path(__file__).parents[1] / "replays" / "2-players-standard-lagoon.json"
    answer = marta.page.request.post(
        "/api/records", data=record.read_text("utf-8"), headers={"content-type": "application/json"}
    )
    page = marta.go(f"/replay/{answer.json()['id']}?record")
    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_role("dialog")).to_contain_text("This game has no fair shuffle.")


def test_a_rematch_is_shuffled_anew(marta: Visitor) -> None:
    page = marta.go("/")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_selector(".table")
    table = page.url.rsplit("/", 1)[1]
    play_out(marta, table)
    marta.post(f"/api/tables/{table}/propose", kind="rematch")
    again = marta.get(f"/api/tables/{table}")["rematch"]
    page = marta.go(f"/t/{again}")
    page.wait_for_selector(".table")
    assert len(marta.get(f"/api/tables/{again}/fair")["numbers"]) == 1
