"""A short game to review: the last round of a recorded one."""

import json
from pathlib import Path
from typing import Any

import pytest

from rialto.engine.game import Game
from rialto.review import judging
from rialto.review.judging import Depth
from rialto.review.report import Mode

REPLAYS = Path(__file__).parents[1] / "replays"


def late_game(file: str, round_no: int = 6) -> Game:
    """From the beginning of that round to the end."""
    data: dict[str, Any] = json.loads((REPLAYS / f"{file}.json").read_text("utf-8"))
    whole = Game.from_record(data)
    again = whole.rewound()
    while int(again.state.round_no) < round_no:
        again.play(whole.log[len(again.log)])
    game = Game.from_position(again.position(), seed=1, names=list(whole.names))
    game.play_all(whole.log[len(again.log) :])
    return game


def be_brief(monkeypatch: pytest.MonkeyPatch, guesses: int = 16) -> None:
    """Few guesses and playouts: enough to see whether all of it holds together."""
    short = Depth(0, guesses, guesses, 0.026, 0.046, False)
    deep = Depth(1, guesses, guesses, 0.016, 0.034, True)
    monkeypatch.setattr(judging, "DEPTHS", {Mode.QUICK: short, Mode.DEEP: deep})
    monkeypatch.setattr(judging, "GUESSES", guesses)
    monkeypatch.setattr(judging, "CHUNK", guesses)
    monkeypatch.setattr(judging, "FULL", guesses)
