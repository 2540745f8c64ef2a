"""ND-JSON streams for programs: all my tables, or one."""

import asyncio
from types import TracebackType
from typing import Final, Self

from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.logs import say
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

MOST_WAITING: Final = 1000


class Stream:
    """What a program has to know of its tables. Read too slowly, it misses what has changed again
    since, and is told what its tables are like now."""

    def __init__(self, hall: Hall, who: Who) -> None:
        assert who.key is not None
        self._hall, self._key = hall, who.key
        self._lines: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._told: dict[tuple[str, int], int | str] = {}
        self._missed = False
        self._ended: dict[tuple[str, int], wire.FinishLine] = {}
        """Games that ended while it did not read."""

    async def __aenter__(self) -> Self:
        self._hall.streams.setdefault(self._key, set()).add(self)
        await self._tell_all()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        mine = self._hall.streams.get(self._key, set())
        mine.discard(self)
        if not mine:
            self._hall.streams.pop(self._key, None)

    async def _tell_all(self) -> None:
        for name in await self._hall.services.store.tables_held(self._key):
            try:
                self.tell(await self._hall.get(name))
            except Trouble as error:  # one that cannot be read does not end the stream of all
                say("not told", level=30, table=name, why=str(error))

    def tell(self, table: Table) -> None:
        """Called after every change of a table where this program has a seat."""
        for seat in sorted(table.holders.get(self._key, set())):
            key = (table.id, seat)
            if table.status in ("over", "abandoned"):
                self._say(key, "finish", wire.FinishLine(table=table.id, seat=seat))
                continue
            if key not in self._told:
                self._say(key, "start", wire.StartLine(table=table.id, seat=seat))
            if seat in table.to_move:
                version = table.version
                line = wire.TurnLine(table=table.id, seat=seat, version=version)
                self._say(key, version, line)

    def _say(self, key: tuple[str, int], what: int | str, line: wire.Out) -> None:
        """Once; what there is no room for is said later."""
        if self._told.get(key) == what:
            return
        if not self._lines.full():
            self._lines.put_nowait(wire.encode(line))
            self._told[key] = what
            return
        self._missed = True
        if isinstance(line, wire.FinishLine):
            self._ended[key] = line

    async def next(self) -> bytes | None:
        if self._missed and self._lines.empty():
            self._missed = False
            ended, self._ended = self._ended, {}
            for key, line in ended.items():
                self._say(key, "finish", line)
            await self._tell_all()
        return await self._lines.get()


class TableStream:
    """One seat's views of one table; ends with the game."""

    def __init__(self, table: Table, seat: int, source: str) -> None:
        self.seat: int | None = seat
        self.source = source
        self._table = table
        self._shown = -1
        self._seen = 0
        self._told = 0
        self._changed = asyncio.Event()
        self._dropped = False

    async def __aenter__(self) -> Self:
        await self._table.recall()
        self._table.display.watch(self)
        self._changed.set()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self._table.display.unwatch(self)

    def show(self) -> None:
        self._changed.set()

    def drop(self, code: int) -> None:
        self._dropped = True
        self._changed.set()

    async def next(self) -> bytes | None:
        while self._shown == self._table.display.tick and not self._dropped:
            if self._table.status in ("over", "abandoned"):
                return None
            self._changed.clear()
            await self._changed.wait()
        if self._dropped:
            return None
        display = self._table.display
        frame = display.frame(self.seat, self._seen, self._told, self._table.talk.last)
        self._shown, self._seen, self._told = display.tick, self._table.version, display.last_notice
        return frame
