"""The vector environment: thousands of games stepped at once from NumPy arrays, on all cores."""

from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from rialto.bots.net.shape import CAUSES, PARTS
from rialto.engine.box import SEATS
from rialto.engine.game import Game
from rialto.engine.house import House
from rialto.engine.jit import CUDA, PLAIN, entry_parallel, many
from rialto.engine.moves import ACTIONS, PLAYER_ACTIONS
from rialto.engine.rng import WORDS, seed_words
from rialto.engine.state import STATE, new_table, to_record
from rialto.research.features import SIZE
from rialto.research.kinds import Mix, check_rows, check_twins, kinds_of, luck_of
from rialto.research.lanes import (
    ALL,
    BEGIN,
    FINISH,
    RESTART,
    STAY,
    STEP,
    IllegalActions,
    Lanes,
    Step,
    advance,
    choose,
    clear,
    show,
)
from rialto.research.tensors import REWARDS, check_rewards, write_seen

CHUNKS: Final = 64
"""Lanes are worked on in so many pieces, each with its own scratch: even load, warm caches."""
GAMES: Final = 4096


@entry_parallel
def _step(
    lanes: Lanes,
    actions: Any,
    outcomes: Any,
    half: int,
    forced: bool,
    reward: int,
    row: Step,
    scratch: Any,
) -> None:
    games = len(actions)
    for c in many(CHUNKS):
        for i in range(c * games // CHUNKS, (c + 1) * games // CHUNKS):
            most = outcomes[i] if half == BEGIN else ALL
            n = advance(lanes, i, actions[i], most, half, forced, reward, row, scratch[c])
            if half != BEGIN:
                show(lanes.table[i], n, row, i, True, scratch[c])


@entry_parallel
def _observe(table: Any, seats: Any, out: Any) -> None:
    for i in many(len(seats)):
        clear(out[i])
        if 0 <= seats[i] < table[i].players:
            write_seen(table[i], int(seats[i]), out[i])


@entry_parallel
def _choose(masks: Any, rngs: Any, actions: Any) -> None:
    for i in many(len(actions)):
        actions[i] = choose(masks[i], rngs[i])


def start_records(houses: tuple[House, ...], position: str | None = None) -> Any:
    """A table with a record for each kind of game, which its lanes start from."""
    games = [Game.new(house=house, seed=0) for house in houses]
    if position is not None:
        games = [Game.from_position(position)]
    if any(game.over for game in games):
        raise ValueError("position: the game is over, there is nothing to play")
    states = [game.state for game in games]
    if PLAIN:
        return states
    return np.frombuffer(bytearray(b"".join(to_record(s).tobytes() for s in states)), STATE)


class VectorEnv:
    """Games side by side: `games` of one `house`, or a `mix` of kinds. `reset`, then `step` with
    one action per game for the seat that is to move there. Games that end start again by
    themselves.

    `forced` moves, those without a choice, are played inside the step. So many `twins`,
    neighbouring lanes, share the luck of their deals."""

    def __init__(
        self,
        games: int | None = None,
        house: House | None = None,
        seed: int = 0,
        rewards: str = "place",
        position: str | None = None,
        *,
        mix: Mix | None = None,
        forced: bool = False,
        twins: int = 1,
    ) -> None:
        if CUDA:
            raise RuntimeError("RIALTO_JIT=cuda: use rialto.research.cuda.CudaVectorEnv")
        kinds = kinds_of(games, house, mix, GAMES)
        self.houses = kinds.houses
        self.kinds = kinds.of_lanes
        self.games = len(self.kinds)
        self.forced = forced
        self.twins = check_twins(twins, self.games)
        self.reward = REWARDS.index(check_rewards(rewards))
        self._lanes = Lanes(
            new_table(self.games),
            start_records(self.houses, position),
            self.kinds,
            np.zeros((self.games, WORDS), np.int64),
            luck_of(self.games, seed, twins),
            np.zeros((self.games, SEATS, CAUSES), np.int16),
        )
        self.players = np.array([int(s.players) for s in self._lanes.starts], np.int8)[self.kinds]
        """(games,): how many play in each."""
        self.now = Step(
            np.zeros((self.games, SIZE), np.int8),
            np.zeros((self.games, PLAYER_ACTIONS), np.int8),
            np.zeros(self.games, np.int8),
            np.zeros((self.games, SEATS), np.float32),
            np.zeros(self.games, np.bool_),
            np.zeros((self.games, SEATS), np.int8),
            np.zeros((self.games, SEATS), np.int16),
            np.zeros((self.games, SEATS, PARTS), np.int16),
        )
        """What the last step gave."""
        self._outcomes = np.zeros(self.games, np.int64)
        self._scratch = np.zeros((CHUNKS, ACTIONS), np.int16)
        self.reset(seed)

    def reset(self, seed: int = 0) -> Step:
        """New games in every lane; the same seed gives the same chance."""
        for i in range(self.games):
            seed_words(self._lanes.rngs[i], seed, i)
        self._lanes.luck[:] = luck_of(self.games, seed, self.twins)
        return self.restart(np.ones(self.games, np.bool_))

    def restart(self, lanes: ArrayLike, out: Step | None = None) -> Step:
        """New games where `lanes` (one truth value per game) says so; the others stay as they are,
        and no game counts as ended."""
        chosen = np.asarray(lanes)
        if chosen.shape != (self.games,) or chosen.dtype != np.bool_:
            raise ValueError(f"lanes must be {self.games} truth values")
        return self._advance(np.where(chosen, RESTART, STAY), STEP, out)

    def step(self, actions: ArrayLike, out: Step | None = None) -> Step:
        """One action in every game. Refused as a whole, with nothing changed, if any is illegal.
        `out` takes the results instead of the environment's own arrays."""
        return self._advance(self._checked(actions), STEP, out)

    def begin(self, actions: ArrayLike, outcomes: ArrayLike) -> None:
        """The first half of a step: the actions, and at most so many outcomes of chance in each
        game. What players see then, `observe` tells; `finish` must follow."""
        self._outcomes[:] = outcomes
        self._advance(self._checked(actions), BEGIN, None)

    def finish(self, out: Step | None = None) -> Step:
        """The other half of a step that was begun."""
        return self._advance(np.full(self.games, STAY), FINISH, out)

    def observe(self, seats: ArrayLike, out: NDArray[np.int8] | None = None) -> NDArray[np.int8]:
        """What a seat of each game sees now, whoever is to move (one number for all, or one for
        each game); zeros where there is no such player."""
        if out is None:
            out = np.zeros((self.games, SIZE), np.int8)
        check_rows(out, self.games, SIZE, "out")
        _observe(self._lanes.table, np.broadcast_to(seats, self.games).astype(np.int8), out)
        return out

    def choose(self) -> NDArray[np.int64]:
        """Any legal action in every game, by the lanes' own random words."""
        actions = np.zeros(self.games, np.int64)
        _choose(self.now.masks, self._lanes.rngs, actions)
        return actions

    def stagger(self, steps: int = 400) -> Step:
        """So many steps of random play in which every lane starts anew once, each at another time,
        so that they do not all stand at the same point of the game."""
        turns = np.random.default_rng(0).permutation(self.games) * steps // self.games
        for n in range(steps):
            self._advance(np.where(turns == n, RESTART, self.choose()), STEP, None)
        return self.now

    def _advance(self, actions: NDArray[np.int64], half: int, out: Step | None) -> Step:
        row = out or self.now
        check_rows(row.observations, self.games, SIZE, "observations")
        check_rows(row.masks, self.games, PLAYER_ACTIONS, "masks")
        _step(
            self._lanes,
            actions,
            self._outcomes,
            half,
            self.forced,
            self.reward,
            row,
            self._scratch,
        )
        if half & FINISH:
            self.now = row
        return row

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        chosen = np.asarray(actions)
        if chosen.shape != (self.games,) or chosen.dtype.kind not in "iu":
            raise ValueError(f"actions must be {self.games} whole numbers")
        within = (chosen >= 0) & (chosen < PLAYER_ACTIONS)
        found = self.now.masks[np.arange(self.games), np.where(within, chosen, 0)] > 0
        legal = within & found
        if not legal.all():
            lane = int(np.argmin(legal))
            raise IllegalActions(lane, int(chosen[lane]), int(self.now.to_move[lane]))
        return chosen.astype(np.int64, copy=False)

    def records(self) -> NDArray[np.void]:
        """The states themselves, hidden cards and all: for tests and for whoever runs the games."""
        if not PLAIN:
            return np.asarray(self._lanes.table)
        return np.frombuffer(b"".join(to_record(s).tobytes() for s in self._lanes.table), STATE)

    # The last step's arrays by name.

    @property
    def observations(self) -> NDArray[np.int8]:
        return np.asarray(self.now.observations)

    @property
    def masks(self) -> NDArray[np.int8]:
        return np.asarray(self.now.masks)

    @property
    def to_move(self) -> NDArray[np.int8]:
        return np.asarray(self.now.to_move)

    @property
    def returns(self) -> NDArray[np.float32]:
        return np.asarray(self.now.returns)

    @property
    def dones(self) -> NDArray[np.bool_]:
        return np.asarray(self.now.dones)
