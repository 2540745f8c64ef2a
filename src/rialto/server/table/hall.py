"""All tables: loaded, kept, put away."""

import asyncio
from collections.abc import Callable
from typing import Final

from rialto.server.auth import Who
from rialto.server.closing import COME_AGAIN, NO_TABLE
from rialto.server.logs import say
from rialto.server.services import Services
from rialto.server.store import StoreClosed, StoreError
from rialto.server.store.peers import Lease
from rialto.server.table.advice import AdviceBook
from rialto.server.table.beliefs import BeliefBook
from rialto.server.table.fold import build
from rialto.server.table.presence import place
from rialto.server.table.reviews import ReviewDesk
from rialto.server.table.seats import Listener
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

JANITOR_S: Final = 30.0
JUST_USED_S: Final = 5.0
"""When there are too many tables in memory, those that nobody has used for so long leave it."""


class Hall:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, Table] = {}
        self.beliefs = BeliefBook(services)
        self.advice = AdviceBook(services)
        self.reviews = ReviewDesk(services)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._asleep: dict[str, tuple[dict[int, int], asyncio.TimerHandle]] = {}
        """Clocks of tables that are not in memory: who thinks since when, and when to look."""
        self.streams: dict[bytes, set[Listener]] = {}
        """By the key of the program."""
        self.heralds: list[Callable[[Table], None]] = []
        """They are told of every change, and must not wait for anything."""

    # ── finding ──

    async def get(self, name: str) -> Table:
        table = self.tables.get(name)
        if table is None:
            table = await self._load(name)
        elif not self.services.peers.alone:
            await self._look(table)
        table.touch()
        return table

    async def _look(self, table: Table) -> None:
        """Whoever has done something by another process finds it done here."""
        try:
            await table.others.look()
        except StoreError:
            raise Trouble("store_unreadable") from None

    async def _load(self, name: str) -> Table:
        """Once, however many want it; and to the end, though whoever wanted it has gone."""
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._fold(name))
            loading.add_done_callback(lambda done: self._end_loading(name, done))
        return await asyncio.shield(loading)

    def loading(self, name: str) -> "asyncio.Task[Table] | None":
        return self._loading.get(name)

    async def live_table(self, name: str) -> Table | None:
        """The table if it is in memory; not while it is just being loaded."""
        loading = self._loading.get(name)
        if loading is not None:
            await asyncio.wait([loading])
        return self.tables.get(name)

    def _end_loading(self, name: str, done: "asyncio.Task[Table]") -> None:
        del self._loading[name]
        if not done.cancelled():
            done.exception()  # whoever still waits is told; nobody else has to be

    async def _fold(self, name: str) -> Table:
        try:
            found = await self.services.store.table_and_log(name)
        except StoreClosed:
            raise Trouble("stopping") from None
        except StoreError as error:
            say("not read", level=40, table=name, why=str(error))
            raise Trouble("store_unreadable") from None
        if found is None:
            raise Trouble("no_table")
        table = await self.services.aside(build, self.services, self, *found)
        table.talk.lines = await self.services.store.talk(name)
        await self.join_others(table)
        self._awake(table)
        self.keep(table)
        if table.status == "running":
            table.announce()
        elif table.status == "open":
            await begin_if_full(table)
            table.fairness.set_timer()
        return table

    async def join_others(self, table: Table) -> None:
        """Before anybody sees it: which process drives it, and who looks on by others."""
        peers = self.services.peers
        if peers.alone:
            return
        looking = await peers.looking(table.id)
        lease = Lease(None)
        if table.status in ("open", "running"):
            lease = await peers.lease(table.id)
        table.others.term = lease.term
        place(table, looking)
        table.others.set_clock(lease.since)

    def keep(self, table: Table) -> None:
        table.touch()
        self.tables[table.id] = table
        self.services.metrics.live_tables.set(len(self.tables))

    def is_asleep(self, name: str) -> bool:
        """Not in memory, but to be woken by a clock."""
        return name in self._asleep

    def seat(self, table: Table, who: Who, wanted: int | None) -> int:
        """The seat that this browser or program acts for."""
        held = table.holders.get(who.key, set()) if who.key else set()
        if not held:
            raise Trouble("no_seat")
        if wanted is None:
            if len(held) > 1:
                asked = [p for p in table.to_move if p in held]
                if len(asked) != 1:
                    raise Trouble("which_seat")
                return asked[0]
            return next(iter(held))
        if wanted not in held:
            raise Trouble("not_your_seat")
        return wanted

    def seat_to_show(self, table: Table, who: Who, seat: int | None, watch: bool) -> int | None:
        """The seat whose view is wanted: the given one, the one that is asked, the first one held;
        None is a spectator's."""
        held = table.holders.get(who.key, set()) if who.key else set()
        if seat is not None:
            return self.seat(table, who, seat)
        if watch or not held:
            return None
        return next((p for p in table.to_move if p in held), min(held))

    def seats(self, table: Table, who: Who) -> list[int]:
        """All seats that this browser or program has."""
        held = table.holders.get(who.key, set()) if who.key else set()
        if not held:
            raise Trouble("no_seat")
        return sorted(held)

    # ── told by tables ──

    def table_changed(self, table: Table) -> None:
        for tell in self.heralds:
            tell(table)
        if not self.streams:
            return
        for key in table.holders:
            for stream in self.streams.get(key, ()):
                stream.tell(table)

    def out_of_sync(self, table: Table) -> None:
        """Loaded anew when somebody comes; those who watch it come again."""
        say("a table is loaded anew", level=30, table=table.id)
        table.close()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        if table.drives:
            # Somebody has to: whichever process sees first that nobody does.
            self.services.peers.release(table.id)
        for watcher in list(table.display.watchers):
            watcher.drop(COME_AGAIN)

    # ── living on ──

    async def wake_all(self) -> None:
        """After a restart: games in which a bot or a clock has to go on. The others are loaded
        when somebody comes."""
        names = await self.services.store.tables_to_wake()
        for name in names:
            try:
                await self.get(name)
            except (Trouble, ValueError, StoreError) as error:
                say("not loaded", level=40, table=name, why=str(error))
        say("games refolded", games=len(names))

    async def keep_putting_away(self) -> None:
        while True:
            await asyncio.sleep(JANITOR_S)
            self.put_away_idle()

    def put_away_idle(self) -> None:
        crowded = len(self.tables) > self.services.settings.most_live_tables
        patience = JUST_USED_S if crowded else self.services.settings.idle_table_s
        now = self.services.ticks() / 1000
        for table in list(self.tables.values()):
            in_use = table.display.watched or table.autoplay.busy or table.lock.locked()
            if now - table.touched > patience and not in_use:
                self._put_away(table)
        self.services.metrics.live_tables.set(len(self.tables))

    def _put_away(self, table: Table) -> None:
        """Of a running clock it is kept who thinks since when, and an alarm is set."""
        table.close()
        del self.tables[table.id]
        if not table.drives:
            return
        since = table.clock.since if table.clock is not None else {}
        falls = table.clock.next_flag(self.services.ticks()) if table.clock is not None else None
        due = table.deadlines.next_due
        waits = [
            None if falls is None else falls[1],
            table.autoplay.next_opening,
            None if due is None else max(0, due - self.services.now()),
        ]
        first = min((wait for wait in waits if wait is not None), default=None)
        if first is None:
            self.services.peers.release(table.id)
        else:
            alarm = asyncio.get_running_loop().call_later(first / 1000, self.wake, table.id)
            self._asleep[table.id] = (since, alarm)

    def wake(self, name: str) -> None:
        async def wake() -> None:
            try:
                await self.get(name)
            except Trouble as error:
                say("not loaded", level=40, table=name, why=str(error))

        self.services.spawn(wake())

    def _awake(self, table: Table) -> None:
        since, alarm = self._asleep.pop(table.id, (None, None))
        if alarm is not None:
            alarm.cancel()
        if since is not None and table.clock is not None and self.services.peers.alone:
            table.clock.since = since

    def forget(self, name: str) -> None:
        """It is gone for good; whoever still has it open is told."""
        table = self.tables.pop(name, None)
        if table is not None:
            table.close()
            for watcher in list(table.display.watchers):
                watcher.drop(NO_TABLE)

    def close(self) -> None:
        for _, alarm in self._asleep.values():
            alarm.cancel()
        for loading in self._loading.values():
            loading.cancel()
        for table in self.tables.values():
            table.close()


async def begin_if_full(table: Table) -> None:
    """A table that waits for nobody: until the last seat and the start were one transaction, a
    crash could leave it so."""
    async with table.change() as change:
        if table.opening(None, table.fair) is not None:
            change.then(lambda: None)
