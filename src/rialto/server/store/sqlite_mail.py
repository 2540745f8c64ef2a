"""Mail addresses as SQL."""

import sqlite3
from typing import Final

from rialto.server.store.kept import MailAddress
from rialto.server.store.sqlite_statements import Statements

MAIL: Final = """
-- Where somebody wants to have mail; of the secrets in its links only the hashes.
CREATE TABLE mail (
    who BLOB PRIMARY KEY,
    address TEXT NOT NULL,
    lang TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    offset_min INTEGER NOT NULL,
    at INTEGER NOT NULL,
    confirm BLOB NOT NULL,
    stop BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_by_address ON mail (address);
"""
FIELDS: Final = "who, address, lang, confirmed, quiet_from, quiet_to, offset_min, at"


class MailChanges(Statements):
    __slots__ = ()

    def keep_mail(self, kept: MailAddress, confirm: bytes, stop: bytes) -> None:
        self._do(
            f"INSERT OR REPLACE INTO mail ({FIELDS}, confirm, stop) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            kept.who, kept.address, kept.lang, int(kept.confirmed), kept.quiet_from, kept.quiet_to,
            kept.offset_min, kept.at, confirm, stop,
        )  # fmt: skip

    def confirm_mail(self, confirm: bytes) -> None:
        self._do("UPDATE mail SET confirmed = 1 WHERE confirm = ?", confirm, one_row=True)

    def stop_mail(self, stop: bytes) -> None:
        self._do("DELETE FROM mail WHERE stop = ?", stop, one_row=True)

    def drop_mail(self, who: bytes) -> None:
        self._do("DELETE FROM mail WHERE who = ?", who)


def mail_of(db: sqlite3.Connection, who: bytes) -> MailAddress | None:
    row = db.execute(f"SELECT {FIELDS} FROM mail WHERE who = ?", (who,)).fetchone()
    if row is None:
        return None
    told = dict(zip(FIELDS.split(", "), row, strict=True))
    return MailAddress(**{**told, "confirmed": bool(told["confirmed"])})


def mailed_at(db: sqlite3.Connection, address: str) -> int | None:
    row = db.execute("SELECT max(at) FROM mail WHERE address = ?", (address,)).fetchone()
    return None if row is None or row[0] is None else int(row[0])
