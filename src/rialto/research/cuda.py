"""The vector environment and random playouts on a GPU (`kernels.py`), with their arrays there."""

from typing import Any, Final

import numpy as np

from rialto.bots.net.shape import CAUSES, PARTS
from rialto.engine.batch import DECISIONS, GAMES, OUTCOMES, Counts
from rialto.engine.box import SEATS
from rialto.engine.house import House
from rialto.engine.jit import CUDA
from rialto.engine.moves import PLAYER_ACTIONS
from rialto.research.features import SIZE
from rialto.research.kinds import Mix, check_rows, check_twins, kinds_of, luck_of
from rialto.research.lanes import (
    BEGIN,
    FINISH,
    RESTART,
    STAY,
    STEP,
    IllegalActions,
    Lanes,
    Step,
)
from rialto.research.tensors import REWARDS, check_rewards

if not CUDA:
    raise ImportError("rialto.research.cuda needs RIALTO_JIT=cuda in the environment")

from rialto.research import kernels
from rialto.research.kernels import BLOCK, blocks, clear, cuda

LANES: Final = 65536


class CudaPlayouts:
    """Random games, one lane to a thread; the same numbers as `engine.batch.Lanes` gives."""

    def __init__(self, house: House | None = None, lanes: int = LANES, seed: int = 0) -> None:
        self.start = kernels.start_records((house or House(),))
        self.rngs = kernels.seeded(lanes, seed)
        self.tally = cuda.device_array((lanes, 3), np.int64)
        self.lanes = lanes

    def play(self, games: int = 1, block: int = BLOCK) -> Counts:
        """So many more games in every lane; how much that was."""
        kernels.play_games[blocks(self.lanes, block), block](
            self.start, self.rngs, games, self.tally
        )
        played = self.tally.copy_to_host().sum(axis=0)
        return Counts(int(played[DECISIONS]), int(played[OUTCOMES]), int(played[GAMES]))


