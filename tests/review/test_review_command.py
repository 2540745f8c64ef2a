"""`rialto review`: what it prints and writes, and what it says of bad input."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from rialto.cli import review as command
from rialto.cli.main import main
from rialto.cli.review_moves import choice_in_words
from rialto.cli.review_text import signed_number, signed_percent, sums
from rialto.engine.game import Game, Move
from rialto.engine.moves import action_of
from rialto.locales import LANGUAGES, words
from rialto.review import report, reviewing
from rialto.review.report import Reason, Review, Verdict
from rialto.review.words import tell_reason, tell_verdict
from tests.review.late import be_brief, late_game
from tests.review.test_report import a_review

pytestmark = pytest.mark.xdist_group("bots")


@pytest.fixture(scope="module")
def game() -> Game:
    return late_game("3-players-german-short-banks")


@pytest.fixture
def file(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A record; reviews are brief and kept beside it."""
    be_brief(monkeypatch)
    name = "kept-{}-{}.json"
    monkeypatch.setattr(
        command, "place_of", lambda game, mode, seats: tmp_path / name.format(mode, seats)
    )
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()), "utf-8")
    return path


class Page(HTMLParser):
    """What a page holds, and whether everything that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "br", "line", "polyline", "rect", "circle", "path"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("line", "polyline", "rect", "circle", "path"):
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_text_json_and_page_say_the_same(
    file: Path, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    page = file.with_name("out.html")
    assert main(["review", str(file), "--lang", "en", "--html", str(page)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"Written to {page}." in told
    assert main(["review", str(file), "--json"]) == 0
    found = report.from_json(capsys.readouterr().out)
    assert found.complete and found.seats == [0, 1, 2]
    better = [d for d in found.decisions if d.verdict == Verdict.BETTER]
    assert better and told.count("more wins in 100 games") == len(better)
    read = Page(page.read_text("utf-8"))
    assert not read.open
    assert sum(tag == "article" for tag, _ in read.tags) == len(better) + len(found.players)
    assert not {tag for tag, _ in read.tags} & {"script", "link", "img", "iframe"}
    assert ("html", {"lang": "en"}) in read.tags
    pictures = [attrs for tag, attrs in read.tags if tag == "svg"]
    assert all(attrs["role"] == "img" and attrs["aria-label"] for attrs in pictures) and pictures
    for reason in (r for d in better for r in d.reasons):
        sentence = tell_reason(reason, words("en"), game.names)
        assert sentence in read.text and sentence in told


def test_names_are_no_markup(file: Path, game: Game) -> None:
    data = game.record()
    data["names"][1] = "<script>alert(1)</script>"
    file.write_text(json.dumps(data), "utf-8")
    page = file.with_name("out.html")
    assert main(["review", str(file), "--seat", "b", "--html", str(page)]) == 0
    assert "<script" not in page.read_text("utf-8")


def test_interrupted_it_goes_on(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Review | None] = []
    true_review: Any = reviewing.review

    def interrupted(*args: Any, progress: Any, resume: Review | None, **more: Any) -> Review:
        asked.append(resume)

        def stop(partial: Review, of: int) -> None:
            progress(partial, of)
            if resume is None and len(partial.decisions) == 3:
                raise KeyboardInterrupt

        found: Review = true_review(*args, progress=stop, resume=resume, **more)
        return found

    monkeypatch.setattr(reviewing, "review", interrupted)
    assert main(["review", str(file), "--seat", "A", "--lang", "en"]) == 130
    assert "The same command goes on from here." in capsys.readouterr().err
    assert main(["review", str(file), "--seat", "A", "--json"]) == 0
    found = report.from_json(capsys.readouterr().out)
    assert asked[0] is None and asked[1] is not None and len(asked[1].decisions) == 3
    assert found.complete and found.decisions[:3] == asked[1].decisions
    assert main(["review", str(file), "--seat", "A", "--json"]) == 0
    assert report.from_json(capsys.readouterr().out) == found and len(asked) == 2


def test_what_is_kept_but_damaged_is_made_anew(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.with_name("kept-quick-[0].json").write_text('{"format": "rialto-rev', "utf-8")
    assert main(["review", str(file), "--seat", "A", "--json"]) == 0
    assert report.from_json(capsys.readouterr().out).complete


def running(game: Game) -> Game:
    some = game.rewound()
    some.play_all(game.log[:-6])
    return some


def test_bad_input_is_one_sentence(
    file: Path, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    def refused(data: Any, told: str, *options: str) -> None:
        file.write_text(json.dumps(data), "utf-8")
        assert main(["review", str(file), "--lang", "en", *options]) == 2
        said = capsys.readouterr()
        assert told in said.err and len(said.err.splitlines()) == 1 and not said.out

    record = game.record()
    refused(record, "no seat D in this game; its seats are A, B, C", "--seat", "D")
    refused(record, "out.html can’t be written", "--html", str(file.parent / "none" / "out.html"))
    refused({**record, "version": 9}, "version 9 is from the future")
    refused({**record, "moves": record["moves"][:-1]}, "truncated")
    refused([], "a record is a JSON object")
    refused(running(game).record(), "still in progress. With --seat")
    refused(running(game).record_so_far(0), "what one player saw")


def test_one_side_of_a_running_game(
    file: Path, game: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(json.dumps(running(game).record()), "utf-8")
    assert main(["review", str(file), "--seat", "C", "--json"]) == 0
    found = report.from_json(capsys.readouterr().out)
    assert not found.over and {d.seat for d in found.decisions} == {2}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_has_words(language: str) -> None:
    said = words(language)
    for part in (*report.PARTS, report.ALL_DISTRICTS):
        told = tell_reason(Reason(part, 1, -2.44, 0.3, None), said, ["Anna", "Bo"])
        assert "Bo" in told and "2.4" in told.replace(",", ".") and "_" not in told
        assert "coach." not in told and "why." not in told and "district." not in told
    bare = words(language).t("why.bridge_none")
    assert not tell_reason(Reason("bridge_none", 0, -1.0, 0.1, None), said, ["Anna"]).endswith(
        f": {bare}."
    ), "losing points for none is a penalty"
    mostly = Reason(report.ALL_DISTRICTS, 0, 1.0, 0.1, "san-polo")
    assert "San Polo" in tell_reason(mostly, said, ["Anna", "Bo"])


def test_verdicts_in_words() -> None:
    judgement = a_review().decisions[0]
    told = tell_verdict(judgement, words("en"), str.upper)
    assert told == "Better: ROW 1. 6 ± 2 more wins in 100 games."


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_column_is_cut_off(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """In a terminal of 80 letters, with names as long as the page makes them."""
    review = a_review()
    named = replace(review, names=["Player 1" for _ in review.names])
    Console(width=80).print(sums(named, words(language)))
    assert "…" not in capsys.readouterr().out


def test_nothing_has_no_sign() -> None:
    assert [signed_percent(x) for x in (-0.2, -0.004, 0.004, 0.2)] == [
        "−20 %",
        "0 %",
        "0 %",
        "+20 %",
    ]
    said = words("de")
    assert [signed_number(x, said) for x in (-1.26, -0.04, 0.04)] == ["−1,3", "0,0", "0,0"]


def test_a_choice_is_told_of_whoever_had_it() -> None:
    """Neither how many buildings are left, as in a list to choose from, nor whose councillor."""
    game, said = Game.new(2, seed=1), words("en")
    assert choice_in_words(said, game, Move(0, action_of("build green-2"))) == "Take Green 2"
    gondola = Move(0, action_of("gondola san-polo:castello"))
    for language in LANGUAGES:
        told = choice_in_words(words(language), game, gondola)
        assert "Castello" in told and not re.search("your|dein|twój|tvůj|tanácsosod", told)
