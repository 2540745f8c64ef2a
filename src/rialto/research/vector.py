"""The vector environment: thousands of games stepped at once from NumPy arrays, on all cores."""

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rialto.engine.box import SEATS
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.jit import CUDA, PLAIN, entry_parallel, many
from rialto.engine.moves import ACTIONS, PLAYER_ACTIONS
from rialto.engine.rng import WORDS, seed_words
from rialto.engine.state import STATE, new_table, to_record
from rialto.research.features import SIZE
from rialto.research.lanes import IllegalActions, advance, show
from rialto.research.tensors import REWARDS, check_rewards

CHUNKS: Final = 64
"""Lanes are worked on in so many pieces, each with its own scratch: even load, warm caches."""


class Step(NamedTuple):
    """What a step gives; the arrays are the environment's own and change with the next step."""

    observations: NDArray[np.int8]
    """(games, SIZE): what the seat to move sees (features.py)."""
    masks: NDArray[np.int8]
    """(games, 320): 1 for what it may do."""
    to_move: NDArray[np.int8]
    """(games,): who it is."""
    returns: NDArray[np.float32]
    """(games, 5): by seat, what the game that ended in this step gave; else zeros."""
    dones: NDArray[np.bool_]
    """(games,): a game ended in this step, and the next one is laid out already."""


@entry_parallel
def _step(
    table: Any,
    start: Any,
    rng: Any,
    actions: Any,
    kind: int,
    observations: Any,
    masks: Any,
    to_move: Any,
    returns: Any,
    dones: Any,
    scratch: Any,
) -> None:
    games = len(to_move)
    for c in many(CHUNKS):
        for i in range(c * games // CHUNKS, (c + 1) * games // CHUNKS):
            dones[i] = advance(table, i, start, actions[i], rng[i], kind, returns[i], scratch[c])
            to_move[i] = show(table[i], observations[i], masks[i], scratch[c])


def start_table(house: House | None = None, position: str | None = None) -> Any:
    """A table of one record that every lane starts from."""
    game = Game.from_position(position) if position else Game.new(house=house or House(), seed=0)
    if game.over:
        raise ValueError("position: the game is over, there is nothing to play")
    return [game.state] if PLAIN else to_record(game.state)


class VectorEnv:
    """`games` games of one kind. `reset`, then `step` with one action per game for the seat that
    is to move there. Games that end start again by themselves."""

    def __init__(
        self,
        games: int = 4096,
        house: House | None = None,
        seed: int = 0,
        rewards: str = "place",
        position: str | None = None,
    ) -> None:
        if games < 1:
            raise ValueError(f"games must be at least 1, not {games}")
        if CUDA:
            raise RuntimeError("RIALTO_JIT=cuda: use rialto.research.cuda.CudaVectorEnv")
        self.games = games
        self.start = start_table(house, position)
        self.players = int(self.start[0].players)
        self.kind = REWARDS.index(check_rewards(rewards))
        self.table = new_table(games)
        self.rng = np.zeros((games, WORDS), np.int64)
        self.observations = np.zeros((games, SIZE), np.int8)
        self.masks = np.zeros((games, PLAYER_ACTIONS), np.int8)
        self.to_move = np.zeros(games, np.int8)
        self.returns = np.zeros((games, SEATS), np.float32)
        self.dones = np.zeros(games, np.bool_)
        self._lanes = np.arange(games)
        self._scratch = np.zeros((CHUNKS, ACTIONS), np.int16)
        self.reset(seed)

    def reset(self, seed: int = 0) -> Step:
        """New games in every lane; the same seed gives the same chance."""
        for i in range(self.games):
            seed_words(self.rng[i], seed, i)
        return self._advance(np.full(self.games, -1))

    def step(self, actions: ArrayLike) -> Step:
        """One action in every game. Refused as a whole, with nothing changed, if any is illegal."""
        chosen = np.asarray(actions)
        self._check(chosen)
        return self._advance(chosen.astype(np.int64, copy=False))

    def _advance(self, actions: NDArray[np.int64]) -> Step:
        _step(
            self.table,
            self.start,
            self.rng,
            actions,
            self.kind,
            self.observations,
            self.masks,
            self.to_move,
            self.returns,
            self.dones,
            self._scratch,
        )
        return Step(self.observations, self.masks, self.to_move, self.returns, self.dones)

    def _check(self, chosen: NDArray[Any]) -> None:
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.games} whole numbers")
        within = (chosen >= 0) & (chosen < PLAYER_ACTIONS)
        legal = within & (self.masks[self._lanes, np.where(within, chosen, 0)] > 0)
        if not legal.all():
            lane = int(np.argmin(legal))
            raise IllegalActions(lane, int(chosen[lane]), int(self.to_move[lane]))

    def records(self) -> NDArray[np.void]:
        """The states themselves, hidden cards and all: for tests and for whoever runs the games."""
        if not PLAIN:
            return np.asarray(self.table)
        return np.frombuffer(b"".join(to_record(s).tobytes() for s in self.table), STATE)
