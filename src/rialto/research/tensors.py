"""Observations, action masks and rewards as numbers: one source for every interface.

The observation itself is `rialto.bots.observation`, for the net plays by it too.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from rialto.bots.observation.writers import observation, write_observation, write_seen, write_view
from rialto.engine.game import Game
from rialto.engine.jit import compiled
from rialto.engine.moves import PLAYER_ACTIONS, player_number
from rialto.engine.rules import flow
from rialto.engine.state import State

REWARDS: Final = ("place", "points")
PLACE: Final = 0
POINTS: Final = 1


@compiled
def write_mask(s: State, p: int, out: list[int], scratch: list[int]) -> int:
    """1 for every legal action of seat p, by its `player_number`; how many. The legal moves stay
    in `scratch`."""
    for a in range(PLAYER_ACTIONS):
        out[a] = 0
    n = flow.legal(s, p, scratch)
    for i in range(n):
        out[player_number(scratch[i])] = 1
    return n


@compiled
def reward_for(place: int, points: int, players: int, kind: int) -> float:
    """At the end: the points, or the place from 1 (won) evenly down to -1 (last)."""
    if kind == POINTS:
        return float(points)
    return 1.0 - 2.0 * place / (players - 1)


def action_mask(game: Game, seat: int) -> NDArray[np.int8]:
    """1 for every action that the seat may take now; all 0 if it is not its turn."""
    out = np.zeros(PLAYER_ACTIONS, np.int8)
    for move in game.legal(seat):
        out[player_number(move.action)] = 1
    return out


def check_rewards(rewards: str) -> str:
    """The name of a kind of reward, or an error that says which there are."""
    if rewards not in REWARDS:
        raise ValueError(f"rewards must be one of {', '.join(REWARDS)}, not {rewards!r}")
    return rewards


def returns(game: Game, rewards: str = "place") -> list[float]:
    """By seat, what the game gave; zeros while it goes on."""
    n = game.house.players
    if not game.over:
        return [0.0] * n
    if check_rewards(rewards) == "points":
        return [float(score.total) for score in game.scores]
    places = {seat: place for place, seat in enumerate(game.ranking)}
    return [1.0 - 2.0 * places[p] / (n - 1) for p in range(n)]


__all__ = [
    "PLAYER_ACTIONS",
    "REWARDS",
    "action_mask",
    "check_rewards",
    "observation",
    "returns",
    "reward_for",
    "write_mask",
    "write_observation",
    "write_seen",
    "write_view",
]
