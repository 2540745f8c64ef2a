"""Floors under the strength of the bots (`make long`); docs/bots.md has the figures.

Reckoned from the CPU time of single games, on two idle cores: 55 minutes for the level of 200 ms
against greedy, 10 for the net and the search that it guides, 8 for the levels against each other, 5
for 20,000 games of random and greedy, 3 for ten times the iterations, 3 for the blunders of levels,
5 for the rest.
`-k "not against_greedy and not level"` leaves out the long ones.
"""

import time
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from rialto.bots.levels import LEVELS
from rialto.bots.search import Search
from rialto.bots.thought.weights import WEIGHTS, W
from rialto.bots.tournament.arena import Arena, run_workers
from rialto.bots.tournament.standings import faults, standings
from rialto.bots.tuning.tune import Duel, tune
from rialto.bots.warmup import jobs_of
from rialto.cli.options import cores
from rialto.compile.warm import warm
from rialto.engine.game import House
from tests.bots.blunders import PASSES, REFUSES, count
from tests.bots.sitting import positions

pytestmark = pytest.mark.long

ABOUT_200_MS = "search:5000it"
"""The level that thinks about 200 ms a move with 4 players on one core (and less with 2)."""


def tournament(
    bots: list[str], players: int, games: int, house: House | None = None
) -> list[dict[str, Any]]:
    warm(jobs_of(bots), lambda *_: None)
    rules = house or House(players=2)
    jobs = Arena(tuple(bots), (players,), games, 1, rules).jobs()
    return sorted(run_workers(cores())(jobs), key=lambda result: result["game"])


def win_share(bots: list[str], players: int, games: int = 400) -> float:
    """Of the first bot; its interval is printed (pytest -s) for the page."""
    first = standings(tournament(bots, players, games))[0]
    share = first["win_share"]
    print(f"\n{bots} {players} players, {first['seats']} games: {share}")
    return float(share["mean"])


def test_greedy_against_random() -> None:
    assert win_share(["greedy", "random"], 2) >= 0.98
    assert win_share(["greedy", "random"], 4) >= 0.90


def test_search_against_greedy() -> None:
    assert win_share([ABOUT_200_MS, "greedy"], 2) >= 0.75
    assert win_share([ABOUT_200_MS, "greedy"], 4) >= 0.45


def test_ten_times_the_iterations() -> None:
    assert win_share(["search:400it", "search:40it"], 2) >= 0.55


def test_the_net_against_greedy() -> None:
    assert win_share(["net", "greedy"], 2) >= 0.95
    assert win_share(["net", "greedy"], 4) >= 0.80


def test_search_guided_by_the_net_beats_the_net() -> None:
    assert win_share(["doge:400", "net"], 2) > 0.52
    assert win_share(["doge:400", "net"], 4) > 0.26


def test_each_level_beats_the_one_below() -> None:
    names = [level.name for level in LEVELS]
    for weaker, stronger in pairwise(names):
        assert win_share([stronger, weaker], 2, 200) > 0.6


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_illegal_move_in_20_000_games(players: int) -> None:
    """A quarter of them with each number of players."""
    bots = ["random", "greedy"]
    assert not faults(tournament(bots, players, 5000))


def test_no_illegal_move_in_500_games_of_search() -> None:
    for players in (2, 3, 4, 5):
        assert not faults(tournament(["search:20it"], players, 112))
    assert not faults(tournament(["search:20it"], 2, 60, House(players=2, neutral=True)))


def test_a_thousand_iterations_take_60_ms() -> None:
    """CPU time on one core, in the middle of a 4-player game: step A of round 3."""
    search = Search(1, iterations=1000)
    spent = []
    for game, p, legal in positions(["greedy"] * 4, 3):
        if game.state.round_no == 3 and game.decision.name == "PLAY" and len(legal) > 1:
            started = time.process_time()
            search.choose(game.view(p), legal)
            spent.append(time.process_time() - started)
    assert min(spent[:3]) <= 0.060


def test_tuning_finds_back_what_a_bad_weight_cost() -> None:
    """From weights that think nothing of jokers and bridges, a short run gets better."""
    bad = np.array(WEIGHTS)
    bad[W.JOKER_COST] = bad[W.BRIDGE_BONUS] = bad[W.DOGE_SPACE] = 0.0
    better = tune(bad, minutes=2, seed=1)
    ahead, _ = Duel().margin(better, bad, 2, 500, 1)
    assert ahead > 0


def test_levels_do_not_blunder_as_a_temperature_alone_does() -> None:
    """The same seeds give the same games: 5.6 % and 0.9 % for the gentlest, in 100 games."""
    wrong, asked = count("net:10", 100)
    assert wrong[PASSES] / asked[PASSES] > 0.05
    for level in LEVELS[:-1]:
        wrong, asked = count(level.name, 100)
        assert wrong[PASSES] / asked[PASSES] < 0.015
        assert wrong[REFUSES] / asked[REFUSES] < 0.005
