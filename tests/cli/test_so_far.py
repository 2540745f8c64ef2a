"""`rialto verify` on the record of a running game."""

import json
from pathlib import Path

import pytest

from rialto import Game, House
from rialto.cli.complaint import BAD_INPUT
from rialto.cli.main import main
from tests.engine.moments import play_some


def saved(path: Path, data: object) -> str:
    path.write_text(json.dumps(data), "utf-8")
    return str(path)


def test_a_running_games_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game: Game = play_some(House(players=2), 5, 100)[0]
    mine = game.record_so_far(1)
    part, whole = saved(tmp_path / "part", mine), saved(tmp_path / "whole", game.record())
    assert main(["verify", part]) == 0
    assert "good as far as seat B can know: " in capsys.readouterr().out
    assert main(["verify", part, "--against", whole]) == 0
    n = len(game.log)
    assert f"{n} of {n} moves held against the whole record" in capsys.readouterr().out
    mine["checks"][-1] = "00000000"
    saved(tmp_path / "part", mine)
    assert main(["verify", part, "--against", whole]) == BAD_INPUT
    assert f"move {n}: what is seen differs" in capsys.readouterr().err
    assert main(["verify", whole, "--against", whole]) == BAD_INPUT
    assert "--against is for the record of a running game" in capsys.readouterr().err
