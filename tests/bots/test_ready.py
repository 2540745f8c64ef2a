"""What is compiled before bots think: once for each kind of bot, whatever they are called."""

from pathlib import Path

import pytest

from rialto.bots.levels import LEVELS
from rialto.bots.warmup import jobs_of
from rialto.cli import warming
from rialto.compile import warm


@pytest.mark.parametrize(
    ("bots", "names"),
    [
        ([], ["game"]),
        (["random", "program:./mine.py"], ["game"]),
        (["greedy:30slips", "greedy"], ["game", "bots-greedy"]),
        (["search:20it:noise=1", "search:2s"], ["game", "bots-search"]),
        (["net", "net:2"], ["game", "bots-net"]),
        (["doge:9"], ["game", "bots-doge"]),
        ([level.name for level in LEVELS], ["game", "bots-net", "bots-doge"]),
    ],
)
def test_one_job_for_each_kind(bots: list[str], names: list[str]) -> None:
    assert [job.name for job in jobs_of(bots)] == names


def test_a_bot_that_is_ready_says_nothing_of_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """After greedy was compiled, search still has to be; both are called opponents."""
    monkeypatch.setenv("RIALTO_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "MODE", "cpu")
    warming.warm_up(jobs_of(["greedy"]))
    assert "opponents (2 of 2)" in capsys.readouterr().err
    done = [job.mark.exists() for job in jobs_of(["greedy", "search:5it"])]
    assert done == [True, True, False]
