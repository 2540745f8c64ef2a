"""Beliefs: every guess fits what the seat sees, and what was seen makes them better."""

import math

import pytest

from rialto.bots.belief.ahead import draw_needed, new_ahead
from rialto.bots.belief.cloud import FEW, Belief, new_cloud, share_out
from rialto.bots.net.afterwards import copy_game
from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import load
from rialto.bots.roster import make_bot
from rialto.engine.box import KINDS
from rialto.engine.doors import new_scratch
from rialto.engine.game import Game, View
from rialto.engine.ids import CHANCE, Decision, Kind
from rialto.engine.jit import PLAIN
from rialto.engine.past import Witness
from rialto.engine.rng import new_rng
from rialto.engine.rules import flow
from rialto.engine.state import HEAD_SIZE, from_record, new_table, to_record
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


@pytest.mark.parametrize(("players", "decisions", "gain"), [(2, 34, 1.0), (4, 75, 5.0)])
def test_what_was_seen_makes_guesses_better(players: int, decisions: int, gain: float) -> None:
    """The other hands at plays of the first rounds: the true count of each kind is likelier."""
    brain = new_brain(load()[0])
    believed = even = 0.0
    for seed in range(3):
        witness = witness_of(players, seed=30 + seed, decisions=decisions)
        view = witness.view(0)
        believed += log_loss(witness.game, view, Belief(brain, 100, seed))
        view.past = None
        even += log_loss(witness.game, view, Belief(brain, 100, seed))
    assert believed < even - gain


def log_loss(game: Game, view: View, belief: Belief) -> float:
    belief.follow(view)
    total, weights = 0.0, belief.cloud.weights
    for q in range(1, view.players):
        for k in range(KINDS):
            true = int(game.state.hand[q][k])
            hit = sum(w for i, w in enumerate(weights) if belief.table[1 + i].hand[q][k] == true)
            total -= math.log(0.02 + hit / sum(weights))
    return total


def test_guesses_live_through_what_four_players_show() -> None:
    """Followed from decision to decision, they need not be made from the table alone."""
    witness = witness_of(4, seed=9, decisions=0)
    game, belief = witness.game, Belief(new_brain(load()[0]), 60, 1)
    bots = [make_bot("net", p) for p in range(4)]
    followed = 0
    for _ in range(110):
        p = game.to_move[0]
        if p == 0:
            belief.follow(witness.view(p))
            used = [int(n) for n in game.state.hand_size]
            assert belief.cloud.left[0] >= FEW, (followed, used)
            followed += 1
        witness.play(bots[p].choose(game.view(p), game.legal(p)))
        witness.run_chance()
    assert followed > 20


def test_cards_drawn_with_what_comes_in_mind_are_weighed_right() -> None:
    """Two hidden draws, of which one must be a Gold card: as likely together with each other kind
    as when luck draws and what does not fit is left out."""
    game = Game.new(3, seed=2)
    while game.state.asked != Decision.CARD or game.only_seat(CHANCE) is None:
        move = game.draw() if game.to_move == (CHANCE,) else game.legal(game.to_move[0])[0]
        game.play(move)
    table, rng, out = from_record(to_record(game.state)), new_rng(5), new_scratch()
    two = new_table(2)
    ahead = new_ahead()
    q = int(game.state.due_seat)
    pile = [int(n) for n in game.state.pile]
    size = sum(pile)
    found = [0.0] * KINDS
    times = 6000
    for _ in range(times):
        two[0] = table[0]
        copy_game(two, 0, 1)
        s = two[1]
        had = [int(n) for n in s.hand[q]]
        ahead.draws[q], ahead.needed[q][Kind.GOLD] = 2, had[Kind.GOLD] + 1
        weight = 1.0
        for left in (2, 1):
            ahead.draws[q] = left
            action, owed = draw_needed(ahead, s, rng)
            weight *= owed
            flow.play(s, CHANCE, action, out)
        new = [int(s.hand[q][k]) - had[k] for k in range(KINDS)]
        assert new[Kind.GOLD] > 0
        new[Kind.GOLD] -= 1
        found[new.index(1)] += weight / times
    gold = pile[Kind.GOLD]
    for k in range(KINDS):
        ways = gold * (gold - 1) if k == Kind.GOLD else 2 * gold * pile[k]
        assert found[k] == pytest.approx(ways / (size * (size - 1)), rel=0.2), Kind(k)


def test_copies_go_to_the_likely_guesses() -> None:
    table = new_table(5)
    for i in range(5):
        table[i].round_no = i
    cloud = new_cloud(4)
    for i, weight in enumerate([0.0, 3.0, 0.0, 1.0]):
        cloud.weights[i] = weight
    share_out(table, cloud, new_rng(1))
    assert sorted(int(table[1 + i].round_no) for i in range(4)) == [2, 2, 2, 4]


def test_a_spectator_believes_nothing() -> None:
    belief = Belief(new_brain(load()[0]), 4, 1)
    with pytest.raises(ValueError, match="a spectator believes nothing"):
        belief.follow(Game.new(2, seed=1).view(None))
