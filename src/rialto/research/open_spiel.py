"""Rialto as an OpenSpiel game: import this module, then `pyspiel.load_game("python_rialto")`.

Explicit stochastic, card by card; imperfect information. Chance outcomes are the engine's chance
actions counted from 0. `position` makes any Position the root; clauses may be kept apart by `;`.
"""

from importlib.resources import files
from typing import Any, Final

import numpy as np
import pyspiel

from rialto.engine.box import ROUNDS
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.ids import CHANCE
from rialto.engine.moves import (
    ACTIONS,
    CHANCE_ACTIONS,
    PLAYER_ACTIONS,
    TEXTS,
    Move,
    player_action,
    player_number,
)
from rialto.engine.rng import new_rng
from rialto.engine.state import STATE, to_record
from rialto.research.observers import Observer, make_observer, whole_text
from rialto.research.resampling import fitting_game
from rialto.research.setup import make_game, make_house
from rialto.research.tensors import check_rewards, returns

SHORT_NAME: Final = "python_rialto"
MINI: Final = "mini"
"""A shipped Position, small enough to walk through the whole tree."""

START_DECISIONS: Final = 5
ROUND_DECISIONS: Final = 380
START_CHANCE: Final = 13
ROUND_CHANCE: Final = 152
"""Generous upper bounds with five players: rows 5, green 40, discards 42, plays 30, yellow 65,
buildings 55, bridge and gondola 3, councillors 98, blue 40; cards 36 + 10 + 3 for each green."""
MOST_POINTS: Final = 1000.0

PARAMETERS: Final = {
    "players": 4,
    "edition": "standard",
    "board": "lagoon",
    "neutral": False,
    "rewards": "place",
    "position": "",
}


def _game_type(utility: pyspiel.GameType.Utility) -> pyspiel.GameType:
    return pyspiel.GameType(
        short_name=SHORT_NAME,
        long_name="Rialto",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


GAME_TYPE: Final = _game_type(pyspiel.GameType.Utility.ZERO_SUM)


def position_text(given: str) -> str | None:
    """The Position that the parameter names or is."""
    if not given:
        return None
    if given == MINI:
        return files("rialto.research").joinpath("mini.txt").read_text("utf-8")
    return given


class Course:
    """A game, the moves since the root, and for each the only seat that saw it (-1: all did)."""

    def __init__(self, game: Game, rewards: str) -> None:
        self.game = game
        self.rewards = rewards
        self.moves: list[int] = []
        self.only: list[int] = []

    def play(self, move: Move) -> None:
        only = self.game.only_seat(move.seat)
        self.game.play(move)
        self.moves.append(move.action)
        self.only.append(CHANCE if only is None else only)

    def __deepcopy__(self, memo: dict[int, Any]) -> "Course":
        twin = Course(self.game.copy(), self.rewards)
        twin.moves = list(self.moves)
        twin.only = list(self.only)
        return twin

    def __getstate__(self) -> dict[str, Any]:
        state = to_record(self.game.state).tobytes()
        return {**self.__dict__, "game": (self.game.house.as_dict(), self.game.names, state)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        house, names, state = kept["game"]
        record = np.frombuffer(state, STATE).copy()
        self.__dict__.update(kept)
        self.game = Game(House.from_dict(house), 0, names, record)


def _engine_action(action: int, chance: bool) -> int:
    """OpenSpiel counts players' actions and outcomes of chance from 0 each."""
    return CHANCE_ACTIONS[action] if chance else player_action(action)


class RialtoGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """The rules and the root."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.rewards = check_rewards(given["rewards"])
        self.position = position_text(given["position"])
        house = make_house(given["players"], given["edition"], given["board"], given["neutral"])
        self.root = make_game(house, 0, self.position)
        self.house: House = self.root.house
        by_place = self.rewards == "place"
        utility = pyspiel.GameType.Utility
        super().__init__(
            _game_type(utility.ZERO_SUM if by_place else utility.GENERAL_SUM),
            pyspiel.GameInfo(
                num_distinct_actions=PLAYER_ACTIONS,
                max_chance_outcomes=len(CHANCE_ACTIONS),
                num_players=self.house.players,
                min_utility=-1.0 if by_place else -MOST_POINTS,
                max_utility=1.0 if by_place else MOST_POINTS,
                utility_sum=0.0 if by_place else None,
                max_game_length=START_DECISIONS + self._rounds_left() * ROUND_DECISIONS,
            ),
            params or {},
        )

    def _rounds_left(self) -> int:
        return ROUNDS - max(int(self.root.state.round_no), 1) + 1

    def max_chance_nodes_in_history(self) -> int:
        return START_CHANCE + self._rounds_left() * ROUND_CHANCE

    def new_initial_state(self) -> "RialtoState":
        return RialtoState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> Observer | None:
        """An observer of the kind asked for, or None where there is no such kind."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        longest = self.max_game_length() + self.max_chance_nodes_in_history()
        return make_observer(kind, self.house.players, longest)


class RialtoState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A point in a game."""

    def __init__(self, game: RialtoGame) -> None:
        super().__init__(game)
        self.course = Course(game.root.copy(), game.rewards)

    @property
    def rialto(self) -> Game:
        """The engine's game."""
        return self.course.game

    def current_player(self) -> int:
        to_move = self.course.game.to_move
        if not to_move:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if to_move[0] == CHANCE else to_move[0]

    def is_terminal(self) -> bool:
        return self.course.game.over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(player_number(move.action) for move in self.course.game.legal(player))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.course.game.chance()
        return [(CHANCE_ACTIONS.index(move.action), odds) for move, odds in outcomes]

    def _apply_action(self, action: int) -> None:
        seat = self.course.game.to_move[0]
        self.course.play(Move(seat, _engine_action(action, seat == CHANCE)))

    def _action_to_string(self, player: int, action: int) -> str:
        return TEXTS[_engine_action(action, player == pyspiel.PlayerId.CHANCE)]

    def returns(self) -> list[float]:
        return returns(self.course.game, self.course.rewards)

    def heard(self, player: int) -> list[int]:
        """Every move as the player saw it: its action, or HIDDEN_CARD, HIDDEN_DISCARD."""
        return [
            action
            if only in (CHANCE, player)
            else HIDDEN_CARD
            if action in CHANCE_ACTIONS
            else HIDDEN_DISCARD
            for action, only in zip(self.course.moves, self.course.only, strict=True)
        ]

    def resample_from_infostate(self, player: int, sampler: Any) -> "RialtoState":
        """A state that looks the same to the player, the cards it does not see dealt anew."""
        return Resampler(int(sampler() * 2**53))(self, player)

    def __str__(self) -> str:
        return whole_text(to_record(self.course.game.state))


HIDDEN_CARD: Final = ACTIONS
HIDDEN_DISCARD: Final = ACTIONS + 1


class Resampler:
    """For ISMCTS: `bot.set_resampler(Resampler(seed))`. What it deals fits what the player saw and
    remembers; the past of a dealt state is not kept, so search by `use_observation_string=True`."""

    def __init__(self, seed: int) -> None:
        self._rng = new_rng(seed)

    def __call__(self, state: RialtoState, player: int) -> RialtoState:
        fitting: RialtoState = state.get_game().new_initial_state()
        fitting.course = Course(fitting_game(state.rialto, player, self._rng), state.course.rewards)
        return fitting


if SHORT_NAME not in pyspiel.registered_names():
    pyspiel.register_game(GAME_TYPE, RialtoGame)
