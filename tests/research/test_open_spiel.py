"""OpenSpiel's own judges, unmodified, on python_rialto."""

import json
import random
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from rialto.engine.game import Game
from rialto.engine.guess import fits_at
from rialto.engine.moves import PLAYER_ACTIONS
from rialto.engine.state import from_record, to_record
from rialto.research import stranger
from rialto.research.features import named, scaled
from rialto.research.open_spiel import HIDDEN_CARD, HIDDEN_DISCARD, Resampler
from rialto.research.tensors import action_mask, observation

pytestmark = [pytest.mark.research, pytest.mark.xdist_group("open_spiel")]

FULL = "python_rialto"
MINI = "python_rialto(position=mini)"
PLAYTHROUGHS = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def walk(game: Any, seed: int) -> Any:
    """States of one random game, from the root to the end."""
    chooser = random.Random(seed)
    state = game.new_initial_state()
    while True:
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, odds)[0])
        else:
            state.apply_action(chooser.choice(state.legal_actions()))


@pytest.mark.parametrize(
    "name",
    [
        "python_rialto(players=2)",
        "python_rialto(players=2,neutral=True)",
        "python_rialto(players=3,edition=czech,board=banks)",
        "python_rialto(players=4,rewards=points)",
        "python_rialto(players=5,edition=german-short)",
        MINI,
    ],
)
def test_random_simulation_with_serialisation(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def run_judge(base: type[unittest.TestCase], name: str, game: str) -> None:
    """One of OpenSpiel's API test classes, made for our game the way their loader makes them."""
    judge = type(f"Judge_{name}", (base,), {"game_name": name, "game": pyspiel.load_game(game)})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(judge).run(result)
    assert result.testsRun >= 5
    assert not result.errors and not result.failures, (result.errors + result.failures)[0][1]


@pytest.mark.parametrize("name", [FULL, "python_rialto(players=2,neutral=True)", MINI])
def test_api_on_part_of_the_tree(name: str) -> None:
    run_judge(api_test.EnforceAPIOnPartialTreeBase, "python_rialto", name)


def test_api_on_the_full_tree_of_mini(monkeypatch: pytest.MonkeyPatch) -> None:
    # Their tables of expected counts: chance, playable, terminal nodes; information states.
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "rialto_mini", (19, 679, 540))
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "rialto_mini", 511)
    run_judge(api_test.EnforceAPIOnFullTreeBase, "rialto_mini", MINI)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=lambda path: str(path.stem))
def test_playthrough(path: Path) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    expected, actual = generate_playthrough.replay(str(path))
    assert expected.splitlines() == actual.splitlines()


def test_there_are_playthroughs() -> None:
    assert {path.stem for path in PLAYTHROUGHS} == {"mini", "neutral"}


def test_observations_are_the_views() -> None:
    game = pyspiel.load_game("python_rialto(players=3)")
    observer = make_observation(game)
    for n, state in enumerate(walk(game, 4)):
        if n % 7 or state.is_terminal():
            continue
        for p in range(3):
            expected = scaled(observation(state.rialto.view(p)))
            assert np.array_equal(np.array(state.observation_tensor(p), np.float32), expected)
            observer.set_from(state, p)
            assert observer.dict["hand"].tolist() == named(expected)["hand"].tolist()


def test_what_others_draw_and_discard_is_not_heard() -> None:
    """Two games that differ in a card that A draws: A's memories differ, B's are the same."""
    game = pyspiel.load_game(MINI)
    first, second = game.new_initial_state(), game.new_initial_state()
    (a, _), (b, _), *_ = first.chance_outcomes()
    first.apply_action(a)
    second.apply_action(b)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(1) == second.information_state_string(1)
    assert first.observation_string(1) == second.observation_string(1)
    assert first.information_state_tensor(1) == second.information_state_tensor(1)
    assert first.observation_tensor(1) == second.observation_tensor(1)
    assert first.observation_string(0) != second.observation_string(0)
    heard = [state.heard(1) for state in walk(pyspiel.load_game("python_rialto(players=2)"), 1)]
    assert HIDDEN_CARD in heard[-1] and HIDDEN_DISCARD in heard[-1]
    assert HIDDEN_DISCARD > HIDDEN_CARD > PLAYER_ACTIONS


