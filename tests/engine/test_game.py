"""The door: moves by text, views by name."""

import random

import pytest

from rialto import Game, IllegalMove, Move
from rialto.engine.game import Reading
from rialto.engine.ids import Decision, Refusal
from rialto.engine.state import FIELDS


def at_first_choice() -> Game:
    game = Game.new(players=3, seed=2)
    game.run_chance()
    return game


def test_a_move_by_its_text() -> None:
    game = at_first_choice()
    seat = game.to_move[0]
    game.play_text(seat, "build green-1")
    assert int(game.state.tiles[seat][0]) == 1


@pytest.mark.parametrize(
    ("text", "refusal", "rule"),
    [
        ("build green-4", Refusal.NOT_A_START_BUILDING, "S6"),
        ("buy a palace", Refusal.UNKNOWN_MOVE, "Q9"),
        ("row 1", Refusal.NOT_ASKED_NOW, "S6"),
    ],
)
def test_a_refused_text_says_why(text: str, refusal: Refusal, rule: str) -> None:
    game = at_first_choice()
    before = game.checksum()
    with pytest.raises(IllegalMove) as caught:
        game.play_text(game.to_move[0], text)
    assert (caught.value.refusal, caught.value.rule) == (refusal, rule)
    assert game.checksum() == before


def test_a_view_is_read_by_name() -> None:
    game = at_first_choice()
    view = game.view(1)
    assert view.players == 3 and list(view.scores[:3]) == [3, 3, 3]
    assert not any(view.pile), "V2: the pile is nobody's"
    assert len({view, game.view(1), game.view(2)}) == 2
    with pytest.raises(AttributeError, match="seed"):
        _ = view.seed


def test_only_the_four_names_are_offered() -> None:
    import rialto

    assert rialto.__all__ == ["Game", "House", "IllegalMove", "Move"]
    with pytest.raises(AttributeError, match="Secret"):
        _ = rialto.Secret


def test_a_whole_log_at_once() -> None:
    """As far as it is legal: the state, the log and the refusal are those of move by move."""
    game = Game.new(3, seed=9)
    while game.version < 120:
        game.run_chance()
        game.play(game.legal(game.to_move[0])[-1])
    again = Game.new(3, seed=0)
    again.play_all(game.log)
    assert (again.checksum(), again.log) == (game.checksum(), game.log)
    wrong = [*game.log[:70], Move(4, 0), *game.log[70:]]
    part = game.rewound()
    with pytest.raises(IllegalMove) as refused:
        part.play_all(wrong)
    assert (refused.value.refusal, part.version) == (Refusal.NO_SUCH_SEAT, 70)
    before = game.rewound()
    for move in game.log[:70]:
        before.play(move)
    assert part.checksum() == before.checksum()


def test_councillors_placed_one_by_one_are_taken_back_one_by_one() -> None:
    """Q9, F1: nothing is revealed between them, down to the other's pass."""
    text = "seats A B; step councillor; lead A; placing-is-optional yes; hand A 2 councillor"
    game = Game.from_position(text, seed=1)
    for seat, move in ((0, "play 2"), (1, "pass")):
        game.play_text(seat, move)
    before = game.checksum()
    for _ in range(2):
        game.play_text(0, "from supply")
    assert [game.undo(0).text for _ in range(2)] == ["from supply"] * 2
    assert game.checksum() == before and not game.can_undo(0)


def test_a_bridge_that_was_left_can_still_be_placed_until_another_acts() -> None:
    text = "seats A B; step bridge; lead A; placing-is-optional yes; hand A bridge"
    game = Game.from_position(text, seed=1)
    for seat, move in ((0, "play 1"), (1, "pass"), (0, "done")):
        game.play_text(seat, move)
    asked = [game.decision]
    assert game.undo(0).text == "done"
    assert [*asked, game.decision] == [Decision.PLAY, Decision.BRIDGE]


def test_a_later_reading_says_what_a_new_one_says() -> None:
    """And what has not changed is the same object."""
    rng = random.Random(3)
    game = Game.new(3, seed=8)
    names = [f.name for f in FIELDS]
    reading = Reading(game.view(None).table, *names)
    while not game.over:
        game.run_chance()
        if not game.over:
            game.play(rng.choice(game.legal(rng.choice(game.to_move))))
        before, table = reading, game.view(None).table
        reading = before.later(table)
        for name in names:
            value = getattr(Reading(table), name)
            assert getattr(reading, name) == value
            kept = getattr(before, name)
            assert kept != value or getattr(reading, name) is kept
