"""Where somebody is told of their turns, as SQL."""

from typing import Any

from rialto.server.store.kept import Subscription
from rialto.server.store.sql_statements import Reader, Statements, first


class SubscriptionChanges(Statements):
    __slots__ = ()

    def keep_own_key(self, name: str, body: bytes) -> None:
        self._do(
            "INSERT INTO own_keys (name, body) VALUES (?, ?) ON CONFLICT DO NOTHING", name, body
        )

    def subscribe(self, sub: Subscription, most: int) -> None:
        self._do("DELETE FROM subscriptions WHERE endpoint = ?", sub.endpoint)
        self._do(
            "INSERT INTO subscriptions (endpoint, who, session, key, auth, lang, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            sub.endpoint, sub.who, sub.session, sub.key, sub.auth, sub.lang, sub.at,
        )  # fmt: skip
        self._do(
            "DELETE FROM subscriptions WHERE who = ?1 AND endpoint NOT IN (SELECT endpoint "
            "FROM subscriptions WHERE who = ?1 ORDER BY at DESC, endpoint LIMIT ?2)",
            sub.who, most,
        )  # fmt: skip

    def unsubscribe(self, endpoint: str, who: bytes | None = None) -> None:
        self._do(
            "DELETE FROM subscriptions WHERE endpoint = ?1 AND (who = ?2 OR ?2 IS NULL)",
            endpoint, who,
        )  # fmt: skip


def own_key(db: Reader, name: str) -> Any:
    return first(db, "SELECT body FROM own_keys WHERE name = ?", name)


def subscriptions_of(db: Reader, who: bytes) -> list[Subscription]:
    rows = db.rows(
        "SELECT endpoint, who, session, key, auth, lang, at FROM subscriptions WHERE who = ? "
        "ORDER BY at, endpoint",
        who,
    )
    names = ("endpoint", "who", "session", "key", "auth", "lang", "at")
    return [Subscription(**dict(zip(names, row, strict=True))) for row in rows]
