"""What a learner asks of the vector environment beyond plain steps."""

from typing import Any

import numpy as np
import pytest

from rialto.bots.net.shape import CAUSES, PARTS
from rialto.engine.box import START_SCORE
from rialto.engine.chance import draw
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.ids import CHANCE
from rialto.engine.jit import PLAIN
from rialto.engine.moves import PLAYER_ACTIONS, Move, player_action
from rialto.engine.rng import new_rng
from rialto.engine.state import HEAD_SIZE
from rialto.research.features import SIZE
from rialto.research.lanes import Step
from rialto.research.tensors import observation
from rialto.research.vector import VectorEnv

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research")]

MIX = [
    (House(players=2), 2),
    (House.edition("hungarian", players=3), 1),
    (House(players=2, neutral=True, board="banks"), 2),
    (House(players=5), 1),
]


def pick(env: VectorEnv, turn: int) -> Any:
    """A legal action in every game, not always the first."""
    return np.array([np.flatnonzero(mask)[turn % mask.sum()] for mask in env.masks])


def test_lanes_of_a_mix_play_their_own_kind() -> None:
    env = VectorEnv(mix=MIX, seed=3)
    assert env.players.tolist() == [2, 2, 3, 2, 2, 5]
    for lane, record in enumerate(env.records()):
        house = env.houses[env.kinds[lane]]
        assert record["players"] == house.players and record["neutral"] == house.neutral
        assert record["board"] == (house.board == "banks")
        assert record["first_player_builds_first"] == house.first_player_builds_first
    alone = VectorEnv(6, House(players=5), seed=3)
    assert env.records()[5].tobytes() == alone.records()[5].tobytes()


def test_a_mix_says_it_all() -> None:
    with pytest.raises(ValueError, match="give no house or games"):
        VectorEnv(4, mix=MIX)
    with pytest.raises(ValueError, match="games must be at least 1, not 0"):
        VectorEnv(mix=[(House(), 0)])
    with pytest.raises(ValueError, match=r"twins must divide the number of games \(6\), not 4"):
        VectorEnv(mix=MIX, twins=4)


def test_places_points_and_parts_of_a_game_that_ended() -> None:
    env = VectorEnv(mix=MIX, seed=5)
    shadows = [Game.new(house=env.houses[kind], seed=0) for kind in env.kinds]
    rngs = [new_rng(5, lane) for lane in range(env.games)]
    turn = 0
    while not env.dones.any():
        for game, rng in zip(shadows, rngs, strict=True):
            while game.to_move == (CHANCE,):
                game.play(Move(CHANCE, int(draw(game.state, rng))))
        actions = pick(env, turn)
        for game, action in zip(shadows, actions, strict=True):
            game.play(Move(game.to_move[0], int(player_action(int(action)))))
        env.step(actions)
        turn += 1
    lane = int(env.dones.argmax())
    game, now = shadows[lane], env.now
    assert game.over
    for seat, score in enumerate(game.scores):
        parts = now.parts[lane][seat]
        assert now.points[lane][seat] == score.total == START_SCORE + parts.sum()
        assert START_SCORE + parts[:CAUSES].sum() == score.during
        assert parts[CAUSES:].tolist() == [score.leftovers, score.buildings, *score.districts]
        assert game.ranking[now.places[lane][seat]] == seat
    assert now.parts.shape == (6, 5, PARTS)
    assert not now.points[~env.dones].any() and not now.places[~env.dones].any()


def test_twins_share_their_luck_however_they_play() -> None:
    env = VectorEnv(4, House(players=2), seed=8, twins=2)
    laid = env.records()
    assert laid[0].tobytes() == laid[1].tobytes() != laid[2].tobytes()
    assert laid[2].tobytes() == laid[3].tobytes()
    for _ in range(2):  # the start buildings: one twin takes the first, the other the last
        chosen = [np.flatnonzero(mask)[-(lane % 2)] for lane, mask in enumerate(env.masks)]
        env.step(np.array(chosen))
    dealt = env.records()
    assert dealt[0]["tiles"].tolist() != dealt[1]["tiles"].tolist()
    assert dealt[0]["rows"].sum() == 18
    assert dealt[0]["rows"].tolist() == dealt[1]["rows"].tolist() != dealt[2]["rows"].tolist()
    assert dealt[2]["rows"].tolist() == dealt[3]["rows"].tolist()
    other = VectorEnv(4, House(players=2), seed=9, twins=2)
    assert other.records()[0].tobytes() != laid[0].tobytes()


