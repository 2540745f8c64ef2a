"""Where somebody is told of their turns, as SQL."""

import sqlite3
from typing import Final

from rialto.server.store.kept import Subscription
from rialto.server.store.sqlite_statements import Statements

SUBSCRIPTIONS: Final = """
-- Keys of our own, made at the first start.
CREATE TABLE own_keys (name TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- Browsers that want to be told, each with the session that asked for it.
CREATE TABLE subscriptions (
    endpoint TEXT PRIMARY KEY,
    who BLOB NOT NULL,
    session BLOB NOT NULL,
    key BLOB NOT NULL,
    auth BLOB NOT NULL,
    lang TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_who ON subscriptions (who, at);
"""


class SubscriptionChanges(Statements):
    __slots__ = ()

    def keep_own_key(self, name: str, body: bytes) -> None:
        self._do("INSERT OR IGNORE INTO own_keys (name, body) VALUES (?, ?)", name, body)

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
            "DELETE FROM subscriptions WHERE endpoint = ?1 AND (?2 IS NULL OR who = ?2)",
            endpoint, who,
        )  # fmt: skip


def own_key(db: sqlite3.Connection, name: str) -> bytes | None:
    row = db.execute("SELECT body FROM own_keys WHERE name = ?", (name,)).fetchone()
    return None if row is None else bytes(row[0])


def subscriptions_of(db: sqlite3.Connection, who: bytes) -> list[Subscription]:
    rows = db.execute(
        "SELECT endpoint, who, session, key, auth, lang, at FROM subscriptions WHERE who = ? "
        "ORDER BY at, endpoint",
        (who,),
    )
    names = ("endpoint", "who", "session", "key", "auth", "lang", "at")
    return [Subscription(**dict(zip(names, row, strict=True))) for row in rows]
