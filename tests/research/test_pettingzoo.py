"""PettingZoo's own judges, unmodified, on rialto_v0."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from rialto.engine.game import Game, IllegalMove
from rialto.research import rialto_v0
from rialto.research.open_spiel import position_text

pytestmark = [
    pytest.mark.research,
    pytest.mark.xdist_group("research"),
    # Their list of environments with a dictionary as observation has only their own names, and
    # nobody has a legal move once the game is over.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]

KINDS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "neutral": True, "rewards": "points"},
    {"players": 3, "board": "banks", "scaled": False},
    {"players": 4, "edition": "hungarian"},
    {"players": 5},
    {"position": position_text("mini")},
]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(map(str, kind.values()))[:20])
def test_api(kind: dict[str, Any]) -> None:
    api_test(rialto_v0.env(**kind), num_cycles=100)


def test_seeds() -> None:
    seed_test(rialto_v0.env, num_cycles=60)


def test_rendering(capsys: pytest.CaptureFixture[str]) -> None:
    render_test(rialto_v0.env)
    assert "is asked" in capsys.readouterr().out


def test_state_is_the_whole_truth() -> None:
    env = rialto_v0.raw_env(players=2)
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    assert env.state().tobytes() == env.game.to_bytes()


def play_out(env: Any, seed: int, **options: Any) -> list[int]:
    chooser = np.random.default_rng(seed)
    env.reset(seed=seed, options=options)
    actions = []
    while not any(env.terminations.values()):
        mask = env.infos[env.agent_selection]["action_mask"]
        actions.append(int(chooser.choice(np.flatnonzero(mask))))
        env.step(actions[-1])
    return actions


def test_rewards_come_at_the_end() -> None:
    env = rialto_v0.raw_env(players=3, rewards="points")
    play_out(env, 5)
    assert list(env.rewards.values()) == [float(score.total) for score in env.game.scores]
    for agent in list(env.agents):
        assert env._cumulative_rewards[agent] == env.rewards[agent]


def test_discards_are_asked_in_seat_order() -> None:
    """P6: only the seat that is asked has a mask, although several have to discard."""
    env = rialto_v0.raw_env(players=4)
    env.reset(seed=2)
    chooser = np.random.default_rng(2)
    seen = 0
    while not any(env.terminations.values()):
        if len(env.game.to_move) > 1:
            seen += 1
            assert env.agent_selection == f"player_{min(env.game.to_move)}"
            for agent in env.agents:
                mask = env.observe(agent)["action_mask"]
                assert mask.any() == (agent == env.agent_selection)
        mask = env.infos[env.agent_selection]["action_mask"]
        env.step(int(chooser.choice(np.flatnonzero(mask))))
    assert seen > 10


def test_an_illegal_move_changes_nothing_in_the_raw_environment() -> None:
    env = rialto_v0.raw_env(players=2)
    env.reset(seed=1)
    before = env.game.checksum()
    with pytest.raises(IllegalMove, match="NOT_ASKED_NOW"):
        env.step(304)
    assert env.game.checksum() == before and not any(env.terminations.values())


def test_a_position_and_given_chance() -> None:
    env = rialto_v0.raw_env(players=2)
    asked = []

    def first_outcome(game: Game) -> Any:
        asked.append(game.version)
        return game.chance()[0][0]

    play_out(env, 3, position=position_text("mini"), chance=first_outcome)
    assert asked and env.game.log[0].text == "card doge"
    with pytest.raises(ValueError, match="players"):
        rialto_v0.raw_env(players=3).reset(options={"position": position_text("mini")})


def test_wrong_settings_are_named() -> None:
    with pytest.raises(ValueError, match="players"):
        rialto_v0.env(players=6)
    with pytest.raises(ValueError, match="render_mode"):
        rialto_v0.env(render_mode="film")
    with pytest.raises(ValueError, match="rewards"):
        rialto_v0.env(rewards="glory")
