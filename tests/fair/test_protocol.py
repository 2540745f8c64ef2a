"""The published rule: the same as ever, and none of the ways likelier than another."""

import json
from collections import Counter
from typing import Any

import pytest

from rialto import Game, House
from rialto.engine import game as engine
from rialto.engine.luck import WORD, choose_way, fair_way, word_at
from rialto.fair.protocol import commitment_to, digest, key_of, seal_of
from tests.fair.make_vectors import FILE, vectors
from tests.fair.played import fair_record, octets

VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
KEY = octets("key")


def test_the_protocol_is_what_it_was() -> None:
    assert vectors() == VECTORS


def test_a_draw_that_would_favour_the_first_ways_is_made_again() -> None:
    """The last of the vectors: its first word is beyond the last multiple of 75."""
    last = VECTORS["draws"][-1]
    key, where = bytes.fromhex(VECTORS["key"]["key"]), " ".join(map(str, last["place"]))
    first, second = word_at(key, where, 0), word_at(key, where, 1)
    assert first >= WORD // 75 * 75 > second
    assert last["way"] == second % 75


@pytest.mark.parametrize(("ways", "bound"), [(2, 10.83), (5, 18.47), (6, 20.52), (77, 119.85)])
def test_no_way_is_likelier(ways: int, bound: float) -> None:
    """Chi-square of 40,000 draws; the bound is that of one in a thousand for ways - 1 degrees."""
    n = 40_000
    counts = Counter(fair_way(KEY, [draw], ways) for draw in range(n))
    expected = n / ways
    assert set(counts) == set(range(ways))
    assert sum((counts[w] - expected) ** 2 / expected for w in range(ways)) < bound


def test_a_modulus_without_rejection_would_be_caught() -> None:
    """The same test sees a bias, where there is one to see: words of 0 to 99 for 77 ways."""
    counts = Counter(word_at(KEY, str(draw), 0) % 100 % 77 for draw in range(40_000))
    expected = 40_000 / 77
    assert sum((counts[w] - expected) ** 2 / expected for w in range(77)) > 119.85


@pytest.mark.parametrize(
    "house", [House(players=2, neutral=True), House(players=5)], ids=["neutral", "five"]
)
def test_no_place_comes_twice_in_a_game(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """So no two draws of a game are the same one."""
    places: list[tuple[int, ...]] = []

    def spy(luck: int | bytes, place: list[int], ways: int) -> int:
        places.append(tuple(place))
        return choose_way(luck, place, ways)

    monkeypatch.setattr(engine, "choose_way", spy)
    fair_record(house)
    assert len(places) > 150
    assert len(set(places)) == len(places)


def test_games_that_play_differently_share_the_luck_of_a_key() -> None:
    once, again = Game.new(players=3), Game.new(players=3)
    for game in (once, again):
        game.draw_by(KEY)
        game.run_chance()
    assert once.log == again.log
    opening = list(once.log)
    while once.to_move != (-1,):
        once.play(once.legal(once.to_move[0])[0])
        again.play(again.legal(again.to_move[0])[-1])
    assert once.log != again.log
    assert once.run_chance() == again.run_chance() != []
    other = Game.new(players=3)
    other.draw_by(octets("another key"))
    assert other.run_chance() != opening


def test_whatever_goes_in_changes_what_comes_out() -> None:
    a, b = octets("a"), octets("b")
    keys = [
        key_of(a, "g", 1, [(0, a), (1, b)]),
        key_of(b, "g", 1, [(0, a), (1, b)]),
        key_of(a, "h", 1, [(0, a), (1, b)]),
        key_of(a, "g", 2, [(0, a), (1, b)]),
        key_of(a, "g", 1, [(0, b), (1, a)]),
        key_of(a, "g", 1, [(0, a)]),
        key_of(a, "g", 1, []),
    ]
    assert len(set(keys)) == len(keys)
    assert key_of(a, "g", 1, [(1, b), (0, a)]) == keys[0], "by seat, in whatever order they came"
    hashes = [
        commitment_to(a, "g", {"x": 1}),
        commitment_to(a, "g", {"x": 2}),
        commitment_to(a, "h", {"x": 1}),
        commitment_to(b, "g", {"x": 1}),
        seal_of(a),
        digest("seal", b"", a),
    ]
    assert len(set(hashes)) == len(hashes)
