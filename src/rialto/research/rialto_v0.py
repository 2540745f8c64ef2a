"""Rialto as a PettingZoo AEC environment.

`env()` is checked and ends a game at an illegal move; `raw_env()` raises IllegalMove instead. In P6
all discard at the same time; here they are asked in seat order, and nobody sees what others chose.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle, seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from rialto.engine.game import Game
from rialto.engine.ids import CHANCE
from rialto.engine.moves import PLAYER_ACTIONS, Move, player_action
from rialto.engine.state import HEAD_SIZE
from rialto.research.setup import make_game, make_house
from rialto.research.spaces import (
    RENDER_MODES,
    check_render_mode,
    mask_box,
    observation_box,
    observe,
    render,
)
from rialto.research.tensors import action_mask, check_rewards, returns

Chance = Callable[[Game], Move]
"""Says what chance brings; see `reset`."""

NO_MOVES: Final = np.zeros(PLAYER_ACTIONS, np.int8)
NO_MOVES.flags.writeable = False


def env(**options: Any) -> AECEnv[str, dict[str, Any], int]:
    """The environment with PettingZoo's usual checks."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv[str, dict[str, Any], int], EzPickle):  # type: ignore[misc]  # has no types
    """One game; `player_0` is seat A. (PettingZoo calls this class so.)"""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "rialto_v0",
        "render_modes": RENDER_MODES,
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 4,
        edition: str = "standard",
        board: str = "lagoon",
        neutral: bool = False,
        rewards: str = "place",
        scaled: bool = True,
        position: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        EzPickle.__init__(
            self, players, edition, board, neutral, rewards, scaled, position, render_mode
        )
        super().__init__()
        self.house = make_house(players, edition, board, neutral)
        self.position = position
        self.game = make_game(self.house, 0, position)
        self.house = self.game.house
        self.reward_kind = check_rewards(rewards)
        self.scaled = scaled
        self.render_mode = check_render_mode(render_mode)
        self.possible_agents = [f"player_{p}" for p in range(self.house.players)]
        self.agents: list[str] = []
        box = observation_box(scaled)
        self.observation_spaces = {
            a: spaces.Dict({"observation": box, "action_mask": mask_box()})
            for a in self.possible_agents
        }
        self.action_spaces = {a: spaces.Discrete(PLAYER_ACTIONS) for a in self.possible_agents}
        self.state_space = spaces.Box(0, 255, (HEAD_SIZE,), np.uint8)
        self._random, _ = seeding.np_random(None)
        self._chance: Chance = Game.draw

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. options: `position`, a Position to start from instead; `chance`, a function
        from Game to the chance Move to play, instead of one drawn by the seed."""
        options = options or {}
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        position = options.get("position", self.position)
        game = make_game(self.house, int(self._random.integers(2**62)), position)
        if game.house.players != self.house.players:
            raise ValueError(f"position: {self.house.players} players expected")
        self.game = game
        self._chance = options.get("chance", Game.draw)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._go_on()

    def _go_on(self) -> None:
        """Play what chance owes, then see who is asked."""
        while self.game.to_move == (CHANCE,):
            self.game.play(self._chance(self.game))
        seat = self._seat_asked()
        self._masks = dict.fromkeys(self.possible_agents, NO_MOVES)
        if seat is None:
            given = returns(self.game, self.reward_kind)
            self.rewards = dict(zip(self.agents, given, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[seat]
            self._masks[self.agent_selection] = action_mask(self.game, seat)
        self.infos = {a: {"action_mask": self._masks[a]} for a in self.agents}

    def _seat_asked(self) -> int | None:
        return self.game.to_move[0] if self.game.to_move else None

    def step(self, action: int | None) -> None:
        """The action of `agent_selection`; None once it has terminated."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self.game.play(Move(seat, -1 if action is None else player_action(int(action))))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What the agent sees and, if it is its turn, may do."""
        seat = self.possible_agents.index(agent)
        return {
            "observation": observe(self.game, seat, self.scaled),
            "action_mask": self._masks[agent].copy(),
        }

    def state(self) -> NDArray[np.uint8]:
        """The whole truth as bytes, hidden cards too: for a central critic, never for an agent."""
        return np.frombuffer(self.game.to_bytes(), np.uint8).copy()

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the seat that is asked sees it."""
        return render(self.game, self._seat_asked(), self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


__all__ = ["env", "raw_env"]
