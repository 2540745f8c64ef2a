"""What lives as long as the application: store, bots, tables, chores; and a clean end."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from fastapi import FastAPI

from rialto.server.keeping.desk import Desk
from rialto.server.keeping.devices import close_lines, load_anew
from rialto.server.keeping.door import close_door, open_door
from rialto.server.logs import say
from rialto.server.metrics import Metrics
from rialto.server.minds.botpool import BotPool
from rialto.server.minds.levels import levels
from rialto.server.notify.deliveries import Deliveries, Way
from rialto.server.notify.mail import Mail, load_key
from rialto.server.notify.news import Herald, look_again
from rialto.server.notify.push import Push, load_sender
from rialto.server.services import Services
from rialto.server.settings import Settings
from rialto.server.store import Store, open_peers, open_store
from rialto.server.store.peers import Forget
from rialto.server.table.expiry import keep_expiring
from rialto.server.table.hall import Hall
from rialto.server.table.hearing import Hearing
from rialto.server.table.practice import keep_clearing
from rialto.server.table.proposals import keep_settling
from rialto.server.web.socket import Sockets
from rialto.server.web.visitors import Visitors

OPENING_S: Final = 0.1
"""What a start is given to answer its first requests before it turns to old games."""


@dataclass
class Life:
    """Without a store it opens its own. `probe` and `replaced` (clock, entropy, seed) are for
    tests: see `Services`."""

    settings: Settings
    metrics: Metrics
    store: Store | None = None
    probe: Callable[[str], None] = lambda point: None
    replaced: dict[str, Any] = field(default_factory=dict)

    @asynccontextmanager
    async def span(self, app: FastAPI) -> AsyncIterator[None]:
        services = self._services()
        hall = app.state.hall = Hall(services)
        app.state.visitors = Visitors(services)
        app.state.sockets = Sockets(hall, app.state.visitors)
        sender = await load_sender(services)
        push = app.state.push = Push(services, sender) if sender else None
        mail = app.state.mail = Mail(services, await load_key(services))
        ways: list[Way] = [mail] if push is None else [push, mail]
        sent = app.state.deliveries = Deliveries(services, look_again(hall.get), *ways)
        hall.heralds.append(Herald(services.now, sent.tell).table_changed)
        hearing = Hearing(hall, partial(forget, hall, app.state.visitors), sent.go_on)
        await services.peers.open(hearing)
        chores = [
            asyncio.create_task(chore)
            for chore in (
                go_on(hall, hearing, sent),
                hall.keep_putting_away(),
                keep_expiring(hall),
                keep_settling(hall),
                keep_clearing(hall),
            )
        ]
        desk = app.state.desk = Desk(
            services.store, services.now, hall, app.state.visitors.forget, services.peers
        )
        door = await open_door(self.settings.db, desk)
        say("serving", db=str(self.settings.db))
        try:
            yield
        finally:
            services.stopping.set()
            close_door(self.settings.db, door)
            hall.close()
            for chore in [*chores, *services.tasks]:
                chore.cancel()
            await asyncio.gather(*chores, *services.tasks, return_exceptions=True)
            await services.bots.close()
            await services.peers.close()
            await asyncio.to_thread(services.close)
            await asyncio.to_thread(services.store.close)
            say("stopped")

    def _services(self) -> Services:
        settings, replaced = self.settings, dict(self.replaced)
        store = self.store or open_store(settings.db, probe=self.probe)
        store.on_commit(self.metrics.count_commit)
        pool = BotPool(
            workers=settings.bot_workers,
            think_s=settings.bot_think_ms / 1000,
            deadline_s=settings.bot_deadline_ms / 1000,
            metrics=self.metrics,
            **{k: replaced.pop(k) for k in ("pick",) if k in replaced},
        )
        return Services(
            settings=settings,
            store=store,
            bots=pool,
            metrics=self.metrics,
            peers=open_peers(settings.db, store),
            probe=self.probe,
            **replaced,
        )


async def go_on(hall: Hall, hearing: Hearing, sent: Deliveries) -> None:
    """First the door is opened; then games in which somebody waits for us, messages, the bots."""
    await asyncio.sleep(OPENING_S)
    if hall.services.peers.alone:
        await hall.wake_all()
    await sent.go_on()
    await asyncio.to_thread(levels)
    if not hall.services.peers.alone:
        await hearing.keep_driving()


def forget(hall: Hall, visitors: Visitors, news: Forget) -> None:
    """Another process has been told."""
    visitors.hear(news)
    if news.session is None:
        load_anew(hall, news.who)
    else:
        close_lines(hall, news.who)
