"""The arena: same deals, mirrored seats, the same figures on any number of workers."""

import json
import subprocess
import sys
import types
import xml.etree.ElementTree as ET
from collections import Counter
from pathlib import Path
from typing import Any

import psutil
import pytest

from rialto.bots.tournament.arena import Arena, BadArena, Journal, run_here, run_ray, run_workers
from rialto.bots.tournament.match import Job, play_game
from rialto.bots.tournament.plot import win_shares
from rialto.bots.tournament.standings import by_deal, pairs, ratings, report, standings, wilson
from rialto.cli.main import main
from rialto.engine.game import House
from tests.patience import PATIENCE_S

SMALL = Arena(("search:3it", "greedy:50slips"), (2, 3), 4, 1, House(players=2))


def arena(*bots: str, players: tuple[int, ...] = (2,), games: int = 4) -> Arena:
    return Arena(bots, players, games, 1, House(players=2))


def test_mirrored_seats_and_duplicate_deals() -> None:
    jobs = arena("a", "b", "c", players=(3, 2), games=7).jobs()
    assert [job.number for job in jobs] == list(range(len(jobs)))
    assert len([job for job in jobs if job.players == 3]) == 9
    for players in (2, 3):
        seated = Counter(
            (p, bot) for job in jobs if job.players == players for p, bot in enumerate(job.bots)
        )
        assert len(set(seated.values())) == 1
    deals = {(job.players, job.deal): job.chance for job in jobs}
    assert all(deals[job.players, job.deal] == job.chance for job in jobs)
    assert len(set(deals.values())) == len(deals)
    assert len({seed for job in jobs for seed in job.seeds}) == sum(len(j.seeds) for j in jobs)


def test_equals_do_not_repeat_a_deal() -> None:
    jobs = arena("a", players=(4,), games=5).jobs()
    assert len(jobs) == len({job.chance for job in jobs}) == 5
    assert len(arena("a", "b", "a", "b", players=(4,), games=4).jobs()) == 4


