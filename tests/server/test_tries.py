"""What the rules page offers to try: each Position puts its question to the first seat."""

import json
from pathlib import Path
from typing import Final

import pytest

from rialto import Game

ROOT: Final = Path(__file__).parents[2]
TRIES: Final[dict[str, str]] = json.loads((ROOT / "web/src/rules/tries.json").read_text("utf-8"))
ASKS: Final = {
    "P3": "ROW", "P5": "GREEN", "P6": "DISCARD", "Q3": "PLAY", "Q4": "PLAY", "Q6": "PLAY",
    "Q7": "PLAY", "A1": "PLAY", "B1": "PLAY", "C1": "BUILD", "C2": "BUILD", "C3": "BUILD",
    "D2": "BRIDGE", "E2": "GONDOLA", "F1": "COUNCIL", "G1": "GONDOLA", "H2": "BLUE", "H3": "BLUE",
    "H4": "BLUE", "N3": "BRIDGE",
}  # fmt: skip


@pytest.mark.parametrize("rule", TRIES)
def test_a_rule_can_be_tried(rule: str) -> None:
    game = Game.from_position(TRIES[rule])
    game.run_chance()
    assert 0 in game.to_move
    assert game.decision.name == ASKS[rule]
    assert len(game.legal(0)) > 1, "there is something to choose"
