"""What is typed in the terminal: a row by its number, a placement by a letter, no forced pass."""

import io
import random
from collections.abc import Iterator

import pytest
from rich.console import Console, Group
from rich.text import Text

from rialto import Game, House
from rialto.cli.main import main
from rialto.cli.terminal_board import Screen
from rialto.cli.terminal_offer import Offer, forced_stop
from rialto.engine.moves import DISTRICT_NAMES
from rialto.locales import LANGUAGES, Words, words
from tests.cli.typist import START, answers, first_of, noted_offers, turns

ROWS = """seats A B; stage rows; round 2; doge B4 A3; queue A; row 2 taken B
row 1 3 doge 3 gold; row 3 2 bridge 4 gondola"""
TOP = "seats A B; stage actions; step bridge; round 2; doge A4 B3; strength A2; winner A; top 4/5"


def offer_of(position: str) -> tuple[Game, Offer]:
    game = Game.from_position(position)
    return game, Offer(words("en"), game, game.legal(0), ["q", "u"])


def test_a_row_keeps_its_own_number() -> None:
    game, offer = offer_of(ROWS)
    assert {key: move.text for key, move in offer.moves.items()} == {"1": "row 1", "3": "row 3"}
    reason = game.explain(0, "row 2")
    assert reason is not None and reason.refusal.name == "ROW_TAKEN"


def test_a_row_that_is_taken_is_refused_by_its_number(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The rows left are numbered as they lie: one of the three numbers is somebody else's."""
    offers = noted_offers(monkeypatch)

    def typed() -> Iterator[str]:
        while "row" not in next(iter(offers[-1].moves.values())).text or len(offers[-1].moves) > 2:
            yield next(iter(offers[-1].moves))
        (taken,) = {"1", "2", "3"} - offers[-1].moves.keys()
        yield taken

    answers(monkeypatch, typed())
    assert main([*START, "--seed", "5"]) == 0
    assert "Another player has taken this row. (rule P3)" in capsys.readouterr().out


def test_a_placement_is_a_letter_on_the_map() -> None:
    """The letter stands in the row of the district that gets the higher end."""
    game, offer = offer_of(TOP)
    assert len(offer.letters) == len(offer.moves) == 24
    assert not {"q", "u"} & offer.moves.keys()
    castello, san_polo = DISTRICT_NAMES.index("castello"), DISTRICT_NAMES.index("san-polo")
    move = offer.moves[offer.letters[san_polo, castello]]
    game.play(move)
    ends = {d: game.district(d).value for d in (castello, san_polo)}
    assert ends == {castello: 4, san_polo: 5}


def test_the_map_shows_the_letters() -> None:
    game, offer = offer_of(TOP)
    console = Console(file=io.StringIO(), width=80, highlight=False)
    console.print(Screen(words("en"), game.names, 0, (80, 24)).draw(game, [], offer.letters))
    text = console.file.getvalue()  # type: ignore[attr-defined]  # it is a StringIO
    rows = [line.split() for line in text.splitlines() if "■" in line]
    assert len(rows) == 6
    assert sorted(word for row in rows for word in row if word in offer.moves) == sorted(
        offer.moves
    )


def test_nobody_types_a_pass_that_is_forced(monkeypatch: pytest.MonkeyPatch) -> None:
    offers = noted_offers(monkeypatch)
    answers(monkeypatch, first_of(offers))
    assert main([*START, "--seed", "5"]) == 0
    lone = [move.text for offer in offers if len(offer.moves) == 1 for move in offer.moves.values()]
    assert not {"pass", "done"} & set(lone)
    empty = "seats A B; step gold; lead A; hand A doge; hand B gold"
    stop = forced_stop(Game.from_position(empty), 0)
    assert stop is not None and stop.text == "pass"


FULL = """seats A B C D E; stage actions; step building; round 5; strength A6 B2 C3 D1 E2
winner A; hand A 2 bridge; played A 5 building joker; played B 2 building; played C 3 building
buildings A green-1 green-2 yellow-1 yellow-2 blue-1 blue-2; buildings B green-4 blue-3"""


def height(console: Console, speech: Words, game: Game) -> int:
    """How many lines table, news, question, moves and prompt take."""
    screen = Screen(speech, game.names, 0, (console.width, console.height))
    offer = Offer(speech, game, game.legal(0), ["q", "u"])
    below = Group(Text("?"), offer.list())
    bare = len(console.render_lines(Group(screen.draw(game), below)))
    news = screen.newest(["a sentence of six words here"] * 20, console.height - bare - 1)
    whole = Group(screen.draw(game, news, offer.letters), below)
    return len(console.render_lines(whole)) + 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hundred_columns_and_32_lines_show_everything(language: str) -> None:
    """Five players: all twelve buildings to choose from, and every question of a game."""
    speech = words(language)
    console = Console(file=io.StringIO(), width=100, height=32)
    full = Game.from_position(FULL)
    assert height(console, speech, full) <= 32
    game = Game.new(house=House(players=5), seed=4, names=["Maximilian"] * 5)
    dice = random.Random(4)
    high: dict[str, int] = {}
    for seat in turns(game, dice):
        if seat == 0:
            asked = game.decision.name
            high[asked] = max(height(console, speech, game), high.get(asked, 0))
        game.play(dice.choice(game.legal(seat)))
    assert {"ROW", "DISCARD", "PLAY", "BUILD"} <= high.keys()
    assert not {name: lines for name, lines in high.items() if lines > 32}
