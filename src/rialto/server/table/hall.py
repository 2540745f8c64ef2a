"""All tables: loaded, kept, put away; and the records that people keep here."""

import asyncio
import json
from typing import Any, Final

from rialto import Game
from rialto.engine.game import BadRecord
from rialto.server.auth import Who
from rialto.server.closing import COME_AGAIN
from rialto.server.logs import say
from rialto.server.services import Services
from rialto.server.store import StoreClosed, StoreError
from rialto.server.table.fold import build
from rialto.server.table.seats import Listener
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

JANITOR_S: Final = 30.0


class Hall:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self.streams: dict[bytes, set[Listener]] = {}
        """By the key of the program."""

    # ── finding ──

    async def get(self, name: str) -> Table:
        table = self.tables.get(name) or await self._load(name)
        table.touch()
        return table

    async def _load(self, name: str) -> Table:
        """Once, however many want it; and to the end, though whoever wanted it has gone."""
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._fold(name))
            loading.add_done_callback(lambda done: self._loaded(name, done))
        return await asyncio.shield(loading)

    def _loaded(self, name: str, done: "asyncio.Task[Table]") -> None:
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
        self.keep(table)
        if table.status == "running":
            table.changed()
        elif table.status == "open":
            await table.begin_if_full()
        return table

    def keep(self, table: Table) -> None:
        table.touch()
        self.tables[table.id] = table
        self.services.metrics.live_tables.set(len(self.tables))

    def seat(self, table: Table, who: Who, wanted: int | None) -> int:
        """The seat that this browser or program acts for."""
        held = table.holders.get(who.key, set()) if who.key else set()
        if not held:
            raise Trouble("no_seat")
        if wanted is None:
            if len(held) > 1:
                asked = [p for p in table.asked() if p in held]
                if len(asked) != 1:
                    raise Trouble("which_seat")
                return asked[0]
            return next(iter(held))
        if wanted not in held:
            raise Trouble("not_your_seat")
        return wanted

    # ── told by tables ──

    def table_changed(self, table: Table) -> None:
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
        for watcher in list(table.display.watchers):
            watcher.drop(COME_AGAIN)

    # ── records ──

    async def record(self, name: str) -> dict[str, Any]:
        found = await self.services.store.record(name)
        if found is None:
            raise Trouble("no_record")
        body: dict[str, Any] = await self.services.aside(json.loads, found)
        return body

    async def save_record(self, record: dict[str, Any]) -> tuple[str, int]:
        services = self.services
        game = await services.aside(read_record, record, None)
        if await services.store.count_records() >= services.settings.most_records:
            raise Trouble("too_many_records")
        name = services.secrets.table_name()
        changes = services.store.transaction()
        changes.keep_record(name, services.now(), json.dumps(record).encode())
        await services.write(changes)
        return name, len(game.log)

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

    async def put_away_idle(self) -> None:
        while True:
            await asyncio.sleep(JANITOR_S)
            now = self.services.ticks() / 1000
            crowded = len(self.tables) > self.services.settings.most_live_tables
            for table in list(self.tables.values()):
                idle = now - table.touched > self.services.settings.idle_table_s
                if (idle or crowded) and not table.display.watchers and not table.autoplay.busy:
                    if table.clock is None and not table.lock.locked():
                        table.close()
                        del self.tables[table.id]
            self.services.metrics.live_tables.set(len(self.tables))

    def close(self) -> None:
        for loading in self._loading.values():
            loading.cancel()
        for table in self.tables.values():
            table.close()


def read_record(record: dict[str, Any], until: int | None) -> Game:
    try:
        game = Game.from_record(record, until)
    except BadRecord as error:
        raise Trouble("bad_record", str(error), error.where) from None
    if until is not None and len(game.log) != until:
        message = f"The record has {len(game.log)} moves, not {until}."
        raise Trouble("bad_move_number", message, f"{until} > {len(game.log)}")
    return game
