"""Recorded games told: every event has its sentence, and every sentence what its words need.
`tests/test_told_alike.py` holds the page's narrator against this one."""

import json
from collections import Counter
from pathlib import Path

import pytest

from rialto.engine.game import ALL, Game, GameEvent
from rialto.engine.ids import Event
from rialto.engine.narrator import Cards, Narrator, Seat, Thing, Told
from rialto.engine.telling import TELLING

REPLAYS = sorted((Path(__file__).parents[1] / "replays").glob("*.json"))


def happened(path: Path, eye: int | None) -> list[list[GameEvent]]:
    """What each move of a recorded game made happen."""
    data = json.loads(path.read_text("utf-8"))
    game, moves = Game.from_record(data, until=0), []
    for move in Game.from_record(data).log:
        game.play(move)
        moves.append(game.events(eye))
    return moves


def tell(path: Path, eye: int | None) -> list[Told]:
    return Narrator().tell(happened(path, eye))


@pytest.fixture(scope="module")
def told() -> list[Told]:
    return [sentence for path in REPLAYS for sentence in tell(path, ALL)]


def test_every_event_is_told_in_each_of_its_cases(told: list[Told]) -> None:
    keys = {sentence.key for sentence in told}
    expected = {f"event.{code.name.lower()}" for code in Event if code != Event.TOKEN}
    assert {".".join(key.split(".")[:2]) for key in keys} == expected
    assert {f"event.{code.name.lower()}.{t.case}" for code, t in TELLING.items() if t.case} <= keys


def test_no_event_is_told_twice_and_none_is_lost() -> None:
    for path in REPLAYS:
        untold = [code for code, telling in TELLING.items() if not telling.told]
        events = Counter((event.code, event.seat) for move in happened(path, ALL) for event in move)
        told = Counter(
            (event.code, event.seat) for sentence in tell(path, ALL) for event in sentence.events
        )
        assert told == {key: n for key, n in events.items() if key[0] not in untold}, path.stem


def test_arguments_are_numbers_names_and_things(told: list[Told]) -> None:
    kinds = {type(part) for sentence in told for part in sentence.args.values()}
    assert kinds <= {int, str, Seat, Thing, Cards}
    assert {Seat, Thing, Cards} <= kinds


def test_a_spectator_is_told_no_hidden_kind() -> None:
    """V2: what others draw and discard face down is told by number only."""
    for path in REPLAYS:
        for sentence in tell(path, None):
            assert sentence.key not in ("event.drew.seen", "event.sealed.seen"), path.stem
