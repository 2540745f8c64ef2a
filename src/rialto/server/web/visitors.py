"""From a request to who is asking: only sessions and tokens that were issued here count."""

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from typing import Final, Generic, TypeVar

from msgspec.structs import replace

from rialto.server.auth import (
    COOKIE,
    NOBODY,
    TLS_COOKIE,
    Who,
    bearer,
    hash_of,
    is_token,
    sessions_in,
)
from rialto.server.services import Services
from rialto.server.store import Session
from rialto.server.store.peers import Forget
from rialto.server.trouble import Trouble

KEEP_MS: Final = 60_000
"""What was looked up is believed this long; so long may a revoked one still be good."""
MOST: Final = 20_000
DAY_MS: Final = 24 * 3600 * 1000
GRACE_MS: Final = 10 * 60 * 1000
"""A cookie of the old name is good for so long after a new one was given for it: the answer with
the new one may have been lost."""

T = TypeVar("T")


class Visitors:
    def __init__(self, services: Services) -> None:
        self._services = services
        store = services.store
        self._sessions = Lookup(store.session, services.ticks)
        self._tokens = Lookup(store.token_used, services.ticks)

    async def who(self, headers: Mapping[str, str], *, secure: bool) -> Who:
        """From the Authorization header, else the cookie; a token that is not known is an error."""
        token = bearer(headers.get("authorization", ""))
        if token is not None:
            return Who(await self._token(token), program=True)
        found = await self.session(headers, secure=secure)
        return NOBODY if found is None else Who(found[1].who)

    async def _token(self, token: str) -> bytes:
        key = hash_of(token)
        used = await self._tokens.get(key) if is_token(token) else None
        if used is None:
            raise Trouble("token_needed", "This bearer token is not known.")
        now = self._services.now()
        if now - used > DAY_MS:
            changes = self._services.store.transaction()
            changes.use_token(key, now)
            await self._services.write(changes)
            self._tokens.put(key, now)
        return key

    async def session(
        self, headers: Mapping[str, str], *, secure: bool
    ) -> tuple[str, Session] | None:
        """The session that was issued to this browser, and what its cookie holds."""
        cookies = headers.get("cookie", "")
        for name in (TLS_COOKIE, COOKIE) if secure else (COOKIE,):
            for secret in sessions_in(cookies, name):
                session = await self._sessions.get(hash_of(secret))
                # Under TLS the plain name may be a neighbour's gift, unless it was given by us
                # before there was another.
                if (
                    session
                    and self._good(session)
                    and (not secure or name == TLS_COOKIE or session.old_name)
                ):
                    await self._note_seen(session)
                    return secret, session
        return None

    def _good(self, session: Session) -> bool:
        return session.until is None or session.until > self._services.now()

    async def _note_seen(self, session: Session) -> None:
        now = self._services.now()
        if now - session.seen > DAY_MS:
            await self._keep(replace(session, seen=now))

    async def issue(
        self, device: str, old: Session | None = None, who: bytes | None = None
    ) -> tuple[str, Session]:
        """A new session, of a new person or of one; or a new cookie for whoever has one of the old
        name."""
        now = self._services.now()
        secret = self._services.secrets.secret()
        who = who or (hash_of(secret) if old is None else old.who)
        session = Session(secret=hash_of(secret), who=who, seen=now, created=now, device=device)
        await self._keep(session, *([replace(old, until=now + GRACE_MS)] if old else []))
        return secret, session

    def forget(self, who: bytes) -> None:
        """They are unknown at once, in every process."""
        self._tell_all(Forget(who))

    def sign_out(self, session: Session) -> None:
        """This session is unknown at once, in every process."""
        self._tell_all(Forget(session.who, session.secret))

    def _tell_all(self, news: Forget) -> None:
        self.hear(news)
        self._services.peers.tell(news)

    def hear(self, news: Forget) -> None:
        if news.session is not None:
            self._sessions.drop(lambda key, session: key == news.session)
            return
        self._sessions.drop(lambda key, session: session.who == news.who)
        self._tokens.drop(lambda key, used: key == news.who)

    async def _keep(self, *sessions: Session) -> None:
        changes = self._services.store.transaction()
        for session in sessions:
            changes.keep_session(session)
        await self._services.write(changes)
        for session in sessions:
            self._sessions.put(session.secret, session)


class Lookup(Generic[T]):
    """Facts that are asked for at every request, kept for a while. What is not there is looked up
    each time, so that guesses cannot push anything out."""

    def __init__(
        self, find: Callable[[bytes], Awaitable[T | None]], ticks: Callable[[], int]
    ) -> None:
        self._find, self._ticks = find, ticks
        self._kept: OrderedDict[bytes, tuple[int, T]] = OrderedDict()

    async def get(self, key: bytes) -> T | None:
        kept = self._kept.get(key)
        if kept is not None and self._ticks() - kept[0] < KEEP_MS:
            return kept[1]
        found = await self._find(key)
        if found is not None:
            self.put(key, found)
        else:
            self._kept.pop(key, None)
        return found

    def drop(self, unwanted: Callable[[bytes, T], bool]) -> None:
        for key in [key for key, (_, found) in self._kept.items() if unwanted(key, found)]:
            del self._kept[key]

    def put(self, key: bytes, found: T) -> None:
        self._kept[key] = (self._ticks(), found)
        self._kept.move_to_end(key)
        if len(self._kept) > MOST:
            self._kept.popitem(last=False)
