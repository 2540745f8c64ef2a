"""Nobody gets a byte that depends on what they may not know: in the twin games, to their end, the
watcher's frames, what the watcher and a stranger fetch, push messages and mails, the metrics and
the log are the same, byte for byte, whatever cards are hidden."""

import json
import logging
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest

from rialto.server.logs import LOG
from tests.server.live import until
from tests.server.post_office import Post, mail_by, post_office, secret_in, text_of
from tests.server.receiver import Receiver, receiving
from tests.server.twins import (
    Side,
    ask_around,
    scripted_chance,
    sit_down,
    twin_game,
    use_the_menus,
)

__all__ = ["scripted_chance"]
OF_TIME = re.compile(r"_seconds|_created|^process_|^python_|commit_group|^#")
"""Metrics that tell of the machine, and of how commits happened to meet."""
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
    here = side.path
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


@dataclass
class Told:
    """What leaves one of the servers for somebody who is not there."""

    receiver: Receiver
    post: Post

    @classmethod
    async def by(cls, stack: AsyncExitStack) -> "Told":
        receiver = await stack.enter_async_context(receiving())
        return cls(receiver, await stack.enter_async_context(post_office()))

    @property
    def settings(self) -> dict[str, Any]:
        return mail_by(self.post) | {"push_loopback": True}

    async def subscribe(self, browser: Any) -> None:
        """To both."""
        pushed = await browser.post("/api/me/push", json=self.receiver.subscription())
        assert pushed.is_success, pushed.text
        mail = {"address": "ben@example.org", "lang": "hu"}
        assert (await browser.post("/api/me/mail", json=mail)).is_success
        await until(lambda: self.post.mails)
        secret = secret_in(self.post.mails.pop(), "confirm")
        assert (await browser.post("/api/mail/confirm", json={"secret": secret})).is_success

    def everything(self) -> list[Any]:
        """Messages as whoever carries them sees them, and opened; but for signatures and what makes
        a way out nobody else's."""
        own = ("authorization", "host")
        heads = [{k: v for k, v in h.items() if k not in own} for h in self.receiver.heads]
        sealed = self.receiver.bodies
        mails = [as_read(mail) for mail in self.post.mails]
        opened = [self.receiver.opened(body) for body in sealed]
        return [heads, [len(body) for body in sealed], opened, mails]


def as_read(mail: EmailMessage) -> str:
    heads = [f"{name}: {value}" for name, value in mail.items()]
    return "\n".join([*heads, text_of(mail)]).replace(secret_in(mail, "stop"), "…")


@pytest.mark.parametrize(("players", "watcher"), [(2, 0), (3, 1), (3, None)])
async def test_nothing_that_is_told_depends_on_hidden_cards(
    tmp_path: Path, heard: Heard, players: int, watcher: int | None
) -> None:
    openings, turns = twin_game(players, watcher)
    async with AsyncExitStack() as stack:
        told = [await Told.by(stack) for _ in range(2)]
        sides = [
            await sit_down(
                stack, tmp_path / str(i), players, watcher, openings[i], **told[i].settings
            )
            for i in range(2)
        ]
        for side, t in zip(sides, told, strict=True):
            await t.subscribe(side.friend)
        differed, rounds = 0, set[int]()
        for step, (seat, moves, scripts) in enumerate(turns):
            rounds.add(int(sides[0].game.view(None).round_no))
            if step % 41 == 0 or step == len(turns) - 1:
                await look_around(sides, watcher, step)
            if step % 40 == 5:
                said = [await use_the_menus(side, step) for side in sides]
                assert said[0] == said[1]
            logged = []
            for side, move, script in zip(sides, moves, scripts, strict=True):
                heard.lines.clear()
                await side.play(seat, move, script, f"move-{step:06d}")
                logged.append(list(heard.lines))
            assert logged[0] == logged[1]
            differed += sides[0].game.checksum() != sides[1].game.checksum()
        assert (sides[0].game.over, rounds) == (True, ROUNDS)
        assert sides[0].watcher.frames == sides[1].watcher.frames
        sent = [t.everything() for t in told]
        assert sent[0] == sent[1]
        assert [len(messages) > 20 for messages in sent[0]] == [True] * 4
        assert metrics(sides[0]) == metrics(sides[1])
        assert differed > len(turns) // 2, "the hidden cards hardly differed"
