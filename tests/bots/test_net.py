"""The net: whole numbers, the same everywhere; weights that are not sound are refused."""

import json
from collections import Counter
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import EXPECTED, FILE, load
from rialto.bots.net.sampling import POWERS, UNIT, WARM, best, pick, weigh
from rialto.bots.net.weights import BadNet, Weights, read_net, write_net
from rialto.bots.netplay import Bounds, Net
from rialto.engine.game import Game
from rialto.engine.ids import Decision
from rialto.engine.rng import new_rng
from tests.bots import net_prints
from tests.bots.sitting import a_question, play

pytestmark = pytest.mark.xdist_group("bots")


def test_the_numbers_are_those_that_were_kept() -> None:
    """Every output at 1,500 decisions of six kinds of tables, and draws."""
    kept = json.loads(net_prints.KEPT.read_text("utf-8"))
    assert kept["sha256"] == load()[1]["sha256"], "python -m tests.bots.net_prints --write"
    assert sum(count for count, *_ in kept["prints"]) > 1500
    assert net_prints.prints() == kept["prints"]


@pytest.mark.compiled
def test_plain_and_compiled_think_the_same() -> None:
    assert net_prints.in_mode("0") == net_prints.in_mode("1")


def test_the_weights_fit_in_the_wheel_and_say_how_they_were_made() -> None:
    about = load()[1]
    assert FILE.stat().st_size < 4_000_000
    assert {name: about[name] for name in EXPECTED} == EXPECTED
    assert all(line.startswith("python -m rialto.learning.train ") for line in about["commands"])
    assert about["commit"] and about["figures"]["decisions"] > 10**8


def changed(tmp_path: Path, **header: Any) -> Path:
    path = tmp_path / "other.net"
    w, about = load()
    write_net(path, w, {**about, **header})
    return path


def test_a_sound_copy_is_taken(tmp_path: Path) -> None:
    ours: list[Any] = list(load()[0])
    copies: list[Any] = list(load(changed(tmp_path))[0])
    assert all(np.array_equal(a, b) for a, b in zip(ours, copies, strict=True))


def test_another_observation_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadNet, match="is for observation 1, but here it is 2"):
        load(changed(tmp_path, observation=1))


def test_damaged_weights_are_refused(tmp_path: Path) -> None:
    data = bytearray(FILE.read_bytes())
    data[-1000] ^= 1
    path = tmp_path / "damaged.net"
    path.write_bytes(data)
    with pytest.raises(BadNet, match="damaged"):
        load(path)
    path.write_bytes(b"something else")
    with pytest.raises(BadNet, match="not a file of weights"):
        read_net(path, {})
    with pytest.raises(BadNet, match="cannot be read"):
        load(tmp_path / "missing.net")


def test_other_shapes_are_refused(tmp_path: Path) -> None:
    w, about = load()
    path = tmp_path / "shape.net"
    write_net(path, w._replace(heads=w.heads[:, :-1]), about)
    with pytest.raises(BadNet, match="other layers"):
        load(path)
    write_net(path, w._replace(first=w.first[:, :-1]), about)
    with pytest.raises(BadNet, match="do not fit together"):
        load(path)


def test_weights_that_could_overflow_are_refused(tmp_path: Path) -> None:
    w, about = load()
    large = np.full_like(w.inner, 32767)
    path = tmp_path / "large.net"
    write_net(path, Weights(*w)._replace(inner=large), about)
    with pytest.raises(BadNet, match="32 bits"):
        load(path)


def test_powers_fall_to_nothing() -> None:
    assert POWERS[0] == UNIT and POWERS[-1] == 0
    assert int(POWERS[256]) == 385_750  # 2^20 / e = 385749.8
    assert all(a >= b for a, b in pairwise(POWERS))


def test_a_temperature_makes_less_likely_moves_likelier() -> None:
    brain = new_brain(load()[0])
    brain.logits[:3] = [0, 65536, -65536]
    seen = {}
    for heat in (WARM // 2, WARM, 3 * WARM):
        rng = new_rng(1)
        drawn = Counter(pick(brain, 3, weigh(brain, 3, heat), rng) for _ in range(4000))
        seen[heat] = [drawn[i] / 4000 for i in range(3)]
    assert best(brain, 3) == 1
    # By hand: e^0, e^1, e^-1 of their sum 4.086.
    assert seen[WARM] == pytest.approx([0.245, 0.665, 0.090], abs=0.03)
    assert seen[WARM // 2][1] > 0.82 and seen[3 * WARM][1] < 0.47


def test_at_a_low_temperature_it_is_the_best_move() -> None:
    game, p, legal = a_question(Decision.ROW)
    cool, plain = Net(1, Decimal("0.001")), Net(2)
    assert cool.choose(game.view(p), legal) == plain.choose(game.view(p), legal)


@pytest.mark.parametrize("more", ["", "; score A3 B90", "; score A90 B3"])
def test_within_bounds_nobody_gives_points_away_in_the_end(more: str) -> None:
    """D1 and D2 in the last round, whether the game is open, lost or won: two Bridge cards bring 2
    points, the bonus and the bridge, one a point less, none costs a point."""
    text = "seats A B; round 6; step bridge; lead A; hand A 2 bridge; hand B doge" + more
    game = Game.from_position(text, seed=1)
    legal = game.legal(0)
    assert {move.text for move in legal} == {"pass", "play 1", "play 2"}

    def drawn(bounds: Bounds) -> set[str]:
        heat = Decimal(99)
        return {Net(seed, heat, bounds).choose(game.view(0), legal).text for seed in range(20)}

    assert drawn(Bounds()) == {"pass", "play 1", "play 2"}
    assert drawn(Bounds(points=0.65)) == {"play 2"}


def test_bounds_are_wider_the_more_rounds_are_to_come() -> None:
    text = "seats A B; step bridge; lead A; hand A 2 bridge; hand B doge; round "
    found = []
    for number in (1, 6):
        game = Game.from_position(text + str(number), seed=1)
        legal = game.legal(0)
        bots = [Net(seed, Decimal(99), Bounds(points=9.0)) for seed in range(20)]
        found.append({bot.choose(game.view(0), legal).text for bot in bots})
    assert found == [{"pass", "play 1", "play 2"}, {"play 2"}]


def test_it_beats_greedy() -> None:
    """Weak weights, or good ones read wrongly, lose."""
    won = [play(["net", "greedy"], seed).ranking[0] == 0 for seed in range(100, 104)]
    won += [play(["greedy", "net"], seed).ranking[0] == 1 for seed in range(100, 104)]
    assert sum(won) >= 6


def test_the_view_is_left_as_it_is() -> None:
    game = Game.new(players=3, seed=2)
    game.run_chance()
    p = game.to_move[0]
    view = game.view(p)
    before = view.to_bytes
    Net(1).choose(view, game.legal(p))
    assert view.to_bytes == before
