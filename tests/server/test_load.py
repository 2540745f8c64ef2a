"""The load that the server must carry (`make long`); a small one always."""

from statistics import fmean

import pytest

from tests.server.load import idle, moves, restart

QUIET_MS = 33.0
"""The yardstick on the machine of docs/measurements-server.md when nobody else is busy."""


def slowdown(yardstick: list[int]) -> float:
    """How much slower than on a quiet machine the same work is; the gates are for a quiet one."""
    return max(1.0, fmean(yardstick) / QUIET_MS)


async def test_every_move_reaches_every_seat() -> None:
    found = await moves(games=5, rate=40, seconds=3, mode="0")
    assert found["not_acked"] == found["sockets_lost"] == 0
    assert found["games_where_all_seats_saw_the_last_move"] == 5
    assert found["moves"] > 20


@pytest.mark.long
async def test_500_games_at_500_moves_a_second() -> None:
    found = await moves(games=500, rate=500, seconds=30, mode="1")
    print(found)
    assert found["not_acked"] == found["sockets_lost"] == 0
    assert found["games_where_all_seats_saw_the_last_move"] == 500
    assert found["views_per_move"] >= 3.99
    slow = slowdown(found["yardstick_ms"])
    assert found["moves_per_s"] >= 490 / slow
    assert found["cpu_us_per_move"] <= 800 * slow


@pytest.mark.long
async def test_5000_idle_sockets() -> None:
    found = await idle(sockets=5000, mode="1")
    print(found)
    assert found["sockets"] == found["first_views"] == 5000
    assert found["grown_mib"] <= 300


@pytest.mark.long
async def test_restart_with_1000_games() -> None:
    found = await restart(games=1000, mode="1")
    print(found)
    # CPU time: wall time would also count waiting for other processes.
    slow = slowdown(found["yardstick_ms"])
    assert found["empty_serving_cpu_s"] <= 1.0 * slow
    assert found["serving_cpu_s"] <= 1.0 * slow
    assert found["cpu_until_all_refolded_s"] <= 3.0 * slow
