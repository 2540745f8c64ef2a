"""100,000 whole games of players with many habits, over every kind of table, checked throughout."""

import pytest

from rialto.engine.jit import PLAIN
from rialto.engine.state import to_record
from tests.engine import soundness
from tests.engine.houses import ALL_HOUSES, table_of

GAMES = 100_000


def test_every_game_is_sound_and_ends() -> None:
    """Conservation, ledgers of coins and points, someone can always move, six rounds."""
    each = 1 if PLAIN else GAMES // len(ALL_HOUSES)
    for number, house in enumerate(ALL_HOUSES):
        table = table_of(house, each)
        habit = number % len(soundness.HABITS) if PLAIN else -1
        faults = soundness.run(table, seed=number, habit=habit)
        assert not any(faults), (house, [(i, f) for i, f in enumerate(faults) if f][:3])


@pytest.mark.parametrize("habit", range(len(soundness.HABITS)), ids=soundness.HABITS)
def test_each_habit_at_five_players(habit: int) -> None:
    """Hoarders run the pile dry (P2), builders run the supply dry and fill seven slots."""
    house = ALL_HOUSES[4]
    table = table_of(house, 3 if PLAIN else 200)
    assert not any(soundness.run(table, seed=9, habit=habit))
    records = [to_record(table[i])[0] for i in range(len(table))]
    if soundness.HABITS[habit] == "never plays":
        assert all(int(r.hand_size.max()) >= 7 for r in records)
        assert min(int(r.scores.min()) for r in records) == 3 - 6  # D1 six times
    if soundness.HABITS[habit] == "builder" and not PLAIN:
        assert max(int(r.tiles[p].sum()) for r in records for p in range(5)) == 7
    if soundness.HABITS[habit] == "plays all":
        assert min(int(r.general[p]) for r in records for p in range(5)) == 0


def test_a_broken_state_is_noticed() -> None:
    """The checks themselves can fail."""
    table = table_of(ALL_HOUSES[0], 1)
    soundness.run(table, seed=1, habit=0)
    s = table[0]
    assert soundness.fault(s, 1) == soundness.SOUND
    s.pile[0] += 1
    assert soundness.fault(s, 1) == 1
    s.pile[0] -= 1
    s.private[0] += 1
    assert soundness.fault(s, 1) == 2
    s.private[0] -= 1
    s.gondolas += 1
    assert soundness.fault(s, 1) == 3
    s.gondolas -= 1
    s.spaces[s.doge_order[0]] -= 100
    assert soundness.fault(s, 1) == 4
