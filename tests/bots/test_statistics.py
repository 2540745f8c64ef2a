"""`rialto stats`: what self-play says about the game."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from rialto.bots.tournament.arena import Arena, run_here
from rialto.bots.tournament.statistics import building_rows, by_start, fit, margins, parts, row_rows
from rialto.cli.main import main
from rialto.engine.game import House


def test_shares_and_parts_add_up() -> None:
    games = list(run_here(Arena(("greedy",), (3,), 6, 1, House(players=2)).jobs()))
    assert sum(e.mean for e in by_start(games)) == pytest.approx(1)
    for winners in (False, True):
        found = parts(games, winners)
        assert found["total"] == pytest.approx(sum(v for k, v in found.items() if k != "total"))
    assert parts(games, True)["total"] >= parts(games, False)["total"]
    assert all(sum(margins(game)) == pytest.approx(0) for game in games)
    # P3: each player takes six rows of at most six cards
    assert sum(mean for _, mean, _ in row_rows(games)) == pytest.approx(36, abs=3)
    assert 1 <= sum(mean for _, mean, _ in building_rows(games)) <= 7


def test_fit_finds_what_each_is_worth() -> None:
    counts = [[a, b] for a in range(4) for b in range(4)]
    assert fit(counts, [2.0 * a - b + 7 for a, b in counts]) == pytest.approx([2.0, -1.0])


def test_the_page_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    words = ["stats", "--players", "2", "--games", "4", "--workers", "1", "--write", str(page)]
    assert main(words) == 0
    text = page.read_text("utf-8")
    assert "rialto stats --bot greedy --players 2 --games 4 --seed 1" in text
    for name in ("start", "buildings", "rows"):
        assert f"(page-{name}.svg)" in text
        ET.fromstring((tmp_path / f"page-{name}.svg").read_text("utf-8"))


def test_bad_settings_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--bot", "nobody"]) == 2
    assert "unknown bot 'nobody'" in capsys.readouterr().err
