"""What a seat would look for and cannot have: each with a reason, in every kind of decision."""

import pytest

from rialto import Game, House
from rialto.engine.ids import Decision
from tests.engine.houses import COMPANIES

LOOKED_FOR = {Decision.START, Decision.ROW, Decision.PLAY, Decision.BUILD, Decision.BLUE}


@pytest.mark.parametrize("seed", range(3))
def test_what_is_blocked_is_not_legal_and_says_why(seed: int) -> None:
    met = set()
    for players, neutral in COMPANIES:
        game = Game.new(seed=seed, house=House(players=players, neutral=neutral))
        while not game.over:
            game.run_chance()
            for seat in game.to_move[:1]:
                legal = game.legal(seat)
                for move, why in game.blocked(seat, legal):
                    met.add(game.decision)
                    assert not game.is_legal(move) and why.rule, (game.decision, move.text)
                game.play(legal[(game.version * 7 + seed) % len(legal)])
            game.run_chance()
    assert met >= LOOKED_FOR
