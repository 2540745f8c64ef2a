"""Beliefs: every guess fits what the seat sees, and what was seen makes them better."""

import math
from typing import Any

import numpy as np
import pytest

from rialto.bots.belief.cloud import Belief, Cloud, share_out
from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import load
from rialto.bots.roster import make_bot
from rialto.engine.game import Game
from rialto.engine.jit import PLAIN
from rialto.engine.past import Witness
from rialto.engine.rng import new_rng
from rialto.engine.state import HEAD_SIZE, new_table, to_record
from rialto.engine.view import view_of

pytestmark = pytest.mark.xdist_group("bots")


def witness_of(players: int, seed: int, decisions: int) -> Witness:
    """A game of nets up to so many decisions."""
    game = Game.new(players, seed=seed)
    witness = Witness(game)
    witness.run_chance()
    bots = [make_bot("net", p) for p in range(players)]
    for _ in range(decisions):
        p = game.to_move[0]
        witness.play(bots[p].choose(game.view(p), game.legal(p)))
        witness.run_chance()
    return witness


@pytest.mark.parametrize("players", [2, 3, 5])
def test_every_guess_fits_the_view(players: int) -> None:
    witness = witness_of(players, seed=4, decisions=0)
    game, belief = witness.game, Belief(new_brain(load()[0]), 8, 1)
    bots = [make_bot("net", p) for p in range(players)]
    asked = 0
    for _ in range(26 * players):
        p = game.to_move[0]
        if p == 0:
            view = witness.view(p)
            belief.follow(view)
            for i in range(8):
                state = belief.table[1 + i]
                record = to_record(state) if PLAIN else belief.table[1 + i : 2 + i]
                if belief.cloud.weights[i] > 0:
                    assert view_of(record, 0).to_bytes[:HEAD_SIZE] == view.to_bytes[:HEAD_SIZE]
                    asked += 1
        witness.play(bots[p].choose(game.view(p), game.legal(p)))
        witness.run_chance()
    assert asked > 100


def test_what_was_seen_makes_guesses_better() -> None:
    """The other hand at plays of the first rounds: the true count of each kind is likelier."""
    brain = new_brain(load()[0])
    believed = even = 0.0
    for seed in range(3):
        witness = witness_of(2, seed=30 + seed, decisions=34)
        game = witness.game
        view = witness.view(0)
        truth = [int(n) for n in game.state.hand[1]]
        for uniform in (False, True):
            belief = Belief(brain, 100, seed)
            if uniform:
                view.past = None
            belief.follow(view)
            total = -sum(
                math.log(
                    0.02
                    + sum(
                        w
                        for i, w in enumerate(belief.cloud.weights)
                        if belief.table[1 + i].hand[1][k] == truth[k]
                    )
                    / sum(belief.cloud.weights)
                )
                for k in range(len(truth))
            )
            if uniform:
                even += total
            else:
                believed += total
    assert believed < even - 1.0


def test_copies_go_to_the_likely_guesses() -> None:
    table = new_table(5)
    for i in range(5):
        table[i].round_no = i
    cells: list[Any] = [np.array([0.0, 3.0, 0.0, 1.0]), np.zeros(4, np.int64)]
    share_out(table, Cloud(*cells), new_rng(1))
    assert sorted(int(table[1 + i].round_no) for i in range(4)) == [2, 2, 2, 4]


def test_a_spectator_believes_nothing() -> None:
    belief = Belief(new_brain(load()[0]), 4, 1)
    with pytest.raises(ValueError, match="a spectator believes nothing"):
        belief.follow(Game.new(2, seed=1).view(None))
