"""OpenSpiel's own search as a stranger at our tables:
`python -m rialto.research.stranger --out games.jsonl`.

It plays through `open_spiel.py` and sees a View, as our bots do. Games are kept as those of
`rialto.bots.tournament.measure` are, for the same tables; the same command again plays what is
missing.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from rialto.bots.protocol import Bot
from rialto.bots.roster import UnknownBot, make_bot
from rialto.bots.tournament.measure import FAILED, Task, missing, play, tell
from rialto.bots.tournament.plan import Match
from rialto.engine.game import Game, Move, View
from rialto.engine.house import House
from rialto.engine.moves import player_number
from rialto.research.open_spiel import SHORT_NAME, Course, Resampler

NAME: Final = "ismcts"
SIMULATIONS: Final = 100
EXPLORE: Final = 2.0


class Stranger:
    """Information-set tree search with random rollouts, as OpenSpiel has it."""

    def __init__(self, players: int, seed: int, simulations: int = SIMULATIONS) -> None:
        self.name = f"{NAME}:{simulations}"
        self._game = pyspiel.load_game(f"{SHORT_NAME}(players={players})")
        self._search = ismcts.ISMCTSBot(
            self._game,
            mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed % 2**32)),
            uct_c=EXPLORE,
            max_simulations=simulations,
            random_state=np.random.RandomState(seed % 2**32),
            use_observation_string=True,  # a state that was dealt has no past
        )
        self._search.set_resampler(Resampler(seed))

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        state = self._game.new_initial_state()
        root = state.rialto
        state.course = Course(Game(root.house, 0, root.names, view.table.copy()), "place")
        action = self._search.step(state)
        return next(move for move in legal if player_number(move.action) == action)


def seat(name: str, seed: int, players: int) -> Bot:
    """A stranger, or one of ours."""
    kind, _, simulations = name.partition(":")
    return Stranger(players, seed, int(simulations)) if kind == NAME else make_bot(name, seed)


def play_stranger(task: Task) -> dict[str, Any]:
    players = task[1].players
    return play(task, lambda name, seed: seat(name, seed, players))


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m rialto.research.stranger")
    add = parser.add_argument
    add("--out", type=Path, required=True, help="FILE.jsonl; games that it holds are not repeated")
    add("--against", default="random,greedy,search:20it", help="bots, each in a match of its own")
    add("--games", type=int, default=8)
    add("--players", type=int, default=2)
    add("--simulations", type=int, default=SIMULATIONS)
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    args = parse(arguments)
    try:
        House(players=args.players)
        if min(args.games, args.simulations) < 1:
            raise ValueError("games and simulations must be above 0")
        others = args.against.split(",")
        for other in others:
            make_bot(other, 0)
        name = f"{NAME}:{args.simulations}"
        plan = [Match("ladder", (name, other), args.players, args.games) for other in others]
        tasks = missing(plan, args.out)
    except (UnknownBot, ValueError, OSError) as error:
        tell(f"rialto.research.stranger: {error}")
        return FAILED
    with args.out.open("a", encoding="utf-8") as file:
        for n, task in enumerate(tasks, 1):
            file.write(json.dumps(play_stranger(task)) + "\n")
            file.flush()
            tell(f"{n} of {len(tasks)} games")
    return 0


if __name__ == "__main__":
    sys.exit(main())
