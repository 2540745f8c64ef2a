"""News as push messages. Nobody's move waits for them: each is a task of its own, tried again with
growing pauses and then given up. Endpoints are secrets, and stand in no log."""

import asyncio
import json
from typing import TYPE_CHECKING, Final

from rialto.server.logs import LOG, say
from rialto.server.notify.news import News
from rialto.server.notify.reach import Rules, Unreachable, check_endpoint, deliver
from rialto.server.services import Services
from rialto.server.store import Subscription
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.notify.sealing import Sender

KEY: Final = "push"
PAUSES_S: Final[tuple[float, ...]] = (5.0, 30.0, 180.0, 900.0, 3600.0)
MOST_WAITING: Final = 2000
AT_ONCE: Final = 16
KEEP_S: Final = 24 * 3600
"""So long a service keeps a message for a browser that is off."""
GONE: Final = (404, 410)
FINAL: Final = (400, 401, 403, 413)


async def load_sender(services: Services) -> "Sender | None":
    """The key is made at the first start, and kept: browsers have subscribed to it. None where
    the package with the ciphers is missing, which a server without push messages can do without."""
    try:
        from rialto.server.notify.sealing import Sender, new_key
    except ModuleNotFoundError:
        say("no push messages: the package cryptography is missing", level=30)
        return None
    key = await services.store.own_key(KEY)
    if key is None:
        key = new_key()
        changes = services.store.transaction()
        changes.keep_own_key(KEY, key)
        await services.write(changes)
    return Sender(key, services.settings.push_contact)


class Push:
    def __init__(self, services: Services, sender: "Sender") -> None:
        self.sender = sender
        self.rules = Rules(services.settings.push_any_service, services.settings.push_loopback)
        self._services = services
        self._free = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0

    def tell(self, who: bytes, news: News) -> None:
        if self.waiting >= MOST_WAITING:
            say("too many push messages wait", level=30)
            return
        self.waiting += 1
        self._services.spawn(self._tell(who, news))

    async def _tell(self, who: bytes, news: News) -> None:
        try:
            subscriptions = await self._services.store.subscriptions_of(who)
            await asyncio.gather(*(self._send(sub, news) for sub in subscriptions))
        except Exception as error:
            # Without a trace: it might show an endpoint.
            LOG.error("push failed", extra={"facts": {"why": type(error).__name__}})
        finally:
            self.waiting -= 1

    async def _send(self, sub: Subscription, news: News) -> None:
        for pause in (*PAUSES_S, None):
            status = await self._try(sub, news)
            if 200 <= status < 300:
                return
            if status in GONE:
                await self._drop(sub)
                return
            if status in FINAL or pause is None:
                say("push given up", level=30, status=status)
                return
            await asyncio.sleep(pause)

    async def _try(self, sub: Subscription, news: News) -> int:
        """The status of the answer; 0 if there was none."""
        from rialto.server.notify.sealing import seal

        message = {
            "title": news.title(sub.lang),
            "body": news.text(sub.lang),
            "url": news.path,
            "kind": news.kind,
        }
        try:
            origin = check_endpoint(sub.endpoint, self.rules).origin
            headers = {
                "authorization": self.sender.authorization(origin, self._services.now() // 1000),
                "content-encoding": "aes128gcm",
                "content-type": "application/octet-stream",
                "ttl": str(KEEP_S),
                "urgency": "normal",
                "topic": news.table,
            }
            body = seal(json.dumps(message).encode(), sub.key, sub.auth)
            async with self._free:
                return (await deliver(sub.endpoint, headers, body, self.rules))[0]
        except Trouble:
            return GONE[0]  # such services are not allowed any more
        except Unreachable:
            return 0

    async def _drop(self, sub: Subscription) -> None:
        changes = self._services.store.transaction()
        changes.unsubscribe(sub.endpoint)
        await self._services.write(changes)
