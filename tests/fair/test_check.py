"""A fair game holds; whatever is changed in it is found."""

import copy
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import rialto.engine.record
from rialto import Game, House
from rialto.engine.game import BadRecord
from rialto.fair.check import check_record
from rialto.fair.protocol import commitment_to, seal_of
from rialto.fair.section import Missing, Unfair
from tests.fair.played import fair_record, octets

Record = dict[str, Any]
SCHEMA = json.loads(
    (Path(rialto.engine.record.__file__).parent / "record.schema.json").read_text("utf-8")
)


@cache
def whole() -> Record:
    return fair_record(House(players=3), missing=(Missing(1, 2, "Chiara"),))


def changed(change: Callable[[Record], object]) -> Record:
    data = copy.deepcopy(whole())
    change(data)
    return data


def test_a_fair_game_holds() -> None:
    data = whole()
    jsonschema.validate(data, SCHEMA)
    checked = check_record(data, 3)
    assert checked.draws == sum(line.startswith("*") for line in data["moves"])
    assert checked.draws is not None and checked.draws > 150
    assert [n.seat for n in checked.section.numbers] == [0, 1, 2]


def test_it_is_an_ordinary_record_beside() -> None:
    """Whoever does not know of fairness reads the same game."""
    plain = {k: v for k, v in whole().items() if k != "fair"}
    assert Game.from_record(whole()).record() == Game.from_record(plain).record() == plain


def test_a_fork_draws_anew_from_where_it_begins() -> None:
    past = Game.from_record(whole(), until=60)
    data = fair_record(past.house, first=past)
    assert data["moves"][:60] == whole()["moves"][:60]
    assert data["moves"][60:] != whole()["moves"][60:]
    checked = check_record(data, 3)
    assert checked.section.given == 60
    assert checked.draws == sum(line.startswith("*") for line in data["moves"][60:])


def test_numbers_given_in_clear() -> None:
    data = fair_record(House(players=2), live=False)
    assert check_record(data, 2).draws
    assert {n["seal"] for n in data["fair"]["numbers"]} == {None}


def test_without_the_secret_numbers_are_all_there_is_to_check() -> None:
    data = changed(lambda d: d["fair"].pop("secret"))
    assert check_record(data, 3).draws is None
    data["fair"]["numbers"][1]["number"] = octets("another").hex()
    with pytest.raises(Unfair, match="seat 2 is not the one it sealed"):
        check_record(data, 3)


def another_secret(data: Record) -> None:
    """With its own commitment: only who kept the old one would see it by that, but no draw fits."""
    fair = data["fair"]
    options = {"rules": data["rules"], "house": data["house"], "start": None, "live": True,
               "given": []}  # fmt: skip
    fair["secret"] = octets("another").hex()
    fair["commitment"] = commitment_to(octets("another"), fair["game"], options).hex()


def another_number(data: Record) -> None:
    """With its own seal."""
    number = octets("another")
    data["fair"]["numbers"][0].update(number=number.hex(), seal=seal_of(number).hex())


CHANGES: dict[str, tuple[Callable[[Record], object], str]] = {
    "secret": (
        lambda d: d["fair"].update(secret=octets("another").hex()),
        "not those of the commitment",
    ),
    "secret and commitment": (another_secret, r"move \d+: the draw brings"),
    "game": (lambda d: d["fair"].update(game="rome"), "not those of the commitment"),
    "live": (lambda d: d["fair"].update(live=False), "not those of the commitment"),
    "number": (
        lambda d: d["fair"]["numbers"][0].update(number=octets("another").hex()),
        "seat 1 is not the one it sealed",
    ),
    "number and seal": (another_number, r"move \d+: the draw brings"),
    "no seal": (lambda d: d["fair"]["numbers"][0].update(seal=None), "was not sealed"),
    "a number dropped": (lambda d: d["fair"]["numbers"].pop(), r"move \d+: the draw brings"),
    "a number twice": (
        lambda d: d["fair"]["numbers"].append(d["fair"]["numbers"][0]),
        "one number for a seat",
    ),
    "an attempt hidden": (
        lambda d: d["fair"].update(attempts=1, missing=[]),
        r"move \d+: the draw brings",
    ),
    "who was missing hidden": (
        lambda d: d["fair"].update(missing=[]),
        "not said whose number each time was missing",
    ),
    "a later protocol": (lambda d: d["fair"].update(protocol="rialto-fair-2"), "is unknown"),
    "no fairness": (lambda d: d.pop("fair"), "no fair shuffle"),
    "nothing of the kind": (lambda d: d.update(fair=[]), "an object is expected"),
    "short": (lambda d: d["fair"].update(commitment="00"), "commitment is 32 bytes"),
    "upper case": (
        lambda d: d["fair"].update(secret=d["fair"]["secret"].upper()),
        "secret is 32 bytes",
    ),
    "seat": (lambda d: d["fair"]["numbers"][0].update(seat=3), "seat is a number from 0 to 2"),
    "flag": (lambda d: d["fair"].update(live=1), "live is true or false"),
    "list": (lambda d: d["fair"].update(numbers=7), "numbers is a list"),
    "entry": (lambda d: d["fair"].update(missing=[7]), "missing is a list of objects"),
    "given": (lambda d: d["fair"].update(given=9999), "given is a number from 0"),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_tampered_game_is_caught(name: str) -> None:
    change, words = CHANGES[name]
    with pytest.raises(Unfair, match=words):
        check_record(changed(change), 3)


def test_a_changed_card_is_caught_where_it_stands() -> None:
    """A whole game with another card in it, its checksums and result made to fit."""
    data = whole()
    game = Game.from_record(data, until=0)
    for number, line in enumerate(data["moves"]):
        move = Game.from_record(data).log[number]
        if line == "* card gold" and number > 100:
            break
        game.play(move)
    others = [move for move, _ in game.chance() if move.text != "card gold"]
    game.play(others[0])
    forged = {**game.record(), "fair": data["fair"]}
    Game.from_record(forged)
    with pytest.raises(Unfair, match=rf"move {number + 1}: the draw brings 'card gold'"):
        check_record(forged, 3)


def test_a_record_that_does_not_hold_as_such_is_no_matter_of_fairness() -> None:
    data = changed(lambda d: d["moves"].__setitem__(40, "* card doge"))
    with pytest.raises(BadRecord):
        Game.from_record(data)
