"""A bot's choice does not change when what it may not know changes."""

import pytest

from rialto.bots.greedy import appraise_at
from rialto.bots.roster import make_bot
from rialto.bots.thought.workspace import new_desk
from rialto.engine.game import Game
from rialto.engine.guess import guess
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record, head_bytes
from tests.bots.sitting import positions


def other_truth(game: Game, p: int, seed: int) -> Game:
    """A game that seat p cannot tell from this one."""
    twin = game.copy()
    twin._table = guess(game.view(p), new_rng(seed))
    return twin


@pytest.mark.parametrize(
    "bot",
    ["random", "greedy", "search:20it", "net", "net:8:within=5:points=1", "doge:8:rounds_2=0"],
)
@pytest.mark.parametrize("players", [2, 4])
def test_non_interference(bot: str, players: int) -> None:
    different = 0
    every = 12 if ":" in bot and "it" not in bot else 3  # playing out takes time in plain Python
    for number, (game, p, legal) in enumerate(positions(["greedy:30slips"] * players, 21)):
        if number % every or len(legal) == 1:
            continue
        twin = other_truth(game, p, number)
        different += head_bytes(twin._table) != head_bytes(game._table)
        assert twin.legal(p) == legal
        chosen = make_bot(bot, seed=number).choose(game.view(p), legal)
        assert make_bot(bot, seed=number).choose(twin.view(p), legal) == chosen
    assert different > 60 // every


def test_greedy_inside_the_search_sees_no_more_than_a_view() -> None:
    """In rollouts greedy runs on a whole state: it must decide as if it saw the view only."""
    desk = new_desk()
    asked = 0
    for game, p, legal in positions(["greedy:30slips"] * 4, 22):
        for i, move in enumerate(legal):
            desk.out[i] = move.action
        seen = []
        for table in (from_record(game.view(p).table[0]), game._table):
            appraise_at(table, 0, p, len(legal), desk)
            seen.append(list(desk.values[: len(legal)]))
        assert seen[0] == seen[1]
        asked += 1
    assert asked > 50
