"""The same moves and the same chance through every interface: the same states, masks, returns."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray
from pettingzoo.test import api_test
from shimmy import OpenSpielCompatibilityV0

from rialto.engine.chance import draw
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.ids import CHANCE
from rialto.engine.moves import CHANCE_ACTIONS, Move, player_action
from rialto.engine.rng import new_rng
from rialto.engine.state import HEAD_SIZE
from rialto.research import rialto_v0
from rialto.research.features import scaled
from rialto.research.open_spiel import SHORT_NAME
from rialto.research.tensors import action_mask, observation, returns
from rialto.research.vector import VectorEnv

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research")]

HOUSES = [
    House(players=2),
    House(players=2, neutral=True, board="banks"),
    House.edition("czech", players=3),
    House.edition("german-short", players=4),
    House.edition("hungarian", players=5),
]


@dataclass
class Point:
    """One decision of a game."""

    state: bytes
    seat: int
    mask: NDArray[np.int8]
    seen: NDArray[np.int8]
    action: int


@dataclass
class Story:
    """One game, as the vector environment played it."""

    points: list[Point] = field(default_factory=list)
    given: list[float] = field(default_factory=list)


def by_vector(house: House, seed: int) -> Story:
    env = VectorEnv(1, house, seed)
    chooser = np.random.default_rng(seed)
    story = Story()
    while True:
        action = int(chooser.choice(np.flatnonzero(env.masks[0])))
        state = env.records()[0].tobytes()[:HEAD_SIZE]
        mask, seen = env.masks[0].copy(), env.observations[0].copy()
        story.points.append(Point(state, int(env.to_move[0]), mask, seen, action))
        step = env.step(np.array([action]))
        if step.dones[0]:
            story.given = [float(n) for n in step.returns[0, : house.players]]
            return story


def check(point: Point, game: Game) -> None:
    assert game.to_bytes() == point.state
    assert game.to_move[0] == point.seat
    assert np.array_equal(action_mask(game, point.seat), point.mask)
    assert np.array_equal(observation(game.view(point.seat)), point.seen)


def by_engine(house: House, seed: int, story: Story) -> list[Move]:
    """The engine's door, chance drawn from the same random words; the whole log."""
    game, rng = Game.new(house=house, seed=0), new_rng(seed)
    for point in [*story.points, None]:
        while game.to_move == (CHANCE,):
            game.play(Move(CHANCE, int(draw(game.state, rng))))
        if point is None:
            break
        check(point, game)
        game.play(Move(point.seat, player_action(point.action)))
    assert game.over and np.allclose(returns(game), story.given)
    return game.log


def by_pettingzoo(house: House, story: Story, log: list[Move]) -> None:
    options: dict[str, Any] = {
        "edition": house.edition_name,
        "board": house.board,
        "neutral": house.neutral,
    }
    env = rialto_v0.raw_env(players=house.players, scaled=False, **options)
    given = iter([move for move in log if move.seat == CHANCE])
    env.reset(options={"chance": lambda game: next(given)})
    for point in story.points:
        check(point, env.game)
        assert env.agent_selection == f"player_{point.seat}"
        seen = env.observe(env.agent_selection)
        assert np.array_equal(seen["observation"], point.seen)
        assert np.array_equal(seen["action_mask"], point.mask)
        assert np.array_equal(env.infos[env.agent_selection]["action_mask"], point.mask)
        env.step(point.action)
    assert all(env.terminations.values())
    assert np.allclose(list(env.rewards.values()), story.given)


def by_open_spiel(house: House, story: Story, log: list[Move]) -> None:
    options: dict[str, Any] = {
        "edition": house.edition_name,
        "board": house.board,
        "neutral": house.neutral,
    }
    state = pyspiel.load_game(SHORT_NAME, {"players": house.players, **options}).new_initial_state()
    points = iter(story.points)
    for move in log:
        if move.seat == CHANCE:
            assert state.is_chance_node()
            outcome = CHANCE_ACTIONS.index(move.action)
            assert outcome in dict(state.chance_outcomes())
            state.apply_action(outcome)
            continue
        point = next(points)
        check(point, state.rialto)
        assert state.current_player() == point.seat
        assert state.legal_actions() == np.flatnonzero(point.mask).tolist()
        assert np.array_equal(state.legal_actions_mask(), point.mask)
        tensor = np.array(state.observation_tensor(point.seat), np.float32)
        assert np.array_equal(tensor, scaled(point.seen))
        state.apply_action(point.action)
    assert state.is_terminal() and np.allclose(state.returns(), story.given)


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: f"{house.players}{house.neutral}")
def test_one_game_through_every_interface(house: House) -> None:
    story = by_vector(house, seed=21)
    assert len(story.points) > 100
    log = by_engine(house, 21, story)
    by_pettingzoo(house, story, log)
    by_open_spiel(house, story, log)


# Shimmy's own bridge from OpenSpiel to PettingZoo

BRIDGE: dict[str, Any] = {"players": 2, "edition": "czech"}


@pytest.mark.filterwarnings("ignore::UserWarning")  # it warns about its own unbounded spaces
def test_shimmys_bridge_passes_pettingzoos_test() -> None:
    api_test(OpenSpielCompatibilityV0(game_name=SHORT_NAME, config=BRIDGE), num_cycles=40)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_shimmys_bridge_and_our_environment_agree() -> None:
    bridge = OpenSpielCompatibilityV0(game_name=SHORT_NAME, config=BRIDGE)
    bridge.reset(seed=5)
    chooser = np.random.default_rng(5)
    ours = rialto_v0.raw_env(**BRIDGE)
    # What chance brought across the bridge, as far as it has come.
    played = 0

    def same_chance(game: Game) -> Move:
        nonlocal played
        moves = bridge.game_state.course.moves[game.version :]
        played += 1
        return Move(CHANCE, moves[0])

    ours.reset(options={"chance": same_chance})
    while not any(bridge.terminations.values()):
        agent = bridge.agent_selection
        assert agent == ours.agent_selection
        mask = bridge.infos[agent]["action_mask"]
        assert np.array_equal(mask, ours.infos[agent]["action_mask"])
        for other in bridge.agents:
            seen = ours.observe(other)["observation"]
            assert np.array_equal(bridge.observe(other).astype(np.float32), seen)
        action = int(chooser.choice(np.flatnonzero(mask)))
        bridge.step(action)
        ours.step(action)
    assert played > 50
    assert bridge.rewards == ours.rewards and all(ours.terminations.values())
