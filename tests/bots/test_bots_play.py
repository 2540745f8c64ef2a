"""Bots play whole games: always legal, the same again, and the better one wins."""

import pytest

from rialto.bots.greedy import Greedy
from rialto.bots.roster import make_bot
from rialto.engine.game import Game, House
from rialto.engine.ids import Decision
from tests.bots.sitting import a_question, play

HOUSES = [
    *(House(players=n) for n in (2, 3, 4, 5)),
    House(players=2, neutral=True),
    House.edition("hungarian", players=4, board="banks"),
    House.edition("german-short", players=3),
    House.edition("czech", players=2),
]


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("bot", ["random", "greedy", "greedy:40slips", "net:3"])
def test_no_illegal_move(bot: str, house: House) -> None:
    for seed in range(4):
        assert play([bot] * house.players, seed, house).over


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_search_makes_no_illegal_move(house: House) -> None:
    names = ["search:20it", "greedy:40slips", "search:20it", "random", "search:20it"]
    assert play(names[: house.players], 3, house).over


@pytest.mark.parametrize(
    "bot", ["random", "greedy:20slips", "search:20it", "search:20it:2cores", "net:2"]
)
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


LAST_BRIDGE = """
seats A B   placing-is-optional yes   round 6   stage actions   step bridge   strength A1
coins A0 B0   top 5/6
"""
DISTRICTS = ("cannaregio", "castello", "san-marco", "santa-croce", "san-polo", "dorsoduro")


@pytest.mark.parametrize("bot", ["greedy", "search:60it"])
@pytest.mark.parametrize(("council", "leaves"), [("B3", True), ("A3 B1", False)])
def test_a_bridge_that_helps_the_rival_alone_is_left(bot: str, council: str, leaves: bool) -> None:
    """Q9: wherever it would lie, its points go to whoever has the councillors there."""
    stand = "\n".join(f"council {district} {council}" for district in DISTRICTS)
    game = Game.from_position(LAST_BRIDGE + stand, seed=1)
    chosen = make_bot(bot, 1).choose(game.view(0), game.legal(0))
    assert (chosen.text == "done") == leaves


def test_greedy_appraises_a_gondola_alone() -> None:
    """A councillor that comes with it is worth something where it can still change a place."""
    stand = "council castello B1   council san-marco B1   private A2   general A2   "
    position = LAST_BRIDGE.replace("step bridge", "step gondola").replace("round 6", "round 2")
    game = Game.from_position(position + stand, seed=1)
    legal = game.legal(0)
    worth = dict(zip([m.text for m in legal], Greedy().values(game.view(0), legal), strict=True))
    assert worth["gondola castello:san-marco"] > worth["gondola castello:san-marco alone"]
