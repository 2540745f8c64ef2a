"""A seed is the luck of a game: fixed for good, in both modes, for the game and for its copies."""

import pytest

from rialto import Game, House
from rialto.engine.rng import below, new_rng
from tests.engine.both_modes import in_mode

FIRST_DRAWS = {
    1: "santa-croce dorsoduro cannaregio castello san-polo san-marco C 3/6",
    2**70 + 3: "dorsoduro san-polo san-marco santa-croce cannaregio castello B 4/6",
}


@pytest.mark.parametrize("seed", FIRST_DRAWS)
def test_the_same_seed_brings_the_same_as_ever(seed: int) -> None:
    drawn = Game.new(players=3, seed=seed).run_chance()
    assert " ".join(move.text.split()[1] for move in drawn) == FIRST_DRAWS[seed]


@pytest.mark.parametrize(
    "house", [House(players=2, neutral=True), House(players=5)], ids=["neutral", "five"]
)
def test_a_copy_draws_what_its_original_draws(house: House) -> None:
    game, rng, draws = Game.new(house=house, seed=7), new_rng(7), 0
    while not game.over:
        if game.to_move == (-1,):
            drawn = game.draw()
            assert game.copy().draw() == drawn, f"after {game.version} moves"
            game.play(drawn)
            draws += 1
        else:
            legal = game.legal(game.to_move[0])
            game.play(legal[below(rng, len(legal))])
    assert draws > 150


@pytest.mark.compiled
def test_a_seeded_game_is_the_same_in_both_modes() -> None:
    assert in_mode("0", "seeded", 1) == in_mode("1", "seeded", 1)
