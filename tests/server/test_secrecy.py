"""The twin games of `test_leaks.py`, to their end: whatever the watcher and a stranger fetch, the
metrics and the log are the same, byte for byte, whatever cards are hidden."""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from rialto.server.logs import LOG
from tests.server.test_leaks import (
    Side,
    ask_around,
    scripted_chance,
    sit_down,
    talk_and_ask,
    twin_game,
)

__all__ = ["scripted_chance"]
OF_TIME = re.compile(r"_seconds|_created|^process_|^python_|commit_group|_frames|^#")
"""Metrics that tell of the machine, and of how commits and frames happened to meet."""
ROUNDS = set(range(7))
"""The first is the choice of buildings."""


class Heard(logging.Handler):
    """What the server logs, but for how long it took."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        facts = dict(getattr(record, "facts", {}))
        facts.pop("ms", None)
        self.lines.append(json.dumps([record.levelname, record.getMessage(), facts], default=str))


@pytest.fixture
def heard() -> Iterator[Heard]:
    handler, before = Heard(), LOG.level
    LOG.addHandler(handler)
    LOG.setLevel(logging.DEBUG)
    yield handler
    LOG.removeHandler(handler)
    LOG.setLevel(before)


async def fetch_all(side: Side, seat: int | None) -> list[tuple[int, dict[str, str], bytes]]:
    """Heads and bodies of what the watcher, and a stranger, can ask for."""
    here = f"/api/tables/{side.table.id}"
    asked = []
    if seat is not None:  # the browser holds every seat; a spectator holds none
        parts = ("view", "since/0", "record", "replay")
        asked += [(side.browser, f"{here}/{part}?seat={seat}") for part in parts]
        asked += [(side.browser, path) for path in (here, "/api/mine")]
    async with side.live.browser() as stranger:
        ends = ("", "/view", "/since/0", "/record", "/replay", "/view?seat=0", "/fair")
        asked += [(stranger, f"{here}{end}") for end in ends]
        asked += [(stranger, path) for path in ("/api/tables", "/api/history")]
        told = [await browser.get(path) for browser, path in asked]
    for answer in told:
        del answer.headers["date"]
    return [(answer.status_code, dict(answer.headers), answer.content) for answer in told]


def metrics(side: Side) -> list[str]:
    return [line for line in side.live.metrics().splitlines() if not OF_TIME.search(line)]


async def look_around(sides: list[Side], watcher: int | None, step: int) -> None:
    told = [await fetch_all(side, watcher) for side in sides]
    assert told[0] == told[1]
    assert {status for status, _, _ in told[0]} <= {200, 403, 404}
    if watcher is not None and watcher in sides[0].game.to_move:
        tried = [await ask_around(side, watcher, step) for side in sides]
        assert tried[0] == tried[1]


def joined(frames: list[str]) -> list[str]:
    """Frames of one version as one: whether two changes of it are told in one frame or in two
    depends on how quickly they are sent. All that is told stays, in its order."""
    told: list[dict[str, Any]] = []
    for frame in map(json.loads, frames):
        if frame["type"] != "view":
            continue
        if told and told[-1]["view"]["version"] == frame["view"]["version"]:
            before = told.pop()
            frame |= {part: before[part] + frame[part] for part in ("events", "notices", "talk")}
        told.append(frame)
    return [json.dumps(frame) for frame in told]


@pytest.mark.parametrize(("players", "watcher"), [(2, 0), (3, 1), (3, None)])
async def test_nothing_that_is_told_depends_on_hidden_cards(
    tmp_path: Path, heard: Heard, players: int, watcher: int | None
) -> None:
    openings, turns = twin_game(players, watcher)
    async with AsyncExitStack() as stack:
        sides = [
            await sit_down(stack, tmp_path / str(i), players, watcher, openings[i])
            for i in range(2)
        ]
        differed, rounds = 0, set[int]()
        for step, (seat, moves, scripts) in enumerate(turns):
            rounds.add(int(sides[0].game.view(None).round_no))
            if step % 41 == 0 or step == len(turns) - 1:
                await look_around(sides, watcher, step)
            if step % 40 == 5:
                said = [await talk_and_ask(side, step) for side in sides]
                assert said[0] == said[1]
            logged = []
            for side, move, script in zip(sides, moves, scripts, strict=True):
                heard.lines.clear()
                await side.play(seat, move, script, f"move-{step:06d}")
                logged.append(list(heard.lines))
            assert logged[0] == logged[1]
            differed += sides[0].game.checksum() != sides[1].game.checksum()
        assert (sides[0].game.over, rounds) == (True, ROUNDS)
        assert joined(sides[0].watcher.frames) == joined(sides[1].watcher.frames)
        assert metrics(sides[0]) == metrics(sides[1])
        assert differed > len(turns) // 2, "the hidden cards hardly differed"
