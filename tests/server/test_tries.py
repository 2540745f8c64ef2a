"""What the rules page offers to try: each Position puts its question to the first seat."""

import json
import re
from pathlib import Path
from typing import Final

import pytest

from rialto import Game

ROOT: Final = Path(__file__).parents[2]
TRIES: Final[dict[str, str]] = json.loads((ROOT / "web/src/rules/tries.json").read_text("utf-8"))
RULES: Final = json.loads((ROOT / "src/rialto/locales/en/rules.json").read_text("utf-8"))
POSITIONS: Final = {rule: at for rule, at in TRIES.items() if "seats" in at}
ASKS: Final = {
    "S6": "START", "P3": "ROW", "P5": "GREEN", "P6": "DISCARD", "Q3": "PLAY", "Q4": "PLAY",
    "Q6": "PLAY", "Q7": "PLAY", "Q9": "BRIDGE", "A1": "PLAY", "B1": "PLAY", "C1": "BUILD",
    "C2": "BUILD", "C3": "BUILD", "D1": "PLAY", "D2": "BRIDGE", "E1": "PLAY", "E2": "GONDOLA",
    "F1": "COUNCIL", "G1": "GONDOLA", "H2": "BLUE", "H3": "BLUE", "H4": "BLUE", "H5": "BLUE",
    "Z1": "BLUE", "N3": "BRIDGE", "N4": "PLAY", "N8": "BLUE",
}  # fmt: skip
NOWHERE: Final = {
    "K9": "no table runs out of coins or spaces",
    "V3": "what one remembers is in no place of a table",
}


def test_every_rule_is_shown_somewhere_or_known_to_be_shown_nowhere() -> None:
    """As a Position, as that of another rule, or on a page of the app."""
    rules = {entry["rule"] for section in RULES["sections"] for entry in section["entries"]}
    assert rules == TRIES.keys() | NOWHERE.keys()
    assert not TRIES.keys() & NOWHERE.keys()
    others = {rule: at for rule, at in TRIES.items() if rule not in POSITIONS}
    assert {at for at in others.values() if not re.fullmatch(r"[A-Z]\d", at)} == {"/new"}
    assert {at for at in others.values() if at != "/new"} <= POSITIONS.keys()


@pytest.mark.parametrize("rule", POSITIONS)
def test_a_rule_can_be_tried(rule: str) -> None:
    game = Game.from_position(POSITIONS[rule])
    game.run_chance()
    assert 0 in game.to_move
    assert game.decision.name == ASKS[rule]
    assert len(game.legal(0)) > 1, "there is something to choose"
