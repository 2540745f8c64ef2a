"""What may they hold: nothing that is told depends on hidden cards."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.server.test_beliefs import counted
from tests.server.twins import scripted_chance, sit_down, twin_game

__all__ = ["counted", "scripted_chance"]
OFTEN = 23
"""Moves between two looks."""


async def test_twins_are_told_the_same(tmp_path: Path, counted: list[str]) -> None:
    """Two games that differ only in cards that seat 1 may not know: byte for byte."""
    openings, turns = twin_game(3, 1)
    async with AsyncExitStack() as stack:
        sides = [await sit_down(stack, tmp_path / str(i), 3, 1, openings[i]) for i in range(2)]
        told, differed = 0, 0
        for step, (seat, moves, scripts) in enumerate(turns[:160]):
            if step % OFTEN == 0:
                path = f"/api/tables/{sides[0].table.id}/beliefs?seat=1"
                answers = [await side.browser.get(path) for side in sides]
                assert answers[0].status_code == 200, answers[0].text
                assert answers[0].content == answers[1].content
                told += 1
                differed += sides[0].game.checksum() != sides[1].game.checksum()
            for side, move, script in zip(sides, moves, scripts, strict=True):
                await side.play(seat, move, script, f"move-{step:06d}")
        assert len(counted) == 2 * told
        assert differed > told // 2, "the hidden cards hardly differed"
