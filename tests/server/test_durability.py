"""kill -9: an acknowledged move is never lost, doubled or reordered."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.server.crashes import Stubborn, mortal, reckon

POINTS = ("before-append", "after-append", "after-commit", "acked")


@pytest.mark.parametrize("point", POINTS)
async def test_death_at_a_point_of_a_commit(tmp_path: Path, point: str) -> None:
    """Between the append and the acknowledgement nobody knows; sent again, it is played once."""
    async with mortal(tmp_path) as server:
        await server.start(point, 12)
        player = Stubborn(server.port, random.Random(3), "p")
        await player.open()
        playing = asyncio.create_task(player.play(30))
        await server.died()
        assert not playing.done()
        await server.start()
        await playing
        await server.kill()
    reckon(tmp_path / "rialto.db", player)


async def kill_at_random(folder: Path, kills: int, players: int) -> None:
    rng = random.Random(7)
    async with mortal(folder) as server:
        await server.start()
        crowd = [Stubborn(server.port, random.Random(i), f"p{i:02d}") for i in range(players)]
        for player in crowd:
            await player.open()
        done = asyncio.Event()

        async def keep_playing(player: Stubborn) -> None:
            while not done.is_set():
                await player.play(1)
                if len(player.acked) > 100:
                    reckon(folder / "rialto.db", player)
                    player.acked.clear()
                    await player.open()

        playing = [asyncio.create_task(keep_playing(player)) for player in crowd]
        for _ in range(kills):
            await asyncio.sleep(rng.uniform(0.05, 0.6))
            await server.kill()
            await server.start()
        done.set()
        await asyncio.gather(*playing)
        await server.kill()
        assert server.deaths == kills + 1
    for player in crowd:
        reckon(folder / "rialto.db", player)
    assert sum(len(player.acked) for player in crowd) > players


async def test_death_at_random_moments(tmp_path: Path) -> None:
    await kill_at_random(tmp_path, kills=5, players=6)


@pytest.mark.long
async def test_fifty_deaths_under_twenty_players(tmp_path: Path) -> None:
    await kill_at_random(tmp_path, kills=50, players=20)