def test_a_position_is_a_root() -> None:
    played = Game.new(players=3, seed=5)
    played.run_chance()
    for _ in range(60):
        seat = played.to_move[0]
        played.play(played.legal(seat)[-1])
        played.run_chance()
    game = pyspiel.load_game("python_rialto", {"position": played.position()})
    state = game.new_initial_state()
    assert game.num_players() == 3
    assert state.rialto.checksum() == played.checksum()
    clauses = played.position().strip().replace("\n", "; ")
    again = pyspiel.load_game(f"python_rialto(position={clauses})")
    assert again.new_initial_state().rialto.checksum() == played.checksum()
    copy = pyspiel.load_game(str(again))
    assert copy.new_initial_state().rialto.position() == played.position()


def test_bad_parameters_are_named() -> None:
    for parameters, word in (
        ({"players": 7}, "players"),
        ({"edition": "venetian"}, "edition"),
        ({"rewards": "glory"}, "rewards"),
        ({"position": "seats A B\nstage nowhere"}, "stage"),
    ):
        with pytest.raises(ValueError, match=word):
            pyspiel.load_game("python_rialto", parameters)


def test_resampled_states_look_the_same_to_the_player() -> None:
    game = pyspiel.load_game("python_rialto(players=3)")
    resample = Resampler(1)
    others = 0
    for n, state in enumerate(walk(game, 9)):
        if n % 5 or state.is_terminal() or state.is_chance_node():
            continue
        p = state.current_player()
        fitting = resample(state, p)
        assert fitting.observation_string(p) == state.observation_string(p)
        assert fitting.legal_actions() == state.legal_actions()
        assert fits_at(from_record(to_record(fitting.rialto.state)[0]), 0, p)
        others += fitting.rialto.checksum() != state.rialto.checksum()
    assert others > 10


def ismcts_bot(game: Any, seed: int, simulations: int) -> Any:
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
    return ismcts.ISMCTSBot(
        game,
        evaluator,
        uct_c=2.0,
        max_simulations=simulations,
        random_state=np.random.RandomState(seed),
        use_observation_string=True,
    )


def test_ismcts_plays_a_whole_game() -> None:
    game = pyspiel.load_game("python_rialto(players=2)")
    bot = ismcts_bot(game, 3, simulations=2)
    bot.set_resampler(Resampler(3))
    chooser = random.Random(3)
    state = game.new_initial_state()
    asked = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chooser.choices(outcomes, odds)[0])
        elif state.current_player() == 0 and state.rialto.state.round_no != 3:
            action = bot.step(state)
            assert action_mask(state.rialto, 0)[action] == 1
            state.apply_action(action)
            asked += 1
        else:
            state.apply_action(chooser.choice(state.legal_actions()))
    assert asked > 30
    assert sum(state.returns()) == 0


def test_a_stranger_plays_at_our_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    command = ["--out", str(out), "--against", "random", "--games", "1", "--simulations", "2"]
    assert stranger.main(command) == 0
    first, second = map(json.loads, out.read_text("utf-8").splitlines())
    assert first["match"] == second["match"] == "ladder ismcts:2,random 2 standard"
    assert first["bots"] == second["bots"][::-1] == ["ismcts:2", "random"]
    assert first["faults"] == second["faults"] == 0
    assert stranger.main(command) == 0
    assert len(out.read_text("utf-8").splitlines()) == 2, "played again"
    assert stranger.main([*command, "--simulations", "0"]) == 2
    assert "must be above 0" in capsys.readouterr().err


def test_ismcts_without_a_resampler_asks_the_state() -> None:
    game = pyspiel.load_game(MINI)
    bot = ismcts_bot(game, 1, simulations=30)
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert bot.step(state) in state.legal_actions()
