"""Messages on their way to people who are not there.

Each is stored before it is first tried, and until it is delivered or given up; so a restart loses
none, and goes on where it was. Nobody's move waits for one: each is a task of its own, tried again
with growing pauses. One that comes late is sent only if it is still true. It can come twice only if
the server is killed between handing it over and noting that: push services replace a message about
the same table, and a mail has the same Message-ID.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from enum import Enum, auto
from typing import Any, Final, Protocol

from msgspec.structs import replace

from rialto.server.logs import LOG, say
from rialto.server.notify.news import News
from rialto.server.services import Services
from rialto.server.store import Delivery
from rialto.server.store.peers import MESSAGE

MOST_WAITING: Final = 2000


class Outcome(Enum):
    DONE = auto()
    """Delivered, or nobody wants it any more."""
    LATER = auto()
    """It may be possible later."""
    REFUSED = auto()
    """It will never be."""


class Way(Protocol):
    """How messages go."""

    name: str

    @property
    def pauses_s(self) -> Sequence[float]:
        """Before each further try."""

    async def targets(self, who: bytes) -> list[str]:
        """Where somebody wants to be told."""

    async def quiet_ms(self, sent: Delivery) -> int:
        """How long they do not want to be told anything."""

    async def send(self, sent: Delivery, news: News | None) -> Outcome: ...


Look = Callable[[Delivery], Awaitable[News | None]]
"""What there is to tell now; None: nothing any more."""


class Deliveries:
    def __init__(self, services: Services, look: Look, *ways: Way) -> None:
        self._services, self._look = services, look
        self._ways = {way.name: way for way in ways}
        self._carried = set[str]()
        self.waiting = 0

    # ── new ones ──

    def tell(self, who: bytes, news: News) -> None:
        self._begin(self._tell(who, news))

    async def _tell(self, who: bytes, news: News) -> None:
        made = [
            self.new(way.name, who, target, news.kind, news.table)
            for way in self._ways.values()
            for target in await way.targets(who)
        ]
        if not made:
            return
        changes = self._services.store.transaction()
        for sent in made:
            changes.keep_delivery(sent)
        await self._services.write(changes)
        await asyncio.gather(*(self._carry(sent, news) for sent in made))

    def new(self, way: str, who: bytes, target: str, kind: str, table: str = "") -> Delivery:
        return Delivery(
            id=self._services.secrets.secret(),
            way=way,
            who=who,
            target=target,
            kind=kind,
            table=table,
            due=self._services.now(),
        )

    def carry(self, sent: Delivery) -> None:
        """One that is stored."""
        self._begin(self._carry(sent, None))

    # ── on their way ──

    async def go_on(self) -> None:
        """After a start of this process, or the end of another: with what was on its way."""
        for sent in await self._services.store.deliveries(MOST_WAITING):
            if sent.id not in self._carried:
                self.carry(sent)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if self.waiting >= MOST_WAITING:
            work.close()
            say("too many messages wait", level=30)
            return
        self.waiting += 1
        self._services.spawn(self._watch(work))

    async def _watch(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            # Without a trace: it might show an address.
            LOG.error("a message failed", extra={"facts": {"why": type(error).__name__}})
        finally:
            self.waiting -= 1

    async def _carry(self, sent: Delivery, news: News | None) -> None:
        """`news`: what was just noted; otherwise it is looked up when it is time."""
        way = self._ways.get(sent.way)
        if way is None:
            return  # stored by a server that could
        self._carried.add(sent.id)
        peers, name = self._services.peers, f"{MESSAGE}{sent.id}"
        try:
            if (await peers.lease(name)).term is not None:
                await self._deliver(way, sent, news)
                peers.release(name)
        finally:
            self._carried.discard(sent.id)

    async def _deliver(self, way: Way, sent: Delivery, news: News | None) -> None:
        while True:
            wait_ms = max(sent.due - self._services.now(), await way.quiet_ms(sent))
            if wait_ms > 0:
                await asyncio.sleep(wait_ms / 1000)
                news = None
            outcome = await self._try(way, sent, news)
            if outcome is not Outcome.LATER or sent.tries >= len(way.pauses_s):
                if outcome is not Outcome.DONE:
                    say(f"{sent.way} given up", level=30, tries=sent.tries + 1)
                return await self._drop(sent)
            sent, news = await self._put_off(sent, way.pauses_s[sent.tries]), None

    async def _try(self, way: Way, sent: Delivery, news: News | None) -> Outcome:
        if news is None:
            if await self._services.store.delivery(sent.id) is None:
                return Outcome.DONE
            news = await self._look(sent) if sent.table else None
        return await way.send(sent, news)

    async def _put_off(self, sent: Delivery, pause_s: float) -> Delivery:
        due = self._services.now() + round(1000 * pause_s)
        later = replace(sent, tries=sent.tries + 1, due=due)
        changes = self._services.store.transaction()
        changes.put_off_delivery(later.id, later.tries, later.due)
        await self._services.write(changes)
        return later

    async def _drop(self, sent: Delivery) -> None:
        changes = self._services.store.transaction()
        changes.drop_delivery(sent.id)
        await self._services.write(changes)
