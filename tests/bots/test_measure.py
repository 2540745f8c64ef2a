"""The match-ups behind docs/bots.md: balanced, resumable, and tables that say what was played."""

import json
from pathlib import Path
from typing import Any

import pytest

from rialto.bots.tournament import measure
from rialto.bots.tournament.plan import SECTIONS, Match, in_turn, make_plan
from rialto.bots.tournament.strengths import strengths
from rialto.bots.tournament.tables import BEGIN, END, insert, main, render

SMALL = [Match("bars", ("greedy", "random"), 2, 4), Match("levels", ("random", "greedy"), 3, 3)]


def game(match: str, number: int, bots: list[str], points: list[int]) -> dict[str, Any]:
    order = sorted(range(len(points)), key=lambda p: -points[p])
    return {
        "match": match,
        "game": number,
        "deal": number // len(bots),
        "bots": bots,
        "places": [order.index(p) + 1 for p in range(len(bots))],
        "points": points,
        "faults": 0,
        "choices": [10] * len(bots),
        "seconds": [0.02] * len(bots),
    }


def test_the_plan_is_whole_and_goes_on_evenly() -> None:
    plan = make_plan(["search:1it", "search:2it"], "my.net")
    assert {match.section for match in plan} == set(SECTIONS)
    assert len({match.name for match in plan}) == len(plan)
    turns = in_turn(plan)
    assert len(turns) == sum(len(match.jobs()) for match in plan)
    half = turns[: len(turns) // 2]
    for match in plan:
        played = sum(other is match for other, _ in half)
        assert abs(played / len(match.jobs()) - 0.5) < 0.05


def test_what_was_played_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure, "make_plan", lambda search, response: SMALL)
    out = tmp_path / "games.jsonl"
    arguments = ["--out", str(out), "--workers", "1", "--minutes", "10"]
    assert measure.main([*arguments, "--players", "5"]) == 0
    assert measure.read_games(out) == []
    assert measure.main(arguments) == 0
    lines = out.read_text().splitlines()
    assert len(lines) == 7
    out.write_text("\n".join([*lines[:5], lines[5][:40]]) + "\n")  # killed while it wrote
    assert measure.main(arguments) == 0
    again = measure.read_games(out)
    assert len(again) == 7

    def outcome(found: dict[str, Any]) -> tuple[Any, ...]:
        return found["match"], found["game"], found["places"], found["points"]

    assert sorted(map(outcome, again)) == sorted(outcome(json.loads(line)) for line in lines)
    assert all(sum(g["choices"]) > 10 and min(g["seconds"]) >= 0.0 for g in again)


def test_bad_input_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = ["--out", str(tmp_path / "games.jsonl")]
    for wrong, said in (
        (["--sections", "bars,people"], "no section 'people'; there are ladder, bars,"),
        (["--search", "ponder"], "unknown bot 'ponder'"),
        (["--players", "2,9"], "players must be some of 2,3,4,5, not '2,9'"),
        (["--minutes", "0"], "workers and minutes must be above 0"),
    ):
        assert measure.main([*out, *wrong]) == 2
        assert said in capsys.readouterr().err


def test_strengths_fit_what_was_won() -> None:
    """Three wins of four are odds of 3 : 1, which is 400 * log10(3) = 191 points."""
    pairs = [game("ladder a", n, ["a", "b"], [1, 0] if n % 4 else [0, 1]) for n in range(4000)]
    first, second = strengths(pairs, "b")
    assert (first.bot, second.bot, second.points) == ("a", "b", 0.0)
    assert first.points == pytest.approx(191, abs=1.5)
    assert first.low < first.points < first.high
    assert 15 < first.high - first.low < 45
    table = [game("ladder b", n, ["a", "b", "c"], [3, 2, 1]) for n in range(20)]
    assert [s.bot for s in strengths(table, "b")] == ["a", "b", "c"]


def test_tables_say_what_was_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = "bars net,greedy 2 standard"
    games = [
        game(name, 0, ["net", "greedy"], [100, 90]),
        game(name, 1, ["greedy", "net"], [80, 100]),
        game(name, 2, ["net", "greedy"], [95, 105]),
        game(name, 3, ["greedy", "net"], [90, 110]),
    ]
    text = render(games)
    assert "| `net` | `greedy` | 2 | standard | 4 | 75.0 % [30.1, 95.4] | +10.0 ± 9.8 | 2 |" in text
    assert "4 games in all; moves that were refused or came too late: 0." in text

    path, page = tmp_path / "games.jsonl", tmp_path / "page.md"
    path.write_text("".join(json.dumps(g) + "\n" for g in games))
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    assert main([str(path), str(path), "--into", str(page)]) == 0
    assert page.read_text() == insert(f"before\n{BEGIN}\n{END}\nafter\n", text)
    assert "old" not in page.read_text()
    page.write_text("no marks")
    assert main([str(path), "--into", str(page)]) == 2
    assert "the page has no marks" in capsys.readouterr().err
