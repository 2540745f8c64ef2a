"""What the hall hears from other processes, and the tables that it takes over from those that have
gone."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from rialto.server.logs import say
from rialto.server.store import StoreError
from rialto.server.store.peers import Changed, Forget, Here, Lease, LoadAnew, News, Passes
from rialto.server.table.hall import Hall
from rialto.server.table.presence import place
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

TAKE_OVER_S: Final = 0.5
"""How often it is looked for tables that nobody drives."""
NOT_NOW: Final = (Trouble, StoreError, ValueError)


class Hearing:
    """`forget` is told of every person, or session of one, that is no longer known; `inherit` goes
    on with what another process has left undone."""

    def __init__(
        self,
        hall: Hall,
        forget: Callable[[Forget], None] = lambda news: None,
        inherit: Callable[[], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        self._hall, self._forget, self._inherit = hall, forget, inherit

    def hear(self, peer: str, news: News) -> None:
        if isinstance(news, Forget):
            self._forget(news)
            return
        table = self._hall.tables.get(news.table)
        loading = self._hall.loading(news.table)
        if table is not None:
            self._tell(table, peer, news)
        elif loading is not None:
            # What is being read may be from before it.
            self._spawn(self._tell_later(loading, peer, news))
        elif isinstance(news, Changed) and self._hall.is_asleep(news.table):
            self._hall.wake(news.table)

    def _tell(self, table: Table, peer: str, news: News) -> None:
        match news:
            case Changed():
                self._spawn(self._try(table, table.others.hear(news)))
            case Here():
                table.display.note_elsewhere(peer, news.seat, news.here, news.at)
            case Passes():
                table.passing.set(news.seat, news.until, table.game)
                table.display.forget_views()
            case LoadAnew():
                self._hall.out_of_sync(table)

    async def _tell_later(self, loading: "asyncio.Task[Table]", peer: str, news: News) -> None:
        with suppress(*NOT_NOW):
            self._tell(await asyncio.shield(loading), peer, news)

    async def _try(self, table: Table, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except NOT_NOW as error:
            say("not followed", level=30, table=table.id, why=str(error))
            if not table.closed:
                self._hall.out_of_sync(table)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        self._hall.services.spawn(work)

    # ── what was missed ──

    def look_again(self) -> None:
        self._spawn(self._look_at_all())

    async def _look_at_all(self) -> None:
        """At what is in memory."""
        tables = list(self._hall.tables.values())
        try:
            found = await self._hall.services.store.standing([table.id for table in tables])
        except StoreError:
            return  # by the time that the store answers again this is called again
        for table in tables:
            if found.get(table.id) != (table.version, table.revision):
                await self._try(table, table.others.look())
            with suppress(StoreError):
                place(table, await self._hall.services.peers.looking(table.id))

    def lose(self, peer: str, seen: int) -> None:
        """It may have stored something and not lived to tell."""
        for table in list(self._hall.tables.values()):
            table.display.lose(peer, seen)
        self.look_again()
        if self._inherit is not None:
            self._spawn(self._inherit())

    # ── driving ──

    async def keep_driving(self) -> None:
        while True:
            try:
                found = await self._take_over()
            except StoreError as error:
                found = 0
                say("nothing taken over", level=30, why=str(error))
            if not found:
                await asyncio.sleep(TAKE_OVER_S)

    async def _take_over(self) -> int:
        live = self._hall.tables.values()
        names = [t.id for t in live if not t.drives and t.status in ("open", "running")]
        found = await self._hall.services.peers.take_over(names)
        for name, lease in found.items():
            with suppress(*NOT_NOW):
                await self._drive(name, lease)
        return len(found)

    async def _drive(self, name: str, lease: Lease) -> None:
        table = await self._hall.get(name)
        table.others.drive(lease)
