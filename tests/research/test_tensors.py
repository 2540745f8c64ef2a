"""The encoding: complete, relative to the observer, and blind to what the observer may not know."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rialto.engine.box import KINDS
from rialto.engine.game import Game
from rialto.engine.guess import guess
from rialto.engine.house import OPTIONS, House
from rialto.engine.moves import PLAYER_ACTIONS, Move, player_action
from rialto.engine.rng import new_rng
from rialto.engine.state import from_record, to_record
from rialto.research import features
from rialto.research.features import HIGH, LOW, SIZE, SLICES, VERSION, named, scaled
from rialto.research.tensors import action_mask, observation, returns, write_view

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("research")]

HOUSES = [
    House(players=2),
    House(players=2, neutral=True),
    House(players=3, board="banks"),
    House.edition("czech", players=4),
    House.edition("german-short", players=5),
]


def games(house: House, seed: int, every: int = 1) -> Iterator[Game]:
    """One random game, shown before every so many decisions, and at its end."""
    chooser = random.Random(seed)
    game = Game.new(house=house, seed=seed)
    game.run_chance()
    n = 0
    while not game.over:
        if n % every == 0:
            yield game
        n += 1
        game.play(chooser.choice(game.legal(game.to_move[0])))
        game.run_chance()
    yield game


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: f"{house.players}{house.neutral}")
def test_values_lie_within_their_bounds(house: House) -> None:
    for game in games(house, 1, 3):
        for p in range(house.players):
            seen = observation(game.view(p))
            assert seen.shape == (SIZE,) and seen.dtype == np.int8
            assert (seen >= LOW).all() and (seen <= HIGH).all()


def state_vector(game: Game, p: int) -> Any:
    out = np.zeros(SIZE, np.int8)
    write_view(from_record(to_record(game.state)[0]), 0, p, out)
    return out


@pytest.mark.parametrize("house", HOUSES, ids=lambda house: f"{house.players}{house.neutral}")
def test_nothing_hidden_goes_in(house: House) -> None:
    """The writer on the whole truth, on the view, and on other truths that fit the view."""
    rng = new_rng(3)
    different = 0
    for game in games(house, 2, 5):
        for p in range(house.players):
            seen = observation(game.view(p))
            assert np.array_equal(state_vector(game, p), seen)
            if game.over:
                continue
            other = Game(house, 0, game.names, to_record(guess(game.view(p), rng)[0]))
            different += other.checksum() != game.checksum()
            assert np.array_equal(state_vector(other, p), seen)
    assert different > 20, "the test saw no other truth"


def test_own_cards_do_go_in() -> None:
    for game in games(House(players=3), 4, 10):
        for p in range(3):
            own = named(observation(game.view(p)))
            assert own["hand"].tolist() == [int(game.state.hand[p][k]) for k in range(KINDS)]
            assert own["sealed"].tolist() == [int(game.state.sealed[p][k]) for k in range(KINDS)]


def test_slots_are_relative_to_the_observer() -> None:
    for game in games(House(players=4), 5, 10):
        coins = [int(n) for n in game.state.coins[:4]]
        for p in range(4):
            own = named(observation(game.view(p)))
            assert own["coins"].tolist() == [*coins[p:], *coins[:p], 0]
            if not game.over:
                (slot,) = np.flatnonzero(own["actor"])
                assert (p + slot) % 4 == game.to_move[0]


def test_different_views_give_different_vectors() -> None:
    """Nothing that the seat sees is lost: along a game no two views share a vector."""
    found: dict[bytes, bytes] = {}
    for game in games(House(players=3), 6):
        view = game.view(1)
        assert found.setdefault(observation(view).tobytes(), view.to_bytes) == view.to_bytes


def test_scaled_and_named() -> None:
    game = next(games(House(players=2), 1))
    seen = observation(game.view(0))
    assert scaled(seen).dtype == np.float32
    assert np.allclose(scaled(seen) * features.SCALE, seen)
    assert sum(part.size for part in named(seen).values()) == SIZE


def test_masks_are_the_legal_moves() -> None:
    for game in games(House(players=2), 7, 4):
        for p in range(2):
            mask = action_mask(game, p)
            assert mask.shape == (PLAYER_ACTIONS,)
            allowed = [Move(p, player_action(int(a))) for a in np.flatnonzero(mask)]
            assert allowed == sorted(game.legal(p))


def test_returns_by_place_and_by_points() -> None:
    for house in HOUSES:
        *_, game = games(house, 8, 1000)
        assert game.over
        by_place = returns(game, "place")
        assert by_place[game.ranking[0]] == 1.0 and by_place[game.ranking[-1]] == -1.0
        assert abs(sum(by_place)) < 1e-12
        assert returns(game, "points") == [float(score.total) for score in game.scores]
    with pytest.raises(ValueError, match="glory"):
        returns(game, "glory")
    assert returns(Game.new(players=3, seed=1)) == [0.0, 0.0, 0.0]


def test_the_table_in_the_docs_is_the_table() -> None:
    page = Path(__file__).parents[2] / "docs" / "research" / "observation.md"
    assert features.markdown_table() in page.read_text("utf-8")
    assert f"version {features.VERSION}" in page.read_text("utf-8")


def test_the_options_are_seen() -> None:
    """Each option switched alone changes its own number and no other."""
    usual = House(players=2)
    plain = observation(Game.new(house=usual, seed=1).view(0))
    changed = []
    for option in OPTIONS:
        other = not usual.options[option.name]
        house = House.from_dict({**usual.as_dict(), option.name: other})
        seen = observation(Game.new(house=house, seed=1).view(0))
        (place,) = np.flatnonzero(seen != plain)
        assert seen[place] == other
        changed.append(int(place))
    early, late = SLICES["options"], SLICES["more_options"]
    assert changed == [*range(early.start, early.stop), *range(late.start, late.stop)]
    assert (VERSION, SIZE, PLAYER_ACTIONS) == (2, 675, 320)
