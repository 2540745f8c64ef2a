"""The record of a running game: what a seat was shown can be held against what really happened."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rialto import Game, House
from rialto.engine.game import BadRecord
from tests.engine.moments import play_some

Change = Callable[[dict[str, Any]], object]
SEATS = (None, 0, 2)


@pytest.fixture(scope="module")
def game() -> Game:
    return play_some(House(players=3), 5, 150)[0]


def first_hidden(record: dict[str, Any]) -> int:
    return next(n for n, line in enumerate(record["moves"]) if line.endswith("?"))


@pytest.mark.parametrize("seat", SEATS)
def test_it_holds_as_far_as_the_seat_can_know(game: Game, seat: int | None) -> None:
    record = game.record_so_far(seat)
    assert Game.check_so_far(record) == first_hidden(record) > 20
    assert Game.check_so_far(record, game) == len(record["moves"]) == len(game.log)
    assert Game.check_so_far(game.record_so_far(seat), Game.from_record(game.record()))


def test_seats_know_different_things(game: Game) -> None:
    records = [game.record_so_far(seat) for seat in SEATS]
    unseen = [sum(line.endswith("?") for line in r["moves"]) for r in records]
    assert unseen[0] > max(unseen[1:])
    assert records[1]["moves"] != records[2]["moves"]
    assert records[1]["checks"] != records[2]["checks"]


def test_the_checksum_tells_nothing_that_the_seat_does_not_see(game: Game) -> None:
    """Two worlds that look the same to a spectator have the same checksum for it."""
    one, other = game.copy(), game.copy()
    one.state.hand[0][0], one.state.hand[0][1] = 5, 3
    other.state.hand[0][0], other.state.hand[0][1] = 3, 5
    assert other.view_checksum(None) == one.view_checksum(None)
    assert other.view_checksum(0) != one.view_checksum(0)


def late(record: dict[str, Any]) -> None:
    record["checks"][-1] = "00000000"


def early(record: dict[str, Any]) -> None:
    record["checks"][7] = "00000000"


def other_card(record: dict[str, Any]) -> None:
    number = next(i for i, line in enumerate(record["moves"]) if line == "* card gold")
    record["moves"][number] = "* card doge"


@pytest.mark.parametrize(
    ("change", "alone", "against"),
    [
        (late, None, "what is seen differs"),
        (early, "move 8: what is seen differs", "move 8: what is seen differs"),
        (other_card, "what is seen differs", "the whole record has '* card gold'"),
        (lambda r: r["moves"].__setitem__(3, "A row 1"), "move 4 is not legal", "the whole record"),
        (lambda r: r["moves"].__setitem__(3, "A juggle"), "unknown move", "unknown move"),
        (lambda r: r.update(seat=7), "no such seat", "no such seat"),
        (lambda r: r.update(seat="A"), "no such seat", "no such seat"),
        (lambda r: r.update(moves=7), "'moves' has the wrong type", "'moves' has the wrong type"),
        (lambda r: r["checks"].pop(), "truncated", "truncated"),
        (lambda r: r.update(format="rialto-record"), "format is", "format is"),
        (lambda r: (r["moves"].append("A ?"), r["checks"].append("")), None, "more moves"),
        (lambda r: r["house"].update(board="banks"), "differs", "options are not those"),
    ],
)
def test_what_does_not_hold_is_named(
    game: Game, change: Change, alone: str | None, against: str
) -> None:
    record = copy.deepcopy(game.record_so_far(0))
    change(record)
    if alone is None:
        Game.check_so_far(record)
    else:
        with pytest.raises(BadRecord, match=alone):
            Game.check_so_far(record)
    with pytest.raises(BadRecord, match=against.replace("*", r"\*")):
        Game.check_so_far(record, game)


def test_a_game_from_a_position_hides_where_it_began(game: Game) -> None:
    puzzle = Game.from_position(game.position())
    puzzle.run_chance()
    record = puzzle.record_so_far(1)
    assert record["start"] == "?"
    assert Game.check_so_far(record) == 0
    assert Game.check_so_far(record, puzzle) == len(puzzle.log)
