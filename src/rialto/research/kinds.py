"""Which lane plays which kind of game, and whose luck it shares."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rialto.engine.house import House
from rialto.research.lanes import DEAL, LUCK, SEED, STRIDE

Mix = Sequence[tuple[House, int]]
"""So many lanes of each kind of game."""


class Kinds(NamedTuple):
    houses: tuple[House, ...]
    of_lanes: NDArray[np.int16]
    """(games,): the number of each lane's house. Lanes of a kind lie together: on a GPU they then
    mostly do the same thing at the same time."""


def kinds_of(games: int | None, house: House | None, mix: Mix | None, most: int) -> Kinds:
    """`games` lanes of one kind, or a mix of several."""
    if mix is None:
        mix = [(house or House(), most if games is None else games)]
    elif house is not None or games is not None:
        raise ValueError(
            "mix says the kinds and numbers of games: give no house or games beside it"
        )
    counts = [count for _, count in mix]
    if not counts or min(counts) < 1:
        raise ValueError(f"games must be at least 1, not {min(counts, default=0)}")
    lanes = np.repeat(np.arange(len(counts)), counts).astype(np.int16)
    return Kinds(tuple(house for house, _ in mix), lanes)


def luck_of(games: int, seed: int, twins: int) -> NDArray[np.int64]:
    """With `twins` above 1 so many neighbouring lanes share each deal: the n-th game of one has the
    luck of the n-th game of the others. It is of use where they are of one kind."""
    luck = np.full((games, LUCK), -1, np.int64)
    if twins > 1:
        luck[:, SEED] = seed
        luck[:, STRIDE] = -(-games // twins)
        # The first game adds a stride.
        luck[:, DEAL] = np.arange(games) // twins
    return luck


def check_twins(twins: int, games: int) -> int:
    if twins < 1 or games % twins:
        raise ValueError(f"twins must divide the number of games ({games}), not {twins}")
    return twins


def check_rows(array: Any, games: int, width: int, what: str) -> None:
    """A learner's own rows may be wider than they need be, never narrower."""
    if array.ndim != 2 or array.shape[0] != games or array.shape[1] < width:
        shape = " x ".join(map(str, array.shape))
        raise ValueError(f"{what} must be {games} rows of at least {width}, not {shape}")
    if np.dtype(str(array.dtype).removeprefix("torch.")) != np.int8:
        raise ValueError(f"{what} must be int8, not {array.dtype}")
