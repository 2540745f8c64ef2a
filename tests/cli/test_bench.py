"""`rialto bench` and `rialto perft` say what they promise; how fast it is, is not for a test."""

import json

import pytest

from rialto.cli.bench import report
from rialto.cli.main import main

FIGURES = {"ns_per_decision", "decisions_per_s", "games_per_s"}


@pytest.mark.compiled
def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--seconds", "0.02", "--threads", "2", "--json"]) == 0
    told = capsys.readouterr()
    figures = json.loads(told.out)
    for part in ("single", "threads", "plain"):
        assert set(figures[part]) >= FIGURES
        assert all(figures[part][name] > 0 for name in FIGURES)
    assert figures["threads"]["threads"] == 2
    assert 200 < figures["single"]["decisions_per_game"] < 500
    assert figures["state_copy_ns"] > 0 and figures["state_bytes"] <= 1024
    assert all(us > 0 for us in figures["python_call"].values())
    assert "measuring 1 of 5: single" in told.err  # it never works in silence
    lines = report(figures).splitlines()
    assert sum("ns per decision" in line for line in lines) == 3
    assert any(line.startswith("copy of a state") for line in lines)


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "7", "--depth", "3", "--players", "3"]) == 0
    assert capsys.readouterr().out.split() == "depth ways chance 1 3 0 2 6 144 3 24 48".split()
    position = "seats A B  step gold  coins A0 B0; hand A gold joker"
    assert main(["perft", position, "--depth", "1", "--json"]) == 0
    counts = json.loads(capsys.readouterr().out)["counts"]
    assert counts == [{"depth": 1, "nodes": 3, "outcomes": 0}]