def test_the_next_game_of_twins_has_new_luck_that_they_share() -> None:
    env = VectorEnv(2, House(players=2), seed=8, twins=2)
    before = env.records()[0].tobytes()
    env.restart(np.array([True, False]))
    assert env.records()[0].tobytes() != before == env.records()[1].tobytes()
    env.restart(np.array([False, True]))
    assert env.records()[0].tobytes() == env.records()[1].tobytes()


def test_forced_moves_are_played_inside_the_step() -> None:
    asked = VectorEnv(3, House(players=4), seed=2)
    env = VectorEnv(3, House(players=4), seed=2, forced=True)
    forced = 0
    for turn in range(150):
        assert (env.masks.sum(axis=1) > 1).all()
        env.step(pick(env, turn))
        forced += int((asked.masks.sum(axis=1) == 1).sum())
        asked.step(pick(asked, turn))
    assert forced > 0


def test_a_step_in_two_halves_is_the_same_step() -> None:
    whole, halves = VectorEnv(mix=MIX, seed=4), VectorEnv(mix=MIX, seed=4)
    for turn in range(160):
        actions = pick(whole, turn)
        whole.step(actions)
        halves.begin(actions, turn % 4)
        halves.finish()
        for one, other in zip(whole.now, halves.now, strict=True):
            assert np.array_equal(one, other)


def test_every_seat_can_be_observed_in_the_middle_of_a_deal() -> None:
    env = VectorEnv(1, House(players=3), seed=6)
    game, rng = Game.new(house=House(players=3), seed=0), new_rng(6)
    while not env.records()[0]["round_no"]:
        while game.to_move == (CHANCE,):
            game.play(Move(CHANCE, int(draw(game.state, rng))))
        action = pick(env, 0)
        game.play(Move(game.to_move[0], int(action[0])))
        if game.to_move != (CHANCE,):
            env.step(action)
            continue
        env.begin(action, 3)
        for _ in range(3):
            game.play(Move(CHANCE, int(draw(game.state, rng))))
        assert env.records()[0].tobytes()[:HEAD_SIZE] == game.to_bytes()
        for seat in range(3):
            assert np.array_equal(env.observe(seat)[0], observation(game.view(seat)))
        assert not env.observe(3).any()
        env.finish()
    assert game.state.round_no == 1


def test_a_learner_gives_its_own_rows() -> None:
    env, plain = VectorEnv(mix=MIX, seed=7), VectorEnv(mix=MIX, seed=7)
    wide = np.full((6, 704), 9, np.int8), np.full((6, 320), 9, np.int8)
    rest = (np.zeros_like(part) for part in env.now[2:])
    out = Step(*wide, *rest)
    actions = pick(env, 1)
    assert env.step(actions, out=out) is out and plain.step(actions)
    assert np.array_equal(wide[0][:, :SIZE], plain.observations) and not wide[0][:, SIZE:].any()
    assert np.array_equal(wide[1][:, :PLAYER_ACTIONS], plain.masks)
    with pytest.raises(ValueError, match=r"masks must be 6 rows of at least \d+, not 6 x 8"):
        env.step(pick(env, 0), out=out._replace(masks=np.zeros((6, 8), np.int8)))
    with pytest.raises(ValueError, match="observations must be int8, not int16"):
        env.step(pick(env, 0), out=out._replace(observations=np.zeros((6, 704), np.int16)))


def test_lanes_can_be_restarted_and_staggered() -> None:
    env = VectorEnv(mix=MIX, seed=1)
    for turn in range(40):
        env.step(pick(env, turn))
    before = env.records().copy()
    lanes = np.array([True, False, False, False, False, True])
    env.restart(lanes)
    after = env.records()
    assert not env.dones.any()
    for lane, anew in enumerate(lanes):
        # Notes and padding are no part of a game.
        now, then = (table[lane].tobytes()[:HEAD_SIZE] for table in (after, before))
        assert (now != then) == anew
    with pytest.raises(ValueError, match="lanes must be 6 truth values"):
        env.restart(np.array([0, 5]))
    count = 12 if PLAIN else 60
    crowd = VectorEnv(count, House(players=2), seed=1)
    crowd.stagger(120)
    assert len(set(crowd.records()["round_no"].tolist())) >= 3
