"""The table in the terminal: played, saved, resumed, and nothing shown that is hidden."""

import io
import json
import random
from pathlib import Path

import pytest
from rich.console import Console

from rialto import Game, House
from rialto.cli.complaint import BAD_INPUT
from rialto.cli.main import main
from rialto.cli.terminal import bot_names
from rialto.cli.terminal_board import Screen, final_table
from rialto.cli.terminal_words import Teller, move_in_words
from rialto.engine.guess import guess
from rialto.engine.rng import new_rng
from rialto.locales import LANGUAGES, words
from tests.cli.typist import START, answers, first_of, noted_offers, turns


def test_a_whole_game(
    monkeypatch: pytest.MonkeyPatch, own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, first_of(noted_offers(monkeypatch)))
    assert main([*START, "--seed", "5"]) == 0
    told = capsys.readouterr().out
    (path,) = (own_folders / "records").glob("*.json")
    record = json.loads(path.read_text("utf-8"))
    game = Game.from_record(record)
    assert game.over and game.names == ("Anna", "random")
    assert "Final scoring" in told and f"rialto replay {path}" in told
    assert all(str(score.total) in told for score in game.scores)
    assert main(["verify", str(path)]) == 0


def test_leaving_saves(monkeypatch: pytest.MonkeyPatch, own_folders: Path) -> None:
    answers(monkeypatch, iter(["1", "1", "q"]))
    assert main([*START, "--seed", "6"]) == 0
    (saved,) = (own_folders / "saved").glob("*.json")
    assert main(["verify", str(saved)]) == 0


