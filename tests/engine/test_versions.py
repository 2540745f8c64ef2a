"""Rules version 1: its records and Positions are read as they were meant, and written as they were.

`test_replays.py` holds the checksums: every game there was recorded by version 1.
"""

import json
from typing import Any

import pytest

from rialto import Game, House, IllegalMove
from rialto.engine.game import BadRecord
from rialto.engine.house import OPTIONS, RULES_VERSION
from rialto.engine.notation import BadPosition
from rialto.engine.state import HEAD_SIZE, bytes_in, head_bytes
from tests.engine.both_modes import REPLAYS
from tests.engine.test_record import spoil

NEW = [o.name for o in OPTIONS if o.since == 2]
CZECH = "seats A B; edition czech; step bridge; lead A; hand A bridge"


def recorded(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((REPLAYS / f"{name}.json").read_text("utf-8"))
    return data


@pytest.mark.parametrize(
    ("name", "edition", "same_today"),
    [
        ("3-players-czech-lagoon", "czech", False),
        ("4-players-hungarian-lagoon", "hungarian", False),
        ("5-players-german-short-lagoon", "german-short", False),
        ("5-players-polish-banks", "standard", True),
    ],
)
def test_an_edition_is_what_it_was(name: str, edition: str, same_today: bool) -> None:
    game = Game.from_record(recorded(name))
    assert game.rules == 1 and game.house.edition_in(1) == edition
    assert not any(game.house.options[o] for o in NEW)
    assert game.house.edition_name == (edition if same_today else None)


def test_the_checksum_leaves_out_what_came_later() -> None:
    """The two new options are one byte each; what is before and after them stays."""
    game = Game.new(house=House(placing_is_optional=True, joker_pairs_always=True), seed=1)
    head = head_bytes(game._table)
    early = bytes_in(head, 1)
    assert (len(head), len(early)) == (HEAD_SIZE, HEAD_SIZE - len(NEW))
    plain = head_bytes(Game.new(house=House(), seed=1)._table)
    assert head != plain and early == bytes_in(plain, 1)
    assert bytes_in(head, RULES_VERSION) == head


def test_a_position_of_version_1_means_its_editions() -> None:
    old, new = Game.from_position(CZECH, rules=1), Game.from_position(CZECH)
    assert not old.house.placing_is_optional and new.house.placing_is_optional
    for game in (old, new):
        game.play_text(0, "play 1")
        game.play_text(1, "pass")
    with pytest.raises(IllegalMove, match="COMPULSORY"):
        old.play_text(0, "done")
    new.play_text(0, "done")
    record = old.record()
    assert record["rules"] == 1 and "edition czech" in record["start"]
    assert not set(NEW) & set(record["house"])
    again = Game.from_record(record)
    assert again.record() == record and again.house == old.house
    # Said in the words of today it is no edition any more.
    assert Game.from_position(old.position()).house == old.house


def test_a_version_knows_its_own_options_only() -> None:
    with pytest.raises(BadPosition, match="unknown word 'placing-is-optional'"):
        Game.from_position("seats A B; step gold; placing-is-optional yes", rules=1)
    first, second = recorded("tie"), Game.new(players=2, seed=1).record()
    cases: list[tuple[dict[str, Any], dict[str, Any], str]] = [
        (first, {"placing_is_optional": False}, "'placing_is_optional' is not in rules version 1"),
        (second, {"joker_pairs_always": "yes"}, "joker_pairs_always must be true or false"),
        (second, {"joker_pairs": True}, "unknown option 'joker_pairs'"),
        (second, {"neutral": True, "players": 3}, "for 2 players only"),
    ]
    for record, options, words in cases:
        with pytest.raises(BadRecord, match=words):
            Game.from_record(spoil(record, house={**record["house"], **options}))
    old_form = {o: v for o, v in second["house"].items() if o not in NEW}
    with pytest.raises(BadRecord, match="'placing_is_optional' is missing, which rules version 2"):
        Game.from_record(spoil(second, house=old_form))


def test_a_running_game_of_version_1_is_told_as_one() -> None:
    data = recorded("tie")
    game = Game.from_record(data, until=60)
    so_far = game.record_so_far(0)
    assert so_far["rules"] == 1 and so_far["house"] == data["house"]
    assert Game.check_so_far(so_far, Game.from_record(data)) == 60
    today = Game.new(house=game.house, seed=1)
    with pytest.raises(BadRecord, match="not of the whole record's rules version"):
        Game.check_so_far(so_far, today)
