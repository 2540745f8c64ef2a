"""What goes out on a socket: at once where nobody has to wait, and in its order always."""

import asyncio
from typing import Any

import pytest

from rialto.server.web import outbox as module
from rialto.server.web.outbox import Outbox


class Reader:
    """ASGI's `send`, for somebody who reads or does not."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.reads = asyncio.Event()
        self.reads.set()
        self.gone = False

    async def send(self, message: Any) -> None:
        await self.reads.wait()
        if self.gone:
            raise OSError
        self.told.append(message["text"])


async def test_who_reads_is_told_at_once() -> None:
    """Without a task: that is most of what a move costs."""
    reader = Reader()
    out = Outbox(reader.send)
    tasks = len(asyncio.all_tasks())
    out.put(b"one", b"two")
    assert (reader.told, out.ready, len(asyncio.all_tasks())) == (["one", "two"], True, tasks)


async def test_who_does_not_read_keeps_nobody_waiting_and_misses_nothing() -> None:
    reader = Reader()
    out = Outbox(reader.send)
    reader.reads.clear()
    out.put(b"one", b"two")
    assert (reader.told, out.ready) == ([], False)
    waiting = asyncio.create_task(out.until_ready())
    await asyncio.sleep(0)
    reader.reads.set()
    await waiting
    assert (reader.told, out.ready) == (["one", "two"], True)
    await out.send(b"three")
    assert reader.told == ["one", "two", "three"]


async def test_who_never_reads_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SLOW_S", 0.05)
    reader = Reader()
    out = Outbox(reader.send)
    reader.reads.clear()
    with pytest.raises(TimeoutError):
        await out.send(b"one")
    task = out._on_its_way
    assert task is not None
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert out.ready, "nothing is on its way any more"


@pytest.mark.parametrize("waits", [False, True])
async def test_who_has_gone_harms_nobody(waits: bool) -> None:
    reader = Reader()
    reader.gone = True
    out = Outbox(reader.send)
    if waits:
        reader.reads.clear()
    out.put(b"one")
    reader.reads.set()
    await out.until_ready()
    assert (reader.told, out.ready) == ([], True)
