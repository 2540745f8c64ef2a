"""kill -9: an acknowledged move is never lost, doubled or reordered."""

import asyncio
import random
from pathlib import Path

import pytest

from rialto.server.store import Place, Url
from tests.server.crashes import Stubborn, mortal, reckon
from tests.server.kills import kill_at_random

POINTS = ("before-append", "after-append", "after-commit", "acked")


@pytest.mark.parametrize("point", POINTS)
async def test_death_at_a_point_of_a_commit(tmp_path: Path, where: Place, point: str) -> None:
    """Between the append and the acknowledgement nobody knows; sent again, it is played once."""
    async with mortal(tmp_path, where if isinstance(where, Url) else None) as server:
        await server.start(point, 12)
        player = Stubborn([server.port], random.Random(3), "p")
        await player.open()
        playing = asyncio.create_task(player.play(30))
        await server.died()
        assert not playing.done()
        await server.start()
        await playing
        await server.kill()
    reckon(where if isinstance(where, Url) else tmp_path / "rialto.db", player)


async def test_death_at_random_moments(tmp_path: Path) -> None:
    """With those above twenty deaths; `make long` has a thousand."""
    toll = await kill_at_random(tmp_path, kills=16, players=6)
    assert toll.kills == 16
    assert toll.acked > 16
    # What was done is noted: the same command goes on, here with one death more.
    again = await kill_at_random(tmp_path, kills=17, players=1)
    assert (again.kills, again.acked > toll.acked) == (17, True)


async def test_a_loss_would_be_noticed(tmp_path: Path) -> None:
    """The reckoning itself: a log that lacks, doubles or swaps what was acknowledged."""
    async with mortal(tmp_path) as server:
        await server.start()
        player = Stubborn([server.port], random.Random(3), "p")
        await player.open()
        await player.play(6)
        await server.kill()
    reckon(tmp_path / "rialto.db", player)
    told = list(player.acked)
    for wrong in (
        [*told, ("p-00000099", told[-1][1] + 1, "pass")],
        told[:-1],
        [told[1], told[0], *told[2:]],
        [*told[:-1], (told[-1][0], told[-1][1], "pass twice")],
    ):
        player.acked = wrong
        with pytest.raises(AssertionError):
            reckon(tmp_path / "rialto.db", player)
