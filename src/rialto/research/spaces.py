"""The spaces that Gymnasium and PettingZoo share."""

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from rialto.engine.game import Game
from rialto.engine.moves import PLAYER_ACTIONS
from rialto.research.features import HIGH, LOW, SCALE
from rialto.research.features import scaled as in_scale
from rialto.research.picture import picture
from rialto.research.printout import printout
from rialto.research.tensors import observation

RENDER_MODES = ["human", "ansi", "rgb_array"]


def observation_box(scaled: bool) -> spaces.Box:
    """The space of the vector: float32 counts over their usual size, or plain int8 counts."""
    if scaled:
        return spaces.Box(LOW / SCALE, HIGH / SCALE, dtype=np.float32)
    return spaces.Box(LOW, HIGH, dtype=np.int8)


def mask_box() -> spaces.Box:
    return spaces.Box(0, 1, (PLAYER_ACTIONS,), np.int8)


def observe(game: Game, seat: int, scaled: bool) -> NDArray[np.float32] | NDArray[np.int8]:
    """What a seat sees, as an element of that space."""
    seen = observation(game.view(seat))
    return in_scale(seen) if scaled else seen


def check_render_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be one of {', '.join(RENDER_MODES)}, not {mode!r}")
    return mode


def render(game: Game, seat: int | None, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The table as the seat (None: a spectator) sees it."""
    if mode == "rgb_array":
        return picture(game.view(seat))
    if mode == "ansi":
        return printout(game.view(seat))
    if mode == "human":
        print(printout(game.view(seat)))
    return None
