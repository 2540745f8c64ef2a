"""Practice: a table for one person and bots that is gone for good once its player has left it,
unless they keep it.

Whoever only closes the page may come back for a while. How long nobody has been there is counted
by the clock that never jumps, and from the start of the server on: what matters is not how old a
table is but whether anybody still looks at it.
"""

import asyncio
from typing import Final

from rialto.server import wire
from rialto.server.logs import say
from rialto.server.store import StoreError
from rialto.server.table.anew import anew
from rialto.server.table.expiry import HOUSE, delete, is_watched
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

EVERY_S: Final = 60.0


def check_practice(wanted: wire.CreateTable) -> None:
    people = [seat.kind for seat in wanted.seats if seat.kind != "bot"]
    if people != ["me"] or wanted.open or wanted.clock is not None or wanted.days is not None:
        raise Trouble("bad_practice", where="practice")


@anew
async def keep(table: Table) -> None:
    async with table.change() as change:
        change.store.keep_practice(table.id)

        def apply() -> None:
            table.practice = False

        change.then(apply)


async def vanish(hall: Hall, table: Table) -> None:
    """Whoever still has it open is told that there is no such table."""
    async with table.lock:
        if table.practice and not table.closed:
            await delete(hall, table.id)


class Unattended:
    """Practice tables that nobody looks at, and since when."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._since: dict[str, int] = {}

    async def clear(self) -> None:
        """Those that were left alone for too long are gone."""
        hall = self._hall
        if (await hall.services.peers.lease(HOUSE)).term is None:
            return
        names = await hall.services.store.practice_tables()
        self._since = {name: at for name, at in self._since.items() if name in names}
        for name in names:
            if await self._alone_ms(name) >= hall.services.settings.practice_minutes * 60_000:
                table = await hall.live_table(name)
                await (delete(hall, name) if table is None else vanish(hall, table))

    async def _alone_ms(self, name: str) -> int:
        now = self._hall.services.ticks()
        table = self._hall.tables.get(name)
        if await is_watched(self._hall, name):
            self._since.pop(name, None)
            return 0
        touched = int(table.touched * 1000) if table is not None else 0
        self._since[name] = max(self._since.get(name, now), touched)
        return now - self._since[name]


async def keep_clearing(hall: Hall) -> None:
    unattended = Unattended(hall)
    while True:
        try:
            await unattended.clear()
        except (Trouble, StoreError) as error:
            say("practice tables not cleared", level=40, why=str(error))
        await asyncio.sleep(EVERY_S)
