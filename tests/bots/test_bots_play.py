"""Bots play whole games: always legal, the same again, and the better one wins."""

import pytest

from rialto.bots.greedy import Greedy
from rialto.engine.game import Decision, House
from tests.bots.sitting import a_question, play

pytestmark = pytest.mark.xdist_group("bots")

HOUSES = [
    *(House(players=n) for n in (2, 3, 4, 5)),
    House(players=2, neutral=True),
    House.edition("hungarian", players=4, board="banks"),
    House.edition("german-short", players=3),
]


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("bot", ["random", "greedy", "greedy:40slips"])
def test_no_illegal_move(bot: str, house: House) -> None:
    for seed in range(4):
        assert play([bot] * house.players, seed, house).over


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_search_makes_no_illegal_move(house: House) -> None:
    names = ["search:20it", "greedy:40slips", "search:20it", "random", "search:20it"]
    assert play(names[: house.players], 3, house).over


@pytest.mark.parametrize("bot", ["random", "greedy:20slips", "search:20it", "search:20it:2cores"])
def test_the_same_seed_gives_the_same_game(bot: str) -> None:
    first, second = play([bot] * 3, 11), play([bot] * 3, 11)
    assert first.log == second.log
    assert play([bot] * 3, 12).log != first.log


def test_greedy_beats_random() -> None:
    for seed in range(10):
        assert play(["greedy", "random"], seed).ranking[0] == 0
        assert play(["random", "random", "greedy", "random"], seed).ranking[0] == 2


def test_search_beats_greedy() -> None:
    wins = 0
    for seed in range(4):
        wins += play(["search:60it", "greedy"], seed).ranking[0] == 0
        wins += play(["greedy", "search:60it"], seed).ranking[0] == 1
    assert wins >= 6


QUESTIONS = "START ROW GREEN DISCARD PLAY BUILD BRIDGE GONDOLA COUNCIL BLUE".split()


@pytest.mark.parametrize("asked", QUESTIONS)
def test_greedy_has_an_opinion_on_every_question(asked: str) -> None:
    """Each kind of decision is appraised on its own: not every move is worth the same."""
    game, p, legal = a_question(Decision[asked], since=0 if asked == "START" else 3)
    assert len(set(Greedy().values(game.view(p), legal))) > 1
