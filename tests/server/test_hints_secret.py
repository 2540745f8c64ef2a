"""Hints: nothing that is told depends on hidden cards."""

from contextlib import AsyncExitStack
from pathlib import Path

from tests.server.twins import Side, scripted_chance, sit_down, twin_game

__all__ = ["scripted_chance"]
WATCHER = 1
OFTEN = 3
"""Not at each move: a compiled coach plays on, and takes its time for it."""


async def ask(side: Side) -> list[bytes]:
    """A hint if something is asked, and what the last decision was worth."""
    body = {"version": side.table.version, "seat": WATCHER}
    answers = [
        await side.browser.post(f"{side.path}/hint", json=body),
        await side.browser.post(f"{side.path}/word", json={"seat": WATCHER}),
        await side.browser.get(side.path),
    ]
    return [answer.content for answer in answers]


async def test_twins_are_told_the_same(tmp_path: Path) -> None:
    """Two games that differ only in cards that seat 1 may not know: byte for byte."""
    openings, turns = twin_game(3, WATCHER)
    async with AsyncExitStack() as stack:
        sides = [
            await sit_down(stack, tmp_path / str(i), 3, WATCHER, openings[i]) for i in range(2)
        ]
        for side in sides:
            side.table.header.setup["hints"] = True
        told, differed = 0, 0
        for step, (seat, moves, scripts) in enumerate(turns[:160]):
            if seat == WATCHER and step % OFTEN == 0:
                one, other = [await ask(side) for side in sides]
                assert one == other
                told += b"choices" in one[0]
                differed += sides[0].game.checksum() != sides[1].game.checksum()
            for side, move, script in zip(sides, moves, scripts, strict=True):
                await side.play(seat, move, script, f"move-{step:06d}")
        assert told > 4
        assert differed > told // 2, "the hidden cards hardly differed"
