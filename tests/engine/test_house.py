"""The rule options: what goes together, and what is said when it does not."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from rialto import Game, House
from rialto.engine.house import EDITIONS, OPTIONS, BadHouse
from rialto.engine.state import FIELDS
from tests.engine.houses import table_of


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"players": 1}, "players must be 2 to 5, not 1"),
        ({"players": 6}, "players must be 2 to 5, not 6"),
        ({"players": True}, "players must be 2 to 5"),
        ({"players": 3, "neutral": True}, "N1"),
        ({"players": 2, "neutral": 1}, "neutral must be true or false"),
        ({"board": "atlantis"}, "board must be one of lagoon, banks"),
        ({"colour": "red"}, "unknown option 'colour'"),
    ],
)
def test_bad_options_are_named(options: dict[str, Any], words: str) -> None:
    with pytest.raises(BadHouse, match=words):
        House.from_dict(options)


def test_editions_are_the_table_of_section_9() -> None:
    def options(name: str) -> tuple[bool, ...]:
        """S6, E2, Z1, Q9, Q4."""
        house = House.edition(name)
        return (
            house.first_player_builds_first,
            house.gondola_bonus_from_any_district,
            house.leftovers_rounded_up,
            house.placing_is_optional,
            house.joker_pairs_always,
        )

    assert options("standard") == options("polish") == (False, True, True, False, False)
    assert options("czech") == (False, False, True, True, False)
    assert options("hungarian") == (True, False, True, True, False)
    assert options("german-short") == (False, True, False, False, True)
    assert len(EDITIONS) == 5
    with pytest.raises(BadHouse, match="edition must be one of"):
        House.edition("french")


def test_the_document_has_the_same_table() -> None:
    """docs/rules.md, section 9: a row for each option, its rule, and what each edition says."""
    text = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| `")]
    said = {row[0].split(":")[0]: row[1:] for row in rows}
    columns = ("polish", "czech", "hungarian", "german-short")
    for option in OPTIONS:
        answers = ["yes" if House.edition(c).options[option.name] else "no" for c in columns]
        assert said[f"`{option.name}` ({option.rule})"] == answers


def test_a_house_knows_its_edition() -> None:
    assert House.edition("hungarian", players=5, board="banks").edition_name == "hungarian"
    odd = House(first_player_builds_first=True, leftovers_rounded_up=False)
    assert odd.edition_name is None
    assert House.from_dict(odd.as_dict()) == odd


def test_every_option_is_a_field_of_the_state_and_comes_back_from_it() -> None:
    """Every option switched alone; nothing else in the state changes."""
    assert {f.name for f in fields(House)} <= {f.name for f in FIELDS}
    usual = House(players=2)
    for option in OPTIONS:
        house = House.from_dict({**usual.as_dict(), option.name: not usual.options[option.name]})
        table = table_of(house, 1)
        assert House.of(table[0]) == house
        assert getattr(table[0], option.name) == house.options[option.name]
    neutral = House(players=2, neutral=True, board="banks")
    assert House.of(table_of(neutral, 1)[0]) == neutral


def test_new_game_takes_players_and_names() -> None:
    game = Game.new(players=3, seed=1, house=House.edition("czech"), names=["Ana", "Bo", "Cy"])
    assert (game.house.players, game.names) == (3, ("Ana", "Bo", "Cy"))
    assert game.house.edition_name == "czech"
    with pytest.raises(ValueError, match="3 names expected, not 1"):
        Game.new(players=3, names=["Ana"])
