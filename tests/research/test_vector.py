"""The vector environment against the engine, lane by lane, and what it hands out."""

from typing import Any

import numpy as np
import pytest

from rialto.engine.chance import draw
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.ids import CHANCE
from rialto.engine.jit import PLAIN
from rialto.engine.moves import Move, player_action
from rialto.engine.rng import new_rng
from rialto.engine.state import HEAD_SIZE
from rialto.research.open_spiel import position_text
from rialto.research.tensors import action_mask, observation, returns
from rialto.research.vector import VectorEnv

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research")]

LANES = 3 if PLAIN else 40


class Shadow:
    """One lane played again through the engine's door, with the same random words."""

    def __init__(self, house: House, seed: int, lane: int) -> None:
        self.house = house
        self.rng = new_rng(seed, lane)
        self.new_game()

    def new_game(self) -> None:
        self.game = Game.new(house=self.house, seed=0)
        self.run_chance()

    def run_chance(self) -> None:
        while self.game.to_move == (CHANCE,):
            self.game.play(Move(CHANCE, int(draw(self.game.state, self.rng))))

    def step(self, action: int) -> list[float] | None:
        self.game.play(Move(int(self.game.state.actor), player_action(action)))
        self.run_chance()
        if not self.game.over:
            return None
        given = returns(self.game)
        self.new_game()
        return given


def choose(env: VectorEnv, chooser: np.random.Generator) -> Any:
    return np.array([chooser.choice(np.flatnonzero(mask)) for mask in env.masks])


@pytest.mark.parametrize(
    "house",
    [House(players=2, neutral=True), House.edition("hungarian", players=3), House(players=5)],
    ids=["neutral", "three", "five"],
)
def test_lanes_are_the_engines_games(house: House) -> None:
    env = VectorEnv(LANES, house, seed=11)
    lanes = [Shadow(house, 11, lane) for lane in range(3)]
    chooser = np.random.default_rng(1)
    ended = 0
    for _ in range(700):
        for lane, shadow in enumerate(lanes):
            game = shadow.game
            seat = int(env.to_move[lane])
            assert env.records()[lane].tobytes()[:HEAD_SIZE] == game.to_bytes()
            assert seat == game.to_move[0]
            assert np.array_equal(env.masks[lane], action_mask(game, seat))
            assert np.array_equal(env.observations[lane], observation(game.view(seat)))
        actions = choose(env, chooser)
        step = env.step(actions)
        for lane, shadow in enumerate(lanes):
            given = shadow.step(int(actions[lane]))
            assert step.dones[lane] == (given is not None)
            expected = np.zeros(5) if given is None else np.array([*given, *[0.0] * 5])[:5]
            assert np.allclose(step.returns[lane], expected)
            ended += given is not None
    assert ended >= 3


def test_the_same_seed_gives_the_same_games() -> None:
    env, twin = VectorEnv(LANES, seed=4), VectorEnv(LANES, seed=5)
    assert not np.array_equal(env.observations, twin.observations)
    twin.reset(4)
    chooser = np.random.default_rng(2)
    for _ in range(30):
        assert np.array_equal(env.observations, twin.observations)
        actions = choose(env, chooser)
        env.step(actions)
        twin.step(actions)


def test_points_and_positions() -> None:
    env = VectorEnv(LANES, rewards="points", position=position_text("mini"))
    chooser = np.random.default_rng(3)
    while not env.dones.any():
        env.step(choose(env, chooser))
    assert (env.returns[env.dones][:, :2] > 5).all()
    assert not env.returns[:, 2:].any() and not env.returns[~env.dones].any()


def test_an_illegal_action_is_named_and_nothing_changes() -> None:
    env = VectorEnv(LANES, House(players=2), seed=1)
    before = env.records().tobytes()
    actions = choose(env, np.random.default_rng(0))
    actions[2] = 304
    with pytest.raises(ValueError, match=r"game 2: 'use blue-4' \(action 304\) is not legal"):
        env.step(actions)
    for wrong in (actions[:2], actions.astype(float), actions + 400, actions * 0 - 1):
        with pytest.raises(ValueError, match="actions must be"):
            env.step(wrong)
    assert env.records().tobytes() == before
    with pytest.raises(ValueError, match="games"):
        VectorEnv(0)


def test_torch_takes_the_arrays_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    env = VectorEnv(LANES, House(players=2))
    shared = torch.from_dlpack(env.observations)
    mask = torch.from_numpy(env.masks)
    assert shared.data_ptr() == env.observations.ctypes.data
    assert env.masks.__array_interface__["data"][0] == mask.data_ptr()
    env.step(choose(env, np.random.default_rng(0)))
    assert np.array_equal(shared.numpy(), env.observations)


def test_every_seat_is_asked() -> None:
    env = VectorEnv(LANES, House(players=4), seed=2)
    chooser = np.random.default_rng(5)
    seats: set[int] = set()
    for _ in range(30):
        seats |= set(env.to_move.tolist())
        env.step(choose(env, chooser))
    assert seats == {0, 1, 2, 3} and CHANCE not in seats
