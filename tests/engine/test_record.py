"""Records: damaged, truncated, tampered and future ones are named, never half-loaded."""

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rialto.engine.record
from rialto import Game, House
from rialto.engine.game import CannotUndo
from rialto.engine.record import BadRecord
from tests.engine.moments import play_some

SCHEMA = json.loads(
    (Path(rialto.engine.record.__file__).parent / "record.schema.json").read_text("utf-8")
)


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    return play_some(House(players=2, neutral=True), 4, 10_000)[0].record()


@pytest.mark.parametrize("moves", [0, 40, 10_000])
def test_every_record_fits_its_schema(moves: int) -> None:
    record = play_some(House(players=3), 8, moves)[0].record()
    jsonschema.validate(record, SCHEMA)
    assert json.loads(json.dumps(record)) == record


def spoil(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**copy.deepcopy(record), **changes}


def test_what_is_wrong_is_named(finished: dict[str, Any]) -> None:
    house = finished["house"]
    cases: list[tuple[Any, str]] = [
        (["a"], "a record is a JSON object"),
        ({}, "lacks 'format'"),
        (spoil(finished, format="chess"), "not a Rialto record"),
        (spoil(finished, version=2), "version 2 is from the future"),
        (spoil(finished, rules=99), "rules 99 is from the future"),
        (spoil(finished, rules=0), "rules 0 is unknown"),
        (spoil(finished, rules=True), "'rules' has the wrong type"),
        (spoil(finished, house={**house, "players": 9}), "house: players must be"),
        (spoil(finished, house={**house, "sea": 1}), "house: unknown option 'sea'"),
        (spoil(finished, house={**house, "neutral": 1}), "house: neutral must be true or false"),
        (
            spoil(finished, house={"players": 2, "neutral": True, "board": "lagoon"}),
            "house: option 'first_player_builds_first' is missing, which rules version 2 has",
        ),
        (spoil(finished, names=["one"]), "names: 2 texts expected"),
        (spoil(finished, bots=["merchant"]), "bots: 2 levels or nulls expected"),
        (spoil(finished, bots=["merchant", 3]), "bots: 2 levels or nulls expected"),
        (spoil(finished, hints=[2]), "hints: seats from 0 to 1 expected"),
        (spoil(finished, hints="A"), "hints: seats from 0 to 1 expected"),
        (spoil(finished, hints=[True]), "hints: seats from 0 to 1 expected"),
        (spoil(finished, hints=[1.0]), "hints: seats from 0 to 1 expected"),
        (spoil(finished, moves=finished["moves"][:-1]), "truncated"),
        (spoil(finished, moves=[7, *finished["moves"][1:]]), "move 1 is not a text"),
        (spoil(finished, moves=["Z row 1", *finished["moves"][1:]]), "unknown seat 'Z'"),
        (spoil(finished, moves=["* deal all", *finished["moves"][1:]]), "unknown move 'deal all'"),
        (spoil(finished, moves=["A row 1", *finished["moves"][1:]]), "move 1 is not legal"),
        (
            spoil(finished, checks=["00000000", *finished["checks"][1:]]),
            "move 1: the state differs",
        ),
        (spoil(finished, result=None), "the result is not what the moves lead to"),
        (spoil(finished, start="nonsense here"), "start: "),
        (spoil(finished, start=7), "start: "),
    ]
    for record, words in cases:
        with pytest.raises(BadRecord, match=words):
            Game.from_record(record)


def test_a_tampered_move_is_found_where_it_stands(finished: dict[str, Any]) -> None:
    """One card swapped for another somewhere in the middle: the checksum of that move tells."""
    number = next(i for i, line in enumerate(finished["moves"]) if i > 60 and line == "* card gold")
    moves = [*finished["moves"]]
    moves[number] = "* card doge"
    with pytest.raises(BadRecord) as caught:
        Game.from_record(spoil(finished, moves=moves))
    assert caught.value.move == number + 1


def test_until_stops_early(finished: dict[str, Any]) -> None:
    game = Game.from_record(finished, until=30)
    assert game.version == 30 and not game.over


def test_a_game_from_a_position_keeps_it() -> None:
    game, dice = play_some(House(players=4), 5, 60)
    later = Game.from_position(game.position(), seed=2)
    later.run_chance()
    later.play(dice.choice(later.legal(later.to_move[0])))
    record = later.record()
    jsonschema.validate(record, SCHEMA)
    assert Game.from_record(record).checksum() == later.checksum()
    with pytest.raises(BadRecord, match="its options are not those of the header"):
        Game.from_record(spoil(record, house=House(players=4, board="banks").as_dict()))


def test_nothing_to_undo_is_said() -> None:
    with pytest.raises(CannotUndo, match="nothing to take back"):
        Game.new(players=2, seed=1).undo()
