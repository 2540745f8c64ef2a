"""The twin games with the same cards, but another secret of the shuffle in each: nothing that is
sent depends on it."""

from collections import deque
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rialto.fair.protocol import SIZE
from rialto.server.table import shuffle
from tests.server.twins import Side, scripted_chance, secretive, sit_down, twin_game

__all__ = ["scripted_chance"]


async def everything_about(side: Side) -> list[bytes]:
    """What whoever sits there can fetch about the table."""
    asked = ["", "/fair", "/view", "/since/0", "/record", "/replay"]
    told = [await side.browser.get(f"{side.path}{what}") for what in asked]
    lists = [await side.browser.get(f"/api/{name}") for name in ("tables", "mine", "history")]
    return [answer.content for answer in (*told, *lists)]


async def test_nothing_that_is_sent_depends_on_the_secret_of_the_shuffle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """But for the commitment, which is held fast here. The draws follow from a script."""
    monkeypatch.setattr(shuffle, "commitment_to", lambda *of: b"c" * SIZE)
    (opening, _), turns = twin_game(3, None)
    secrets = [b"1" * SIZE, b"2" * SIZE]
    async with AsyncExitStack() as stack:
        sides = [
            await sit_down(stack, tmp_path / str(i), 3, 1, deque(opening), secretive(secret))
            for i, secret in enumerate(secrets)
        ]
        assert [side.table.fair.secret for side in sides] == secrets
        for step, (seat, moves, scripts) in enumerate(turns):
            for side in sides:
                await side.play(seat, moves[0], deque(scripts[0]), f"move-{step:06d}")
            assert sides[0].watcher.frames == sides[1].watcher.frames
            if step % 25 == 0:
                told = [await everything_about(side) for side in sides]
                assert told[0] == told[1]
        assert sides[0].game.over
        records = [(await side.browser.get(f"{side.path}/record")).json() for side in sides]
        assert [record["fair"]["secret"] for record in records] == [s.hex() for s in secrets]
        sent = "".join(frame for side in sides for frame in side.watcher.frames) + caplog.text
        for secret in secrets:
            assert secret.hex() not in sent and secret.decode() not in sent
