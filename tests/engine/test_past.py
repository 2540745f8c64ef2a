"""What a seat has seen of the round: the same as its record so far, and no more."""

import random

import pytest

from rialto.engine.game import Game
from rialto.engine.ids import Decision
from rialto.engine.moves import Move
from rialto.engine.past import HIDDEN, Witness, view_with_past
from rialto.engine.so_far import hides


def witness_of(players: int, seed: int, decisions: int) -> Witness:
    """A game of random moves up to so many decisions."""
    witness, rng = Witness(Game.new(players, seed=seed)), random.Random(seed)
    witness.run_chance()
    for _ in range(decisions):
        p = witness.game.to_move[0]
        witness.play(rng.choice(witness.game.legal(p)))
        witness.run_chance()
    return witness


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_witness_tells_a_seat_what_its_record_so_far_tells(players: int) -> None:
    witness = witness_of(players, seed=3, decisions=40 * players)
    game = witness.game
    hidden = 0
    for p in range(players):
        past = witness.view(p).past
        assert past is not None
        lines = game.record_so_far(p)["moves"][-len(past.moves) :]
        for line, (seat, action) in zip(lines, past.moves, strict=True):
            assert hides(line) == (action == HIDDEN)
            if action != HIDDEN:
                assert line.endswith(" " + Move(seat, action).text)
            hidden += action == HIDDEN
    assert hidden > 0


def test_who_has_not_watched_is_told_the_same() -> None:
    witness = witness_of(3, seed=5, decisions=100)
    for p in range(3):
        watched, told = witness.view(p), view_with_past(witness.game, p)
        assert told == watched
        assert watched.past is not None
        assert told.past is not None
        assert told.past.start == watched.past.start
        assert told.past.moves == watched.past.moves


def test_a_new_round_forgets_the_last() -> None:
    """The past begins where the round's rows lie; who chooses first has no moves to remember."""
    witness = witness_of(2, seed=6, decisions=0)
    rng = random.Random(6)
    starts = set()
    while not witness.game.over:
        p = witness.game.to_move[0]
        past = witness.view(p).past
        assert past is not None
        assert past.start.round_no == witness.game.state.round_no
        if past.start.asked == Decision.ROW:
            starts.add(int(past.start.round_no))
            assert past.moves or past.start == witness.view(p)
        witness.play(rng.choice(witness.game.legal(p)))
        witness.run_chance()
    assert starts == {1, 2, 3, 4, 5, 6}
