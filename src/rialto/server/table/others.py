"""A table and the other processes that serve from the same database."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from rialto.server.store import Transaction
from rialto.server.store.peers import Changed, Lease
from rialto.server.table.following import follow, refresh
from rialto.server.trouble import Overtaken, Trouble

if TYPE_CHECKING:
    from rialto.server.table.table import Table


class Others:
    def __init__(self, table: "Table") -> None:
        self._table = table
        self.term: int | None = 0 if table.services.peers.alone else None
        """Of driving the table; None: another process does, or it is not known yet."""

    # ── telling and hearing ──

    def tell(self) -> None:
        """What was stored just now."""
        table, services = self._table, self._table.services
        if services.peers.alone:
            return
        since = None
        if table.clock is not None:
            passed = services.now() - services.ticks()
            since = {seat: at + passed for seat, at in table.clock.since.items()}
        services.peers.tell(Changed(table.id, table.version, table.revision, since))

    async def hear(self, news: Changed) -> None:
        table = self._table
        async with table.lock:
            if table.closed:
                return
            if news.revision == table.revision and news.version > table.version:
                await self._follow()  # it is told after the commit: no need to ask how far it is
            elif (news.version, news.revision) != (table.version, table.revision):
                await self.catch_up()
            if news.since is not None and news.version == table.version:
                self.set_clock(news.since)

    def set_clock(self, since: Mapping[int, int]) -> None:
        """As the others have it: who thinks since when."""
        table, services = self._table, self._table.services
        if table.clock is not None and since:
            passed = services.now() - services.ticks()
            table.clock.since = {seat: at - passed for seat, at in since.items()}
            table.autoplay.set_flag()
            table.display.forget_views()

    # ── driving ──

    def drive(self, lease: Lease) -> None:
        """Or no longer."""
        drove, self.term = self.term, lease.term
        if self.term is not None and drove is None:
            if self._table.clock is not None:
                # Nobody pays for the time in which nobody drove.
                self._table.clock.since.clear()
            self._table.announce()

    async def ask_to_drive(self) -> None:
        table = self._table
        self.drive(await table.services.peers.lease(table.id))

    def fence(self, changes: Transaction) -> None:
        """What a driver does is written while it drives the table, or not at all."""
        if self.term is None:
            raise Overtaken
        changes.fence(self._table.id, self.term)

    # ── keeping up ──

    async def be_sure(self) -> None:
        """Before something is refused: that it would be by whoever knows everything."""
        if not self._table.services.peers.alone and await self.catch_up():
            raise Overtaken

    async def give_way(self) -> None:
        """Something could not be written for what others have written, or because another process
        drives the table by now."""
        table = self._table
        try:
            await self.catch_up()
            await self.ask_to_drive()
        except BaseException:
            table.keeper.out_of_sync(table)
            raise

    async def look(self) -> None:
        """Whether there is anything new."""
        async with self._table.lock:
            if not self._table.closed:
                await self.catch_up()

    async def catch_up(self) -> bool:
        """With whatever others have stored; the lock is held. Whether there was anything."""
        table, store = self._table, self._table.services.store
        now = (await store.standing([table.id])).get(table.id)
        if now is None:
            table.keeper.out_of_sync(table)
            raise Trouble("no_table")
        if now.revision != table.revision:
            await self._catch_up_all()
        elif now.version > table.version:
            await self._follow()
        else:
            return False
        return True

    async def _follow(self) -> None:
        table = self._table
        follow(table, await table.services.store.entries(table.id, table.version))
        table.announce()

    async def _catch_up_all(self) -> None:
        table, store = self._table, self._table.services.store
        found = await store.table_and_log(table.id, table.version)
        if found is None:
            table.keeper.out_of_sync(table)
            raise Trouble("no_table")
        kept, entries = found
        refresh(table, kept, await store.talk(table.id))
        follow(table, entries)
        table.status, table.revision = kept.status, kept.revision
        table.announce()
