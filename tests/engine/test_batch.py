"""Plain and compiled are one game: the same states, byte for byte, in different processes."""

import ast
from pathlib import Path

import pytest

import rialto
from rialto import House
from rialto.compile.cache import LAYERS, cache_dir, compiled_sources
from rialto.engine.batch import Counts, Lanes, run_chance, start_table
from rialto.engine.doors import new_scratch
from rialto.engine.ids import Decision
from rialto.engine.rng import new_rng
from rialto.engine.state import head_bytes
from tests.engine.both_modes import in_mode
from tests.engine.houses import ALL_HOUSES

GAMES_EACH = 40
"""Of each of the 50 kinds of table: 2,000 games."""
PACKAGE = Path(rialto.__file__).parent


@pytest.mark.compiled
def test_plain_and_compiled_games_end_alike() -> None:
    plain = in_mode("0", "ends", GAMES_EACH)
    assert len(plain) == GAMES_EACH * len(ALL_HOUSES)
    assert plain == in_mode("1", "ends", GAMES_EACH)
    assert len(set(plain)) > len(plain) * 0.99  # they are different games


@pytest.mark.compiled
def test_plain_and_compiled_games_are_alike_move_by_move() -> None:
    assert in_mode("0", "courses", 1) == in_mode("1", "courses", 1)


@pytest.mark.long
@pytest.mark.compiled
def test_no_index_leaves_its_array() -> None:
    """Compiled code does not check indexes, so here it does, for some hundred games. (Plain Python
    always does, so an index beyond the end fails every plain test that comes by.)"""
    checked = in_mode("1", "ends", 8, NUMBA_BOUNDSCHECK="1")
    assert len(checked) == 8 * len(ALL_HOUSES)
    assert checked == in_mode("1", "ends", 8)


def test_lanes_count_what_they_play() -> None:
    lanes = Lanes(House(players=3), lanes=2, seed=5)
    first = lanes.play(2)
    assert first.games == 4
    assert first.decisions > 4 * 100 and first.outcomes > 4 * 6 * 24
    assert lanes.play(1).games == 2
    assert all(lanes.table[i].asked == Decision.OVER for i in range(2))
    assert head_bytes(lanes.table, 0) != head_bytes(lanes.table, 1)


def test_a_lane_is_its_seed() -> None:
    one, two, other = (Lanes(House(players=2), seed=s) for s in (1, 1, 2))
    told = [lanes.play() for lanes in (one, two, other)]
    assert told[0] == told[1] and isinstance(told[0], Counts)
    assert head_bytes(one.table) == head_bytes(two.table) != head_bytes(other.table)


def test_chance_stops_at_a_player() -> None:
    table = start_table(House(players=2))
    assert run_chance(table[0], new_rng(1), new_scratch()) == 6 + 1 + 1  # tokens, first, bridge
    assert table[0].asked == Decision.START


# The compiler cache is named after the sources: it must see every one that matters.


def _imports(path: Path) -> set[str]:
    """Modules of this package that a file takes names from."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rialto."):
            base = str(node.module).split(".")[1:]
            found.add("/".join(base))
            found |= {"/".join([*base, alias.name]) for alias in node.names}
    return {f"{name}.py" for name in found if (PACKAGE / f"{name}.py").exists()}


HOLDS_NO_NUMBERS = {
    "bots/net/own.py",
    "bots/protocol.py",
    "bots/tournament/arena.py",
    "compile/cache.py",
    "compile/mode.py",
    "engine/game.py",
    "engine/house.py",
    "engine/view.py",
    "research/cuda.py",
    "research/features.py",
    "research/kinds.py",
}
"""Only used outside compiled functions."""


@pytest.mark.parametrize("layer", LAYERS)
def test_the_cache_knows_every_source(layer: str) -> None:
    known = set(compiled_sources(layer))
    missing = {
        f"{name} takes something from {used}"
        for name in known
        for used in _imports(PACKAGE / name)
        if used not in known and used not in HOLDS_NO_NUMBERS
    }
    assert not missing


def test_the_cache_is_named_after_sources_and_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    usual = cache_dir()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert cache_dir() != usual
    assert cache_dir("bots") != cache_dir("engine")
