"""Bots by name, and the levels for people."""

import json
from importlib.resources import files

import pytest

from rialto.bots.levels import LEVELS
from rialto.bots.roster import UnknownBot, choose, make_bot
from rialto.engine.ids import Decision
from tests.bots.sitting import a_question


@pytest.mark.parametrize(
    "name",
    [
        "random",
        "greedy",
        "greedy:30slips",
        "search:20it",
        "search:50ms",
        "search:20it:2cores",
        "search:20it:2cores:explore=0.3:rounds=1",
        "net",
        "net:0.5",
        "net:8:within=5",
        "net:8:points=0.5",
        "net:99:within=5:points=12",
        "doge:20",
    ],
)
def test_a_bot_is_named_as_it_is_called(name: str) -> None:
    assert make_bot(name, seed=1).name == name


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("", "unknown bot"),
        ("gredy", "known are random"),
        ("random:3", "no parameters"),
        ("greedy:101slips", "slips"),
        ("greedy:slips", "slips"),
        ("search", "budget"),
        ("search:0it", "budget"),
        ("search:5", "budget"),
        ("search:5it:0cores", "cores"),
        ("search:5it:explor=1", "no knob 'explor'; there are explore, "),
        ("search:5it:noise=1.2.3", "noise must be a number, not '1.2.3'"),
        ("search:5it:noise=", "budget"),
        ("search:5it:win_heat=0", "win_heat must be above 0"),
        ("doge:5:doubt=1.5", "doubt must be 0 to 1"),
        ("net:0", "a temperature above 0"),
        ("net:warm", "a temperature above 0 .*, not 'warm'"),
        ("net:-1", "a temperature above 0"),
        ("net:within=5", "a temperature above 0"),
        ("net:8:within=0", "bounds in hundredths"),
        ("net:8:points=0", "in points for each round to come"),
        ("net:8:points=0.555", "in points for each round to come"),
        ("net:points=1", "a temperature above 0"),
        ("doge", "a number of playouts"),
        ("doge:0", "a number of playouts"),
        ("doge:many", "a number of playouts"),
        ("doge:5:file=no-such.net", "no-such.net cannot be read"),
        ("net:file=no-such.net", "no-such.net cannot be read"),
        ("program:", "no program"),
        ("program:./no-such-bot.py", "no file"),
        ('program:"', "program"),
    ],
)
def test_a_wrong_name_is_explained(name: str, word: str) -> None:
    with pytest.raises(UnknownBot, match=word):
        make_bot(name)


def test_five_levels_with_words() -> None:
    words = json.loads((files("rialto") / "locales/en/bots.json").read_text("utf-8"))
    assert len(LEVELS) == 5
    for level in LEVELS:
        make_bot(level.name, seed=1)
        assert words[f"bot.{level.name}.name"] and words[f"bot.{level.name}.blurb"]
    assert len(words) == 2 * len(LEVELS)


def test_a_level_chooses_within_its_time() -> None:
    game, p, legal = a_question(Decision.PLAY)
    for level in LEVELS:
        assert choose(level.name, game.view(p), legal, seconds=0.05) in legal