def test_line_ups() -> None:
    assert arena("a", "b").line_ups(4) == [("a", "b", "b", "b")]
    assert arena("a", "b", "c").line_ups(2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert arena("a", "b", "b").line_ups(2) == [("a", "b"), ("b", "b")]


def test_the_same_with_one_and_two_workers() -> None:
    jobs = SMALL.jobs()
    alone = list(run_here(jobs))
    together = sorted(run_workers(2)(jobs), key=lambda result: result["game"])
    assert json.dumps(report(alone)) == json.dumps(report(together))
    assert play_game(jobs[3]) == alone[3]


def test_a_killed_arena_takes_its_workers_along() -> None:
    """Even one that has no time to clean up; a worker would otherwise wait for ever."""
    code = (
        "from rialto.bots.tournament.arena import *\nfrom rialto.engine.game import House\n"
        "jobs = Arena(('random',), (2,), 10**5, 1, House(players=2)).jobs()\n"
        "for _ in run_workers(2)(jobs): print('played', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as parent:
        assert parent.stdout and parent.stdout.readline()
        children = psutil.Process(parent.pid).children()
        assert len(children) >= 2
        parent.kill()
        _, alive = psutil.wait_procs(children, timeout=PATIENCE_S)
        for child in alive:
            child.kill()
    assert not alive


def test_ray_runs_the_same_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stand-in for Ray that answers out of order."""
    ray = types.ModuleType("ray")
    stand_in: Any = ray
    stand_in.init = lambda **_: None
    stand_in.shutdown = lambda: None
    stand_in.cluster_resources = lambda: {"CPU": 2.0}
    stand_in.remote = lambda f: types.SimpleNamespace(remote=lambda job: (f, job))
    stand_in.wait = lambda running: ([running[-1]], running[:-1])
    stand_in.get = lambda done: [f(job) for f, job in done]
    monkeypatch.setitem(sys.modules, "ray", ray)
    jobs = arena("random", "greedy").jobs()
    found = sorted(run_ray(None)(jobs), key=lambda result: result["game"])
    assert found == list(run_here(jobs))


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BadArena, match="ray"):
        run_ray(None)


def test_a_journal_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "kept.jsonl"
    small = arena("random", "greedy")
    journal = Journal(path, small, resume=False)
    for job in small.jobs()[:2]:
        journal.add(play_game(job))
    journal.close()
    with path.open("a", encoding="utf-8") as file:
        file.write('{"game": 2, "pla')  # killed while writing
    again = Journal(path, small, resume=True)
    again.close()
    assert sorted(again.results) == [0, 1]
    with pytest.raises(BadArena, match="other settings"):
        Journal(path, arena("random", "greedy", games=6), resume=True)
    fresh = Journal(path, small, resume=False)
    fresh.close()
    assert not fresh.results


def run(*words: str) -> int:
    return main(["arena", *words])


def test_interrupted_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C after three games keeps them; --resume plays only the rest, to the same report."""
    out, plot = tmp_path / "out.json", tmp_path / "out.svg"
    words = "--bots greedy:50slips,random --players 2,3 --games 4 --workers 1".split()
    words += ["--json", str(out), "--plot", str(plot)]
    assert run(*words) == 0
    whole = json.loads(out.read_text("utf-8"))
    out.unlink()
    played: list[int] = []

    def three_games(job: Job) -> dict[str, Any]:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(job.number)
        return play_game(job)

    monkeypatch.setattr("rialto.bots.tournament.arena.play_game", three_games)
    assert run(*words) == 130
    assert not out.exists() and played == [0, 1, 2]
    monkeypatch.setattr("rialto.bots.tournament.arena.play_game", play_game)
    assert run(*words, "--resume") == 0
    assert json.loads(out.read_text("utf-8")) == whole
    ET.fromstring(plot.read_text("utf-8"))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--bots", "gredy"), "unknown bot 'gredy'"),
        (("--bots", "greedy", "--players", "6"), "players must be 2 to 5"),
        (("--bots", "greedy", "--players", "two"), "players must be numbers"),
        (("--bots", "greedy", "--games", "0"), "games must be 1 or more"),
        (("--bots", "greedy", "--workers", "0"), "workers must be 1 or more"),
        (("--bots", "greedy", "--edition", "dutch"), "edition must be one of"),
        (("--bots", "greedy", "--players", "3", "--neutral"), "2 players only"),
    ],
)
def test_bad_settings_are_named(
    words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert why in capsys.readouterr().err


# Figures


def a_result(game: int, bots: list[str], places: list[int], points: list[int]) -> dict[str, Any]:
    return {
        "game": game,
        "players": len(bots),
        "line_up": 0,
        "deal": game,
        "bots": bots,
        "places": places,
        "scores": [{"total": n} for n in points],
        "faults": [{} for _ in bots],
    }


RESULTS = [
    a_result(0, ["a", "b", "b"], [1, 2, 3], [60, 50, 40]),
    a_result(1, ["b", "a", "b"], [3, 1, 2], [30, 70, 50]),
    a_result(2, ["b", "b", "a"], [1, 3, 2], [90, 10, 80]),
]


def test_wilson_is_as_published() -> None:
    share = wilson(8, 10)
    assert share == pytest.approx((0.8, 0.490, 0.943), abs=0.001)
    assert wilson(0, 0) == (0.0, 0.0, 1.0)
    assert wilson(400, 400).high == 1.0


def test_an_interval_counts_deals_not_games() -> None:
    once = by_deal({0: [1.0], 1: [3.0]})
    assert by_deal({0: [1.0] * 50, 1: [3.0] * 50}) == once
    assert once == pytest.approx((2.0, 2 - 1.959964, 2 + 1.959964))
    assert by_deal({0: [1.0, 2.0]}) == (1.5, None, None)


def test_standings() -> None:
    a, b = standings(RESULTS)
    assert (a["bot"], a["seats"], b["bot"], b["seats"]) == ("a", 3, "b", 6)
    assert a["win_share"]["mean"] == pytest.approx(2 / 3)
    assert b["win_share"]["mean"] == pytest.approx(1 / 6)
    assert a["points"]["mean"] == 70 and a["place"]["mean"] == pytest.approx(4 / 3)


def test_pairs_and_ratings() -> None:
    (pair,) = pairs(RESULTS)
    assert (pair["bot"], pair["other"], pair["n"]) == ("a", "b", 6)
    assert pair["ahead"]["mean"] == pytest.approx(5 / 6)
    first, second = ratings(RESULTS)
    assert first["bot"] == "a" and first["mu"] > second["mu"]


def test_the_plot_names_every_bot() -> None:
    svg = win_shares(standings([a_result(0, ["a<b", "c&d"], [1, 2], [5, 4])]))
    words = [e.text for e in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]
    assert {"a<b", "c&d", "2 players", "100.0 %"} <= set(words)
