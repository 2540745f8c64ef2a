"""ND-JSON streams for programs: all my tables, or one."""

import asyncio
from types import TracebackType
from typing import Final, Self

from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table

MOST_WAITING: Final = 1000


class Stream:
    """What a program has to know of its tables; told again from the start if it reads too slowly
    to be told everything."""

    def __init__(self, hall: Hall, who: Who) -> None:
        assert who.key is not None
        self._hall, self._key = hall, who.key
        self._lines: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)
        self._told: dict[tuple[str, int], int | str] = {}

    async def __aenter__(self) -> Self:
        self._hall.streams.setdefault(self._key, set()).add(self)
        for name in await self._hall.services.store.tables_held(self._key):
            self.tell(await self._hall.get(name))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        mine = self._hall.streams.get(self._key, set())
        mine.discard(self)
        if not mine:
            self._hall.streams.pop(self._key, None)

    def tell(self, table: Table) -> None:
        """Called after every change of a table where this program has a seat."""
        for seat in sorted(table.holders.get(self._key, set())):
            key = (table.id, seat)
            if table.status in ("over", "abandoned"):
                if self._told.get(key) != "finish":
                    self._say(wire.FinishLine(table=table.id, seat=seat))
                    self._told[key] = "finish"
                continue
            if key not in self._told:
                self._say(wire.StartLine(table=table.id, seat=seat))
                self._told[key] = -1
            if seat in table.asked() and self._told[key] != table.version:
                self._say(wire.TurnLine(table=table.id, seat=seat, version=table.version))
                self._told[key] = table.version

    def _say(self, line: wire.Out) -> None:
        if not self._lines.full():
            self._lines.put_nowait(wire.encode(line))

    async def next(self) -> bytes | None:
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
        frame = display.frame(self.seat, self._seen, self._told)
        self._shown, self._seen, self._told = display.tick, self._table.version, display.last_notice
        return frame
