"""Gymnasium's and stable-baselines3's own judges, unmodified, on rialto/Rialto-v0."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from rialto.research.gymnasium import ENV_ID, RialtoEnv
from rialto.research.open_spiel import position_text

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research-sb3")]


@pytest.mark.parametrize(
    "kind",
    [
        {},
        {"players": 2, "neutral": True, "opponents": "greedy", "scaled": False},
        {"players": 3, "opponents": ["random", "greedy"], "seat": 2, "rewards": "points"},
        {"position": position_text("mini"), "render_mode": "rgb_array"},
    ],
    ids=["default", "neutral", "three", "mini"],
)
def test_gymnasium(kind: dict[str, Any]) -> None:
    check_env(gymnasium.make(ENV_ID, **kind).unwrapped)


def play_out(env: RialtoEnv, seed: int) -> tuple[int, float, dict[str, Any]]:
    chooser = np.random.default_rng(seed)
    _, info = env.reset(seed=seed)
    steps = 0
    while True:
        mask = env.action_masks()
        assert mask.dtype == np.bool_ and np.array_equal(mask, info["action_mask"])
        _, reward, over, cut, info = env.step(chooser.choice(np.flatnonzero(mask)))
        steps += 1
        if over or cut:
            del info["action_mask"]
            return steps, float(reward), info


def test_the_learner_gets_its_own_reward() -> None:
    env = RialtoEnv(players=3, rewards="points")
    seats = set()
    for seed in range(8):
        steps, reward, info = play_out(env, seed)
        assert steps > 30
        assert reward == info["points"][info["seat"]]
        seats.add(info["seat"])
    assert seats == {0, 1, 2}, "the seat is drawn for every game"
    assert play_out(env, 3) == play_out(env, 3)


def test_an_illegal_action_ends_the_game() -> None:
    env = RialtoEnv(players=2)
    env.reset(seed=1)
    _, reward, over, _, info = env.step(np.int64(304))
    assert (reward, over, info["illegal"]) == (-1.0, True, "NOT_ASKED_NOW")


def test_wrong_settings_are_named() -> None:
    for kind, word in (
        ({"opponents": "stockfish"}, "stockfish"),
        ({"opponents": ["random"]}, "opponents"),
        ({"seat": 4}, "seat"),
    ):
        with pytest.raises(ValueError, match=word):
            RialtoEnv(**kind)


def test_stable_baselines() -> None:
    from stable_baselines3.common.env_checker import check_env as check_for_sb3

    check_for_sb3(RialtoEnv(players=2, render_mode="ansi"))


def test_maskable_ppo_learns_for_a_moment() -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks

    env = RialtoEnv(players=2)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1)
    model.learn(128)
    seen, _ = env.reset(seed=4)
    for _ in range(20):
        action, _ = model.predict(seen, action_masks=get_action_masks(env))
        assert env.action_masks()[int(action)]
        seen, _, over, _, _ = env.step(np.int64(action))
        assert not over
