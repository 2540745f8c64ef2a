"""What nobody wants any more is given back: tables, sessions, tokens, records."""

import asyncio
from typing import Final

from rialto.server.logs import say
from rialto.server.services import Services
from rialto.server.store import StoreError
from rialto.server.store.peers import LoadAnew
from rialto.server.table.hall import Hall
from rialto.server.trouble import Trouble

FIRST_S: Final = 60.0
EVERY_S: Final = 3600.0
DAY_MS: Final = 24 * 3600 * 1000
AT_ONCE: Final = 200
"""Tables in one round, so that nobody waits for it."""
SEATLESS_DAYS: Final = 7
"""A session that has no table is kept so long."""
LONG_OFF_DAYS: Final = 30
HOUSE: Final = ""
"""What is done for all tables is driven by one process, as if it were a table without a name."""


class Calendar:
    """Whether the wall clock can be trusted with deleting. A computer whose clock has jumped into
    the future would forget everything at once: after such a jump nothing expires until the server
    is started again, and after a long time off only once it has run for a day."""

    def __init__(self, services: Services, last_alive: int | None) -> None:
        self._services = services
        self._started = services.ticks()
        self._offset = services.now() - services.ticks()
        self._jumped = False
        off = services.now() - last_alive if last_alive is not None else 0
        self._wait_ms = DAY_MS if off > LONG_OFF_DAYS * DAY_MS else 0

    def trusted(self) -> bool:
        ticks = self._services.ticks()
        if abs(self._services.now() - ticks - self._offset) > DAY_MS and not self._jumped:
            self._jumped = True
            say("the clock has jumped; nothing expires until the next start", level=30)
        return not self._jumped and ticks - self._started >= self._wait_ms


async def keep_expiring(hall: Hall) -> None:
    calendar = Calendar(hall.services, await hall.services.store.last_alive())
    await asyncio.sleep(FIRST_S)
    while True:
        try:
            ours = (await hall.services.peers.lease(HOUSE)).term is not None
            if ours and calendar.trusted():
                await expire(hall)
        except (Trouble, StoreError) as error:
            say("expiry failed", level=40, why=str(error))
        await asyncio.sleep(EVERY_S)


async def expire(hall: Hall) -> None:
    """By the settings; 0 days means never."""
    services, settings = hall.services, hall.services.settings
    waiting = await services.store.tables_waiting_since(before(hall, settings.open_table_days))
    for name in waiting[:AT_ONCE]:
        await delete_unbegun(hall, name)
    idle = await services.store.tables_idle_since(before(hall, settings.idle_table_days))
    for name in idle[:AT_ONCE]:
        await abandon_idle(hall, name)
    ended = await services.store.tables_ended_before(before(hall, settings.ended_table_days))
    for name in ended[:AT_ONCE]:
        await delete_ended(hall, name)
    changes = services.store.transaction()
    changes.forget_reports(before(hall, settings.report_days))
    changes.forget_links(expired_before=services.now())
    changes.forget_sessions(
        unseen_since=before(hall, settings.session_days),
        seatless_since=before(hall, min(SEATLESS_DAYS, settings.session_days)),
    )
    changes.forget_tokens(unused_since=before(hall, settings.token_days))
    changes.forget_records(unused_since=before(hall, settings.record_days))
    changes.prove_alive(services.now())
    await services.write(changes)
    await services.peers.tidy()
    if waiting or idle or ended:
        say("expired", waiting=len(waiting), idle=len(idle), ended=len(ended))


def before(hall: Hall, days: int) -> int:
    """The time so many days ago; for 0 the beginning of all time."""
    return hall.services.now() - days * DAY_MS if days else 0


async def delete_unbegun(hall: Hall, name: str) -> None:
    table = hall.tables.get(name)
    if (table is None or table.status == "open") and not await is_watched(hall, name):
        await delete(hall, name)


async def delete_ended(hall: Hall, name: str) -> None:
    if not await is_watched(hall, name):
        await delete(hall, name)


async def is_watched(hall: Hall, name: str) -> bool:
    """By whatever process."""
    table = hall.tables.get(name)
    if table is not None:
        return table.display.watched
    return any(look.here for look in await hall.services.peers.looking(name))


async def delete(hall: Hall, name: str) -> None:
    changes = hall.services.store.transaction()
    changes.delete_table(name)
    await hall.services.write(changes)
    hall.forget(name)
    hall.services.peers.tell(LoadAnew(name))


async def abandon_idle(hall: Hall, name: str) -> None:
    try:
        table = await hall.get(name)
    except Trouble as error:
        say("not expired", level=30, table=name, why=str(error))
        return
    if table.status == "running" and not table.display.watched:
        await table.abandon()
