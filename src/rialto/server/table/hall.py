"""All tables: found, refolded, put away; and the records that people keep here."""

import asyncio
import json
import sqlite3
from typing import TYPE_CHECKING, Any, Final

from rialto import Game
from rialto.engine.game import BadRecord
from rialto.server.auth import Who
from rialto.server.logs import say
from rialto.server.services import Services
from rialto.server.table.fold import refold
from rialto.server.table.table import Table, stored
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.web.streams import Stream

JANITOR_S: Final = 30.0
NO_SEAT: Final = 4403
COME_AGAIN: Final = 1012
"""Closing codes of sockets."""


class Hall:
    def __init__(self, services: Services) -> None:
        self.services = services
        self.tables: dict[str, Table] = {}
        self.streams: dict[bytes, set[Stream]] = {}
        """Programs that listen for turns at all their tables."""

    # ── finding ──

    def get(self, game_id: str) -> Table:
        table = self.tables.get(game_id)
        if table is None:
            table = refold(self.services, game_id)
            self.keep(table)
            if table.status == "running":
                table.changed()
        return table

    def keep(self, table: Table) -> None:
        table.touched = self.services.ticks() / 1000
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

    def tell_streams(self, table: Table) -> None:
        if not self.streams:
            return
        for key in table.holders:
            for stream in self.streams.get(key, ()):
                stream.tell(table)

    # ── records ──

    def record(self, record_id: str) -> dict[str, Any]:
        found = self.services.store.read("SELECT body FROM records WHERE id = ?", (record_id,))
        if not found:
            raise Trouble("no_record")
        body: dict[str, Any] = json.loads(found[0]["body"])
        return body

    async def save_record(self, record: dict[str, Any]) -> tuple[str, int]:
        game = await asyncio.to_thread(read_record, record, None)
        store = self.services.store
        if store.read("SELECT count(*) FROM records")[0][0] >= self.services.settings.most_records:
            raise Trouble("too_many_records")
        record_id = self.services.secrets.table_name()
        await stored(
            self.services,
            [("INSERT INTO records VALUES (?, ?, ?)",
             (record_id, self.services.now(), json.dumps(record).encode()))],
        )  # fmt: skip
        return record_id, len(game.log)

    # ── living on ──

    async def wake_all(self) -> None:
        """After a restart: games in which a bot or a clock has to go on. The others are folded
        when somebody comes."""
        rows = self.services.store.read(
            "SELECT id FROM games WHERE status = 'running' AND ("
            "json_extract(header, '$.clock') IS NOT NULL OR EXISTS ("
            "SELECT 1 FROM seats WHERE game = games.id AND (kind = 'bot' OR away = 1)))"
        )
        for row in rows:
            try:
                self.get(row["id"])
            except (Trouble, ValueError, sqlite3.Error) as trouble:
                say("not loaded", level=40, table=row["id"], why=str(trouble))
            await asyncio.sleep(0)
        say("games refolded", games=len(rows))

    async def put_away_idle(self) -> None:
        while True:
            await asyncio.sleep(JANITOR_S)
            now = self.services.ticks() / 1000
            crowded = len(self.tables) > self.services.settings.most_live_tables
            for table in list(self.tables.values()):
                idle = now - table.touched > self.services.settings.idle_table_s
                if (idle or crowded) and not table.watchers and not table.turns.busy:
                    if table.clock is None and not table.lock.locked():
                        table.close()
                        del self.tables[table.id]
            self.services.metrics.live_tables.set(len(self.tables))

    def forget(self, table: Table) -> None:
        """Fold it anew when somebody comes; those who watch it come again."""
        say("a table is folded anew", level=30, table=table.id)
        table.close()
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        for watcher in list(table.watchers):
            watcher.drop(COME_AGAIN)

    def close(self) -> None:
        for table in self.tables.values():
            table.close()


def read_record(record: dict[str, Any], until: int | None) -> Game:
    try:
        game = Game.from_record(record, until)
    except BadRecord as trouble:
        raise Trouble("bad_record", str(trouble)) from None
    if until is not None and len(game.log) != until:
        raise Trouble("bad_move_number", f"The record has {len(game.log)} moves, not {until}.")
    return game
