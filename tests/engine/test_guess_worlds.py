"""Over many guesses every admissible small world appears, and no other (V3)."""

from itertools import permutations
from typing import Any

import numpy as np

from rialto.engine.guess import guess
from rialto.engine.ids import Kind
from rialto.engine.rng import new_rng
from rialto.engine.state import STATE, to_record
from rialto.engine.view import view_of

World = tuple[tuple[int, ...], ...]


def small_table(players: int, unseen: list[int]) -> Any:
    """Seat 0 sees everything but these cards."""
    record = np.zeros(1, STATE)
    record["players"] = players
    record["discards"] = 11
    for k in unseen:
        record["discards"][0][k] -= 1
    return record


def worlds_by_guessing(record: Any, places: list[str], n: int) -> set[World]:
    rng = new_rng(5)
    view = view_of(record, 0)
    found = set()
    for _ in range(n):
        s = to_record(guess(view, rng)[0])[0]
        found.add(tuple(read(s, place) for place in places))
    return found


def read(s: Any, place: str) -> tuple[int, ...]:
    name, _, seat = place.partition(" ")
    return tuple(int(n) for n in (s[name][int(seat)] if seat else s[name]))


def worlds_by_hand(
    unseen: list[int], sizes: list[int], shown: list[dict[int, int]], slack: list[int]
) -> set[World]:
    """Every way to put the unseen cards into places of these sizes; the first places are the
    hands that public memory speaks of."""
    found = set()
    for order in set(permutations(unseen)):
        counts, start = [], 0
        for size in sizes:
            cards = order[start : start + size]
            counts.append(tuple(cards.count(k) for k in range(7)))
            start += size
        missing = [
            sum(max(0, n - counts[q][k]) for k, n in memory.items())
            for q, memory in enumerate(shown)
        ]
        if all(m <= allowed for m, allowed in zip(missing, slack, strict=True)):
            found.add(tuple(counts))
    return found


def test_one_opponent() -> None:
    """Two cards in hand, one sealed, two in the pile; of Gold and Doge shown one may be gone."""
    unseen = [Kind.GOLD, Kind.GOLD, Kind.DOGE, Kind.JOKER, Kind.BRIDGE]
    record = small_table(2, list(unseen))
    record["hand_size"][0][1] = 2
    record["sealed_size"][0][1] = 1
    record["pile_size"] = 2
    record["shown"][0][1][Kind.GOLD] = 1
    record["shown"][0][1][Kind.DOGE] = 1
    record["slack"][0][1] = 1
    expected = worlds_by_hand(list(unseen), [2, 1, 2], [{Kind.GOLD: 1, Kind.DOGE: 1}], [1])
    assert len(expected) > 10
    assert worlds_by_guessing(record, ["hand 1", "sealed 1", "pile"], 4000) == expected


def test_two_opponents_who_were_shown_the_same_card() -> None:
    """Only one Gold is unseen: the third player surely holds it, so the second cannot; a guess that
    gave it to the second first must swap."""
    unseen = [Kind.GOLD, Kind.DOGE, Kind.JOKER, Kind.JOKER]
    record = small_table(3, list(unseen))
    record["hand_size"][0][1] = 1
    record["hand_size"][0][2] = 2
    record["pile_size"] = 1
    for seat, kinds in ((1, (Kind.GOLD, Kind.DOGE)), (2, (Kind.GOLD,))):
        for k in kinds:
            record["shown"][0][seat][k] = 1
    record["slack"][0][1] = 1
    expected = worlds_by_hand(
        list(unseen), [1, 2, 1], [{Kind.GOLD: 1, Kind.DOGE: 1}, {Kind.GOLD: 1}], [1, 0]
    )
    assert expected == worlds_by_guessing(record, ["hand 1", "hand 2", "pile"], 500)
    assert len(expected) == 1
