"""Mail addresses as SQL."""

from typing import Any, Final

from rialto.server.store.kept import MailAddress
from rialto.server.store.sql_statements import Reader, Statements, first

FIELDS: Final = "who, address, lang, confirmed, quiet_from, quiet_to, offset_min, zone, at"


class MailChanges(Statements):
    __slots__ = ()

    def keep_mail(self, kept: MailAddress, confirm: bytes, stop: bytes) -> None:
        self.drop_mail(kept.who)
        self._do(
            f"INSERT INTO mail ({FIELDS}, confirm, stop) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            kept.who, kept.address, kept.lang, int(kept.confirmed), kept.quiet_from, kept.quiet_to,
            kept.offset_min, kept.zone, kept.at, confirm, stop,
        )  # fmt: skip

    def confirm_mail(self, confirm: bytes) -> None:
        self._do("UPDATE mail SET confirmed = 1 WHERE confirm = ?", confirm, one_row=True)

    def stop_mail(self, stop: bytes) -> None:
        self._do("DELETE FROM mail WHERE stop = ?", stop, one_row=True)

    def drop_mail(self, who: bytes) -> None:
        self._do("DELETE FROM mail WHERE who = ?", who)


def mail_of(db: Reader, who: bytes) -> MailAddress | None:
    rows = db.rows(f"SELECT {FIELDS} FROM mail WHERE who = ?", who)
    if not rows:
        return None
    told = dict(zip(FIELDS.split(", "), rows[0], strict=True))
    return MailAddress(**{**told, "confirmed": bool(told["confirmed"])})


def mailed_at(db: Reader, address: str) -> Any:
    return first(db, "SELECT max(at) FROM mail WHERE address = ?", address)