def test_an_interrupt_saves_and_resume_goes_on(
    monkeypatch: pytest.MonkeyPatch, own_folders: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same seed and the same answers, with and without a break, are the same game."""
    answers(monkeypatch, first_of(noted_offers(monkeypatch)))
    main([*START, "--seed", "6", "--edition", "czech"])
    (whole,) = (own_folders / "records").glob("*.json")
    expected = whole.read_text("utf-8")
    whole.unlink()

    answers(monkeypatch, first_of(noted_offers(monkeypatch), 12))
    assert main([*START, "--seed", "6", "--edition", "czech"]) == 0
    (saved,) = (own_folders / "saved").glob("*.json")
    assert f"--resume {saved}" in capsys.readouterr().out.replace("\n", "")
    assert main(["verify", str(saved)]) == 0

    answers(monkeypatch, first_of(noted_offers(monkeypatch)))
    assert main(["play", "--resume"]) == 0
    assert not saved.exists()
    (finished,) = (own_folders / "records").glob("*.json")
    assert finished.read_text("utf-8") == expected


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{}", "not a saved game"),
        ('{"format": "rialto-save", "version": 9}', "another version"),
        ('{"format": "rialto-save", "version": 1}', "a record is a JSON object"),
        ('{"format": "rialto-save", "version": 1, "seed": "x"}', "seed can’t be read"),
        ("{", "damaged"),
    ],
)
def test_a_bad_saved_game(
    content: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "saved.json"
    path.write_text(content, "utf-8")
    assert main(["play", "--terminal", "--resume", str(path)]) == BAD_INPUT
    assert told in capsys.readouterr().err


def test_what_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ["99", "1 2", "?", "l", "", "u", "juggle", "play 3", "build green-1", "u", "1"]
    answers(monkeypatch, iter(typed))
    assert main([*START, "--seed", "7"]) == 0
    told = capsys.readouterr().out
    assert "Choose a number from 1 to" in told
    assert "Only one number at a time" in told
    assert "Type the number of a move" in told
    assert "There’s nothing to undo" in told
    assert "There’s no such move. Choose a number from 1 to 2." in " ".join(told.split())
    assert "You can’t do that now. (rule S6)" in told
    assert "Anna starts with Green 1." in told


def test_several_cards_are_discarded_at_once(
    monkeypatch: pytest.MonkeyPatch, own_folders: Path
) -> None:
    """Numbers beyond what must go are left alone."""
    typed = iter(["1", "1", "1 1 1 1 1 1 1 1", *["1"] * 5])
    answers(monkeypatch, typed)
    assert main([*START, "--seed", "8"]) == 0
    (saved,) = (own_folders / "saved").glob("*.json")
    game = Game.from_record(json.loads(saved.read_text("utf-8"))["record"])
    assert any(move.seat == 0 and move.text.startswith("discard") for move in game.log)


def drawn(screen: Screen, game: Game, news: list[str], width: int = 80) -> str:
    console = Console(file=io.StringIO(), width=width, highlight=False)
    console.print(screen.draw(game, news))
    text = console.file.getvalue()  # type: ignore[attr-defined]  # it is a StringIO
    assert isinstance(text, str)
    return text


HOUSES = [House(players=2, neutral=True), House(players=3), House(players=5, board="banks")]


@pytest.mark.parametrize("house", HOUSES, ids=["neutral", "three", "five"])
def test_the_screen_shows_nothing_hidden(house: House) -> None:
    """A table that differs only in what the seat may not know looks the same."""
    game = Game.new(house=house, seed=3)
    dice = random.Random(3)
    speech = words("en")
    screens = 0
    for seat in turns(game, dice):
        if screens < 40 and seat == 0:
            twin = game.copy()
            twin._table = guess(game.view(0), new_rng(screens))
            screen = Screen(speech, game.names, 0, (80, 24))
            assert drawn(screen, game, []) == drawn(screen, twin, [])
            lists = [[move_in_words(speech, g, m) for m in g.legal(0)] for g in (game, twin)]
            assert lists[0] == lists[1]
            screens += 1
        game.play(dice.choice(game.legal(seat)))
    assert screens == 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_words(language: str) -> None:
    """No key and no placeholder is left in a sentence, whatever happens in a game."""
    speech = words(language)
    for number, house in enumerate(HOUSES):
        game = Game.new(house=house, seed=number)
        dice = random.Random(number)
        teller = Teller(speech, game.names)
        lines: list[str] = []
        for seat in turns(game, dice):
            legal = game.legal(seat)
            if dice.random() < 0.3:
                lines += [move_in_words(speech, game, move) for move in legal]
            game.play(dice.choice(legal))
            lines += teller.tell([game.events(0)])
        lines.append(drawn(Screen(speech, game.names, 0, (80, 24)), game, []))
        console = Console(file=io.StringIO(), width=80)
        console.print(final_table(game, speech))
        lines.append(console.file.getvalue())  # type: ignore[attr-defined]  # it is a StringIO
        for line in lines:
            assert line and not any(mark in line for mark in "{}"), line
            keys = ("event.", "do.", "terminal.", "kind.", "building.", "district.", "log.")
            assert not any(f"{key}{c}" in line for key in keys for c in "abcdefgrs"), line


@pytest.mark.parametrize("width", [80, 120])
def test_the_screen_fits(width: int) -> None:
    for house in HOUSES:
        names = [f"Maximilian the {p + 1}th" for p in range(house.players)]
        game = Game.new(house=house, seed=1, names=names)
        game.run_chance()
        for language in LANGUAGES:
            screen = Screen(words(language), game.names, 0, (width, 50))
            text = drawn(screen, game, ["a sentence " * 20], width)
            assert max(map(len, text.splitlines())) <= width
            assert text.count("sentence") == 20  # nothing is cut off


def test_bots_of_one_level_are_told_apart() -> None:
    speech = words("en")
    assert bot_names(speech, ["merchant", "random", "merchant"]) == [
        "Merchant 1",
        "random",
        "Merchant 2",
    ]


def test_draws_of_others_are_told_without_kinds() -> None:
    game = Game.new(players=2, seed=1)
    game.run_chance()
    while game.decision.name != "ROW":
        game.play(game.legal(game.to_move[0])[0])
        game.run_chance()
    (seat,) = game.to_move
    game.play(game.legal(seat)[0])
    events = {0: [game.events(seat)], 1: [game.events(1 - seat)]}
    for _ in range(2):
        game.play(game.draw())
        events[0].append(game.events(seat))
        events[1].append(game.events(1 - seat))
    own, other = (Teller(words("en"), ["Anna", "Bruno"]).tell(events[i]) for i in (0, 1))
    assert any("draws 2 cards" in line for line in other)
    assert not any("draws 2 cards" in line for line in own)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("--lang pl --resume nowhere.json", "nowhere.json: nie ma takiego pliku."),
        ("--lang cs --players 9", "Volby pravidel: zkontroluj „players“."),
        ("--lang hu --bots hal", "--bots: nincs ilyen bot: hal."),
        ("--lang de --bots ,", "--bots: Nenne mindestens einen."),
    ],
)
def test_a_player_is_told_in_their_language_what_is_wrong(
    arguments: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--terminal", *arguments.split()]) == BAD_INPUT
    assert capsys.readouterr().err == f"rialto: {told}\n"


def test_a_bad_record_is_named_by_its_place_where_there_are_no_words_for_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "record.json"
    path.write_text('{"format": "rialto-record", "version": 1, "rules": 99}', "utf-8")
    assert main(["replay", str(path), "--lang", "de"]) == BAD_INPUT
    assert capsys.readouterr().err.endswith("passt nicht zu den Regeln (rules).\n")
