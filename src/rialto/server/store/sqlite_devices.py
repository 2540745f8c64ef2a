"""Devices of a person, and the codes that carry a person to another one, as SQL."""

import sqlite3
from typing import Final

from rialto.server.store.kept import Code, Session
from rialto.server.store.sqlite_statements import Statements

DEVICES: Final = """
ALTER TABLE sessions ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET created = seen;
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_by_who ON sessions (who);

-- What carries a person to another device: the hash of it, good once.
CREATE TABLE codes (
    secret BLOB PRIMARY KEY,
    who BLOB NOT NULL,
    at INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_who ON codes (who);
"""
OWNED: Final = ("holders", "leavers", "hidden")


class DeviceChanges(Statements):
    __slots__ = ()

    def keep_session(self, session: Session) -> None:
        self._do(
            "INSERT INTO sessions (secret, who, seen, old_name, until, created, device) "
            "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (secret) DO UPDATE SET "
            "seen = excluded.seen, until = excluded.until, device = excluded.device",
            session.secret, session.who, session.seen, int(session.old_name), session.until,
            session.created, session.device,
        )  # fmt: skip

    def drop_session(self, secret: bytes) -> None:
        self._do("DELETE FROM sessions WHERE secret = ?", secret)
        self._do("DELETE FROM subscriptions WHERE session = ?", secret)

    def keep_code(self, secret: bytes, who: bytes, at: int) -> None:
        self.drop_codes(who)
        self._do("INSERT INTO codes (secret, who, at) VALUES (?, ?, ?)", secret, who, at)

    def use_code(self, secret: bytes) -> None:
        self._do("UPDATE codes SET used = 1 WHERE secret = ? AND used = 0", secret, one_row=True)

    def drop_codes(self, who: bytes) -> None:
        self._do("DELETE FROM codes WHERE who = ?", who)

    def join_person(self, who: bytes, into: bytes) -> None:
        for part in OWNED:
            self._do(f"UPDATE OR IGNORE {part} SET who = ? WHERE who = ?", into, who)
            self._do(f"DELETE FROM {part} WHERE who = ?", who)
        self._do("UPDATE OR IGNORE blocked SET host = ? WHERE host = ?", into, who)
        self._do("UPDATE OR IGNORE blocked SET who = ? WHERE who = ?", into, who)
        self._do("DELETE FROM blocked WHERE host = ?1 OR who = ?1 OR host = who", who)
        self._do("UPDATE links SET used_by = ? WHERE used_by = ?", into, who)
        self._do("UPDATE games SET host = ? WHERE host = ?", into, who)
        self._do("UPDATE reports SET who = ? WHERE who = ?", into, who)
        self._do("UPDATE reports SET by_who = ? WHERE by_who = ?", into, who)
        self._do("UPDATE sessions SET who = ? WHERE who = ?", into, who)
        self._do("UPDATE subscriptions SET who = ? WHERE who = ?", into, who)
        self._do("DELETE FROM mail WHERE who = ?", who)
        self.drop_codes(who)


def code(db: sqlite3.Connection, secret: bytes) -> Code | None:
    row = db.execute("SELECT who, at, used FROM codes WHERE secret = ?", (secret,)).fetchone()
    return None if row is None else Code(row[0], row[1], bool(row[2]))


def code_of(db: sqlite3.Connection, who: bytes) -> Code | None:
    row = db.execute("SELECT who, at, used FROM codes WHERE who = ?", (who,)).fetchone()
    return None if row is None else Code(row[0], row[1], bool(row[2]))


def sessions_of(db: sqlite3.Connection, who: bytes) -> list[Session]:
    rows = db.execute(
        "SELECT secret, seen, old_name, until, created, device FROM sessions WHERE who = ? "
        "ORDER BY seen DESC, secret",
        (who,),
    )
    return [
        Session(
            secret=secret, who=who, seen=seen, old_name=bool(old), until=until, created=created,
            device=device,
        )
        for secret, seen, old, until, created, device in rows
    ]  # fmt: skip
