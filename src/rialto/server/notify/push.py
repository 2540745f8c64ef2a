"""News as push messages. Endpoints are secrets, and stand in no log."""

import asyncio
import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rialto.server.logs import say
from rialto.server.notify.deliveries import Outcome
from rialto.server.notify.news import News
from rialto.server.notify.reach import Rules, Unreachable, check_endpoint, deliver
from rialto.server.services import Services
from rialto.server.store import Delivery, Subscription
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.notify.sealing import Sender

KEY: Final = "push"
PAUSES_S: Final[tuple[float, ...]] = (5.0, 30.0, 180.0, 900.0, 3600.0)
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
    """A way for messages: to browsers that asked for them."""

    name = "push"

    def __init__(self, services: Services, sender: "Sender") -> None:
        self.sender = sender
        self.rules = Rules(services.settings.push_any_service, services.settings.push_loopback)
        self._services = services
        self._free = asyncio.Semaphore(AT_ONCE)

    @property
    def pauses_s(self) -> Sequence[float]:
        return PAUSES_S

    async def targets(self, who: bytes) -> list[str]:
        return [sub.endpoint for sub in await self._services.store.subscriptions_of(who)]

    async def quiet_ms(self, sent: Delivery) -> int:
        return 0

    async def send(self, sent: Delivery, news: News | None) -> Outcome:
        kept = await self._services.store.subscriptions_of(sent.who)
        sub = next((one for one in kept if one.endpoint == sent.target), None)
        if sub is None or news is None:
            return Outcome.DONE
        status = await self._try(sub, news)
        if 200 <= status < 300:
            return Outcome.DONE
        if status in GONE:
            await self._drop(sub)
            return Outcome.DONE
        return Outcome.REFUSED if status in FINAL else Outcome.LATER

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
