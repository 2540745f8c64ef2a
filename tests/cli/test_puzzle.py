"""`rialto puzzle`: shown, answered, explained, remembered."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rialto.cli.complaint import BAD_INPUT
from rialto.cli.main import main
from rialto.cli.solved import Solved
from rialto.locales import LANGUAGES, words
from rialto.review import puzzles
from tests.cli.typist import answers
from tests.review.some_puzzles import SOME


@pytest.fixture(autouse=True)
def _some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "load", lambda: SOME)


def typed(monkeypatch: pytest.MonkeyPatch, *given: str) -> Iterator[str]:
    lines = iter(given)
    answers(monkeypatch, lines)
    return lines


def kept(folder: Path) -> dict[str, object]:
    data: dict[str, object] = json.loads((folder / "puzzles.json").read_text("utf-8"))
    return data


def test_the_best_move_is_praised_explained_and_remembered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_folders: Path
) -> None:
    left = typed(monkeypatch, "?", "9", "nonsense", "3")
    assert main(["puzzle"]) == 0
    said = capsys.readouterr().out
    assert next(left, None) is None
    for line in (
        "Puzzle 1 of 2: Taking a row (easy)",
        "Which row of cards will you take?",
        "One move is clearly better than all the others.",
        "Solved: that’s the best move.",
        "30% ± 5 behind",
        "Compared with the obvious move: Take row 1",
        "gains 3.2 points: districts, mostly Castello.",
        "1 of 2 solved",
        "Solved in a row: 1",
    ):
        assert line in said, line
    assert kept(own_folders)["solved"] == ["row00001"]


def test_the_next_one_comes_and_after_all_of_them_the_first_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], own_folders: Path
) -> None:
    typed(monkeypatch, "3", "bridge castello:san-polo", "1")
    assert main(["puzzle"]) == 0
    assert main(["puzzle"]) == 0
    assert "Placing a bridge (hard)" in capsys.readouterr().out
    assert kept(own_folders)["streak"] == 2
    assert main(["puzzle"]) == 0
    said = capsys.readouterr().out
    assert "You’ve solved all of these." in said
    assert "There’s a better move here: Take row 3" in said
    assert kept(own_folders) == {
        "format": "rialto-solved",
        "version": 1,
        "solved": ["row00001", "bridge01"],
        "streak": 0,
        "missed": ["row00001"],
    }


def test_a_puzzle_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for wanted in (["--theme", "bridge"], ["--difficulty", "3"], ["--number", "2"]):
        typed(monkeypatch, "q")
        assert main(["puzzle", *wanted]) == 0
        assert "Placing a bridge" in capsys.readouterr().out, wanted


def test_a_letter_on_the_map_is_a_move_also_where_it_could_mean_help(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "99", "h")
    assert main(["puzzle", "--theme", "bridge"]) == 0
    said = capsys.readouterr().out
    assert "Type a letter on the map" in said
    played = next(line for line in said.splitlines() if line.rstrip().endswith("played"))
    assert "Bridge: 3 at Dorsoduro, 4 at Castello" in played
    assert "10% ± 5 behind" in played


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_every_language(
    lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, "2")
    assert main(["puzzle", "--lang", lang]) == 0
    said = capsys.readouterr().out
    speech = words(lang)
    assert speech.t("puzzle.missed", move=speech.t("do.row", n=3)) in said
    assert speech.t("puzzle.theme.row") in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--theme", "chess"], "there is no kind of decision chess; there are bridge, row"),
        (["--difficulty", "4"], "difficulty 4: it goes from 1 to 3"),
        (["--number", "3"], "there is no puzzle 3; such puzzles go from 1 to 2"),
        (["--number", "0"], "there is no puzzle 0"),
        (["--theme", "row", "--difficulty", "2"], "There are no such puzzles."),
        (["--number", "x"], "invalid int value: 'x'"),
    ],
)
def test_bad_orders(given: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = main(["puzzle", *given])
    except SystemExit as left:
        code = int(left.code or 0)
    assert code == BAD_INPUT
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "where"),
    [({"format": "x"}, "format"), ({"streak": -1}, "streak"), ({"solved": [3]}, "solved")],
)
def test_a_damaged_memory_is_named(
    change: dict[str, object], where: str, capsys: pytest.CaptureFixture[str], own_folders: Path
) -> None:
    whole = {"format": "rialto-solved", "version": 1, "solved": [], "streak": 0, "missed": []}
    own_folders.mkdir()
    (own_folders / "puzzles.json").write_text(json.dumps({**whole, **change}), "utf-8")
    assert main(["puzzle"]) == BAD_INPUT
    assert f"puzzles.json is damaged: {where} can’t be read" in capsys.readouterr().err


def test_only_a_first_try_counts_for_the_streak() -> None:
    missed = Solved(streak=4).with_answer("one", solved=False)
    assert (missed.streak, missed.missed) == (0, ("one",))
    later = missed.with_answer("one", solved=True)
    assert (later.names, later.streak) == (("one",), 0)
    assert later.with_answer("two", solved=True).streak == 1
    assert later.with_answer("one", solved=True) == later
