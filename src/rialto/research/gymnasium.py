"""Rialto for one learner: a Gymnasium environment with bots on the other seats.

`gymnasium.make("rialto.research.gymnasium:rialto/Rialto-v0")`, or import this module first and
leave the part before the colon out. `action_masks()` is what sb3-contrib's MaskablePPO asks for.
"""

from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rialto.bots.protocol import Bot
from rialto.bots.roster import make_bot
from rialto.engine.game import IllegalMove
from rialto.engine.moves import PLAYER_ACTIONS, Move, player_action
from rialto.research.setup import make_game, make_house
from rialto.research.spaces import (
    RENDER_MODES,
    check_render_mode,
    observation_box,
    observe,
    render,
)
from rialto.research.tensors import action_mask, check_rewards, returns

ENV_ID: Final = "rialto/Rialto-v0"
ILLEGAL_REWARD: Final = -1.0

Observation = NDArray[np.float32] | NDArray[np.int8]


class RialtoEnv(gymnasium.Env[Any, np.int64]):
    """One seat of a game. The reward comes at the end; an illegal action ends the game at once
    with -1, and the info says why (`illegal`, `rule`)."""

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        players: int = 4,
        edition: str = "standard",
        board: str = "lagoon",
        neutral: bool = False,
        opponents: str | list[str] = "random",
        seat: int | None = None,
        rewards: str = "place",
        scaled: bool = True,
        position: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        """opponents: a bot for all other seats, or one for each in seat order (`bots.roster`).
        seat: the learner's; None draws one for every game."""
        self.position = position
        self.game = make_game(make_house(players, edition, board, neutral), 0, position)
        self.house = self.game.house
        others = self.house.players - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != others:
            raise ValueError(f"opponents: {others} expected, not {len(self.opponents)}")
        for name in self.opponents:
            make_bot(name, 0)
        if seat is not None and not 0 <= seat < self.house.players:
            raise ValueError(f"seat must be 0 to {others} or None, not {seat}")
        self.fixed_seat = seat
        self.seat = seat or 0
        self.reward_kind = check_rewards(rewards)
        self.scaled = scaled
        self.render_mode = check_render_mode(render_mode)
        self.observation_space = observation_box(scaled)
        self.action_space = spaces.Discrete(PLAYER_ACTIONS)
        self._bots: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new game, up to the learner's first decision."""
        super().reset(seed=seed)
        game_seed, bot_seed, drawn = (
            int(n) for n in self.np_random.integers((2**62, 2**62, self.house.players))
        )
        self.game = make_game(self.house, game_seed, self.position)
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        others = [p for p in range(self.house.players) if p != self.seat]
        self._bots = {
            p: make_bot(name, bot_seed + p) for p, name in zip(others, self.opponents, strict=True)
        }
        self._go_on()
        return self._observe(), self._info()

    def _go_on(self) -> None:
        """Chance and the others, up to the learner's decision or the end. P6 in seat order."""
        self.game.run_chance()
        while not self.game.over and self.game.to_move[0] != self.seat:
            p = self.game.to_move[0]
            self.game.play(self._bots[p].choose(self.game.view(p), self.game.legal(p)))
            self.game.run_chance()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's action, then everybody else up to the next one."""
        if self.game.over:
            raise RuntimeError("the game is over: call reset()")
        try:
            self.game.play(Move(self.seat, player_action(int(action))))
        except IllegalMove as error:
            why = {"illegal": error.refusal.name, "rule": error.rule}
            return self._observe(), ILLEGAL_REWARD, True, False, {**self._info(), **why}
        self._go_on()
        reward = returns(self.game, self.reward_kind)[self.seat]
        return self._observe(), reward, self.game.over, False, self._info()

    def _observe(self) -> Observation:
        return observe(self.game, self.seat, self.scaled)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": action_mask(self.game, self.seat), "seat": self.seat}
        if self.game.over:
            info["points"] = [score.total for score in self.game.scores]
            info["place"] = self.game.ranking.index(self.seat) + 1
        return info

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now (sb3-contrib asks for it under this name)."""
        return action_mask(self.game, self.seat).astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it."""
        return render(self.game, self.seat, self.render_mode)


if ENV_ID not in gymnasium.registry:
    gymnasium.register(ENV_ID, entry_point="rialto.research.gymnasium:RialtoEnv")
