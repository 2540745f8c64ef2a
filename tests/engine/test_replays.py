"""Whole recorded games of every kind of table (tests/replays), frozen: any change of behaviour
shows (`make test` plays them plain and compiled). `make_replays.py` made them."""

import json
from typing import Any

import pytest

from rialto import Game
from rialto.engine.house import EDITIONS
from tests.engine.both_modes import REPLAYS
from tests.engine.make_replays import LEFT, happenings, pair_beside_a_card

FILES = sorted(REPLAYS.glob("*.json"))


def read(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))
    return data


@pytest.mark.parametrize("name", [path.stem for path in FILES])
def test_a_recorded_game_holds(name: str) -> None:
    data = read(name)
    game = Game.from_record(data)
    assert game.over and game.record() == data


def test_every_kind_of_table_is_there() -> None:
    houses = [read(path.stem)["house"] for path in FILES]
    kinds = {(h["players"], h["neutral"]) for h in houses}
    assert kinds == {(2, False), (2, True), (3, False), (4, False), (5, False)}
    assert {h["board"] for h in houses} == {"lagoon", "banks"}
    names = {path.stem for path in FILES}
    assert all(any(edition in name for name in names) for edition in EDITIONS)


def test_the_special_endings_are_there() -> None:
    """A tie for the first place (Z4), an empty pile (P2), slots or councillors used up."""
    scores = sorted((s["total"] for s in read("tie")["result"]["scores"]), reverse=True)
    assert scores[0] == scores[1]
    assert {"FORFEITED", "RESHUFFLED"} <= happenings(Game.from_record(read("hoarders")))
    assert "RETURNED" in happenings(Game.from_record(read("slots-full")))
    assert "COUNCILLORS_MISSING" in happenings(Game.from_record(read("councillors-out")))


def test_the_new_choices_of_version_2_are_there() -> None:
    """Q9: a bridge, a gondola, its councillor and others left; Q4: a pair beside a kept card."""
    for name in ("rules-2-czech", "rules-2-hungarian-neutral-banks"):
        assert happenings(Game.from_record(read(name))) >= LEFT
    assert pair_beside_a_card(Game.from_record(read("rules-2-german-short-banks")))
    versions = [read(path.stem)["rules"] for path in FILES]
    assert sorted(set(versions)) == [1, 2] and versions.count(1) == 14
