"""Reviews of finished games: made one after the other where no table waits, and kept.

However many ask for one, it is made once, and to the end, though they have gone. What is known so
far is kept now and then, so that a server that stops goes on with it.
"""

import gzip
import json
from dataclasses import dataclass
from typing import Any, Final

from rialto.server import wire
from rialto.server.services import Services
from rialto.server.trouble import Trouble

PATIENCE_S: Final = 900.0
"""For a stretch of a review: the first may have to wait until everything is compiled."""
MOST: Final = 16
"""Games that are reviewed, or wait for it."""
KEEP_EVERY: Final = 10
"""Stretches."""
Key = tuple[str, wire.ReviewMode]
"""A table's or a record's name."""


@dataclass(slots=True)
class Review:
    """One that is being made."""

    done: int = 0
    of: int = 0
    failed: bool = False


class ReviewDesk:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._open: dict[Key, Review] = {}

    async def state(self, key: Key) -> wire.ReviewState:
        """With the report, once it is done."""
        review = self._open.get(key)
        if review is not None:
            stage: wire.ReviewStage = "working" if review.of else "waiting"
            if review.failed:
                stage = "failed"
            return wire.ReviewState(stage=stage, done=review.done, of=review.of, report=None)
        report = await self._kept(key)
        if report is None or not report["complete"]:
            return wire.ReviewState(stage="none", done=0, of=0, report=None)
        n = len(report["decisions"])
        return wire.ReviewState(stage="done", done=n, of=n, report=report)

    async def start(self, key: Key, record: dict[str, Any]) -> wire.ReviewState:
        """Unless it is there, or under way."""
        state = await self.state(key)
        if state.stage not in ("none", "failed"):
            return state
        if sum(not review.failed for review in self._open.values()) >= MOST:
            raise Trouble("too_many_requests")
        review = self._open[key] = Review()
        self._services.spawn(self._make(key, review, record))
        return await self.state(key)

    async def _make(self, key: Key, review: Review, record: dict[str, Any]) -> None:
        try:
            await self._go_on(key, review, nameless(record))
            del self._open[key]
        except Trouble:
            review.failed = True
        finally:
            await self._services.bots.rest()

    async def _go_on(self, key: Key, review: Review, record: dict[str, Any]) -> None:
        report = await self._kept(key)
        stretches = 0
        while report is None or not report["complete"]:
            report, review.of = await self._services.bots.look_back(
                "review", record, key[1], report, patience_s=PATIENCE_S
            )
            assert report is not None
            review.done = len(report["decisions"])
            stretches += 1
            if report["complete"] or stretches % KEEP_EVERY == 0:
                await self._keep(key, report)

    async def _kept(self, key: Key) -> dict[str, Any] | None:
        body = await self._services.store.review(*key)
        return None if body is None else await self._services.aside(unpack, body)

    async def _keep(self, key: Key, report: dict[str, Any]) -> None:
        changes = self._services.store.transaction()
        changes.keep_review(*key, await self._services.aside(pack, report))
        await self._services.write(changes)


def nameless(record: dict[str, Any]) -> dict[str, Any]:
    """A review says nothing of who played: it goes by seats."""
    return {**record, "names": [f"{n + 1}" for n in range(len(record["names"]))]}


def pack(report: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps(report).encode(), 6)


def unpack(body: bytes) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(gzip.decompress(body))
    return report
