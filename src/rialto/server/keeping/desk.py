"""Where tables are changed from outside: by an operator, or by somebody who wants to be forgotten.

The store is changed, and a table that is being played at is then loaded anew from there. So the
same work is done while a server runs and while none does.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from rialto.server.store import Entry, KeptTable, Store, StoreFull, Transaction
from rialto.server.store.peers import Alone, LoadAnew, Peers
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

SEATLESS: Final = -1


class Desk:
    """`forget` is told of everybody who is no longer known."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], int],
        hall: Hall | None = None,
        forget: Callable[[bytes], None] = lambda who: None,
        peers: Peers | None = None,
    ) -> None:
        self.store, self.now, self.forget = store, now, forget
        self._hall = hall
        self._peers = peers or Alone()

    @asynccontextmanager
    async def changing(self, name: str) -> AsyncIterator[tuple[KeptTable, Transaction]]:
        """A table as it is kept, and what is to be changed of it."""
        live = await self._live(name)
        async with AsyncExitStack() as stack:
            if live is not None:
                await stack.enter_async_context(live.lock)
            kept = await self.store.table(name)
            if kept is None:
                raise Trouble("no_table")
            changes = self.store.transaction()
            changes.advance(name, kept.revision)
            yield kept, changes
            await self.write(changes)
            self._peers.tell(LoadAnew(name))
            # It may have been loaded while this was written.
            live = await self._live(name)
            if self._hall is not None and live is not None:
                self._hall.out_of_sync(live)

    async def _live(self, name: str) -> Table | None:
        return await self._hall.live_table(name) if self._hall is not None else None

    async def write(self, changes: Transaction) -> None:
        try:
            await changes.commit()
        except StoreFull:
            raise Trouble("disk_full") from None

    def log(
        self, kept: KeptTable, changes: Transaction, what: str, seat: int = SEATLESS, nth: int = 0
    ) -> None:
        """An entry, the nth of this change."""
        entry = Entry(kept.version + nth, self.now(), what, seat, "", 0, None)
        changes.append(kept.id, [entry])