class CudaVectorEnv:
    """The vector environment (`vector.VectorEnv`) with its arrays on the GPU. Everything that
    launches a kernel takes a `stream` (0: the default one)."""

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
        kinds = kinds_of(games, house, mix, LANES)
        self.houses = kinds.houses
        self.kinds = kinds.of_lanes
        self.games = len(self.kinds)
        self.forced = forced
        self.twins = check_twins(twins, self.games)
        self.reward = REWARDS.index(check_rewards(rewards))
        starts = kernels.start_records(self.houses, position)
        self._lanes = Lanes(
            kernels.new_lanes(self.games),
            starts,
            cuda.to_device(self.kinds),
            cuda.device_array((self.games, 4), np.int64),
            cuda.to_device(luck_of(self.games, seed, twins)),
            cuda.device_array((self.games, SEATS, CAUSES), np.int16),
        )
        self.now = Step(
            cuda.device_array((self.games, SIZE), np.int8),
            cuda.device_array((self.games, PLAYER_ACTIONS), np.int8),
            cuda.device_array(self.games, np.int8),
            cuda.device_array((self.games, SEATS), np.float32),
            cuda.device_array(self.games, np.bool_),
            cuda.device_array((self.games, SEATS), np.int8),
            cuda.device_array((self.games, SEATS), np.int16),
            cuda.to_device(np.zeros((self.games, SEATS, PARTS), np.int16)),
        )
        """What the last step gave."""
        self._outcomes = cuda.to_device(np.zeros(self.games, np.int64))
        self._stay = cuda.to_device(np.full(self.games, STAY))
        self.reset(seed)

    def reset(self, seed: int = 0) -> Step:
        """New games in every lane; the same seed gives the same chance as on the CPU."""
        kernels.seed_lanes[blocks(self.games), BLOCK](self._lanes.rngs, seed)
        self._lanes.luck.copy_to_device(luck_of(self.games, seed, self.twins))
        return self.restart(np.ones(self.games, np.bool_))

    def restart(self, lanes: Any, out: Step | None = None, stream: Any = 0) -> Step:
        """New games where `lanes` (one truth value per game, on the host) says so; the others stay
        as they are, and no game counts as ended."""
        chosen = np.asarray(lanes)
        if chosen.shape != (self.games,) or chosen.dtype != np.bool_:
            raise ValueError(f"lanes must be {self.games} truth values")
        return self._advance(cuda.to_device(np.where(chosen, RESTART, STAY)), STEP, out, stream)

    def step(
        self, actions: Any, check: bool = True, out: Step | None = None, stream: Any = 0
    ) -> Step:
        """One action in every game: whole numbers in an array on the device (or the host). Refused
        as a whole, with nothing changed, if any is illegal. check=False leaves that out, and with
        it the wait for the device: only for actions that surely come from `masks`. `out` takes the
        results instead of the environment's own arrays."""
        return self._advance(self._checked(actions, check), STEP, out, stream)

    def begin(self, actions: Any, outcomes: Any, check: bool = True, stream: Any = 0) -> None:
        """The first half of a step: the actions, and at most so many outcomes of chance in each
        game. What players see then, `observe` tells; `finish` must follow."""
        chosen = self._checked(actions, check)
        kernels.step[blocks(self.games), BLOCK, stream](
            self._lanes, chosen, outcomes, BEGIN, self.forced, self.reward, self.now
        )

    def finish(self, out: Step | None = None, stream: Any = 0) -> Step:
        """The other half of a step that was begun."""
        return self._advance(self._stay, FINISH, out, stream)

    def observe(self, seats: Any, out: Any = None, stream: Any = 0) -> Any:
        """What a seat of each game sees now, whoever is to move (a whole number for each game);
        zeros where there is no such player."""
        if out is None:
            out = cuda.device_array((self.games, SIZE), np.int8)
        check_rows(out, self.games, SIZE, "out")
        clear(out, stream)
        kernels.observe[blocks(self.games), BLOCK, stream](self._lanes.table, seats, out)
        return out

    def choose(self, stream: Any = 0) -> Any:
        """Any legal action in every game, by the lanes' own random words."""
        actions = cuda.device_array(self.games, np.int64)
        kernels.choose_any[blocks(self.games), BLOCK, stream](
            self.now.masks, self._lanes.rngs, actions
        )
        return actions

    def stagger(self, steps: int = 400) -> Step:
        """So many steps of random play in which every lane starts anew once, each at another time,
        so that they do not all stand at the same point of the game."""
        turns = np.random.default_rng(0).permutation(self.games) * steps // self.games
        there = cuda.to_device(turns)
        for n in range(steps):
            actions = self.choose()
            kernels.restart_some[blocks(self.games), BLOCK](there, n, actions)
            self._advance(actions, STEP, None, 0)
        return self.now

    def _advance(self, actions: Any, half: int, out: Step | None, stream: Any) -> Step:
        row = out or self.now
        check_rows(row.observations, self.games, SIZE, "observations")
        check_rows(row.masks, self.games, PLAYER_ACTIONS, "masks")
        clear(row.observations, stream)
        clear(row.masks, stream)
        kernels.step[blocks(self.games), BLOCK, stream](
            self._lanes, actions, self._outcomes, half, self.forced, self.reward, row
        )
        self.now = row
        return row

    def _checked(self, actions: Any, check: bool) -> Any:
        if tuple(actions.shape) != (self.games,) or np.dtype(actions.dtype).kind not in "iu":
            raise ValueError(f"actions must be {self.games} whole numbers")
        if check:
            first = cuda.to_device(np.full(1, self.games))
            kernels.find_illegal[blocks(self.games), BLOCK](self.now.masks, actions, first)
            lane = int(first.copy_to_host()[0])
            if lane < self.games:
                seat = int(self.now.to_move.copy_to_host()[lane])
                raise IllegalActions(lane, int(actions[lane]), seat)
        return actions

    # The last step's arrays by name.

    @property
    def observations(self) -> Any:
        return self.now.observations

    @property
    def masks(self) -> Any:
        return self.now.masks

    @property
    def to_move(self) -> Any:
        return self.now.to_move

    @property
    def returns(self) -> Any:
        return self.now.returns

    @property
    def dones(self) -> Any:
        return self.now.dones
