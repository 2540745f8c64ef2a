"""Which mode `rialto play --terminal` chooses: plain Python at once, or compiled for thinkers."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rialto.bots.levels import LEVELS, QUICK, want_compiled
from rialto.bots.roster import KINDS
from rialto.cli.play import choose_mode, saved_bots


def test_every_level_that_thinks_ahead_is_compiled() -> None:
    """A look of the net is quick in plain Python; playing on is not."""
    slow = {level.name for level in LEVELS if want_compiled([level.name])}
    assert slow == {level.name for level in LEVELS if not level.bot.startswith("net")}
    assert want_compiled(["search:5it"]) and want_compiled(["doge:5"])
    assert set(KINDS) >= QUICK


@pytest.mark.parametrize(
    ("bots", "mode"),
    [
        (["glassblower", "random"], "0"),
        (["glassblower", "procurator"], "0"),
        (["glassblower", "chancellor"], "1"),
        (["glassblower", "doge:9"], "1"),
        (["search:20it"], "1"),
        (["greedy:30slips"], "0"),
        ([], "0"),
    ],
)
def test_the_mode_follows_from_the_bots(
    bots: list[str], mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RIALTO_JIT")
    choose_mode(bots)
    assert os.environ["RIALTO_JIT"] == mode
    choose_mode(["search:20it", "random"])
    assert os.environ["RIALTO_JIT"] == mode, "what is settled stays"


def test_a_saved_game_names_its_bots_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "saved.json"
    for saved, bots in (
        ({"bots": ["merchant", 5]}, ["merchant"]),
        ({"bots": "merchant"}, []),
        (["merchant"], []),
    ):
        path.write_text(json.dumps(saved), "utf-8")
        assert saved_bots(path) == bots


def test_to_choose_the_mode_does_not_settle_it() -> None:
    """Nothing that is loaded before the choice may load the engine."""
    program = "import sys, rialto.cli.play; print('rialto.compile.mode' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
