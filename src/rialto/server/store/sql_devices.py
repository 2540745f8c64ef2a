"""Devices of a person, and the codes that carry a person to another one, as SQL."""

from typing import Any, Final

from rialto.server.store.kept import Code, Session
from rialto.server.store.sql_statements import Reader, Statements

OWNED: Final = {"holders": "game, seat", "leavers": "game, seat", "hidden": "game"}
"""What is kept by person, and what each of theirs is about."""


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
        for part, about in OWNED.items():
            self._hand_over(part, "who", about, who, into)
        self._hand_over("blocked", "host", "who, name, at", who, into)
        self._hand_over("blocked", "who", "host, name, at", who, into)
        self._do("DELETE FROM blocked WHERE host = who")
        self._do("UPDATE links SET used_by = ? WHERE used_by = ?", into, who)
        self._do("UPDATE games SET host = ? WHERE host = ?", into, who)
        self._do("UPDATE reports SET who = ? WHERE who = ?", into, who)
        self._do("UPDATE reports SET by_who = ? WHERE by_who = ?", into, who)
        self._do("UPDATE sessions SET who = ? WHERE who = ?", into, who)
        for part in ("subscriptions", "deliveries", "talk"):
            self._do(f"UPDATE {part} SET who = ? WHERE who = ?", into, who)
        self._do("DELETE FROM mail WHERE who = ?", who)
        self.drop_codes(who)

    def _hand_over(self, part: str, whose: str, about: str, who: bytes, into: bytes) -> None:
        """What the other one has already stays as it is."""
        self._do(
            f"INSERT INTO {part} ({whose}, {about}) SELECT ?, {about} FROM {part} "
            f"WHERE {whose} = ? ON CONFLICT DO NOTHING",
            into, who,
        )  # fmt: skip
        self._do(f"DELETE FROM {part} WHERE {whose} = ?", who)


def code(db: Reader, secret: bytes) -> Code | None:
    return as_code(db.rows("SELECT who, at, used FROM codes WHERE secret = ?", secret))


def code_of(db: Reader, who: bytes) -> Code | None:
    return as_code(db.rows("SELECT who, at, used FROM codes WHERE who = ?", who))


def as_code(rows: list[Any]) -> Code | None:
    return Code(rows[0][0], rows[0][1], bool(rows[0][2])) if rows else None


def sessions_of(db: Reader, who: bytes) -> list[Session]:
    rows = db.rows(
        "SELECT secret, seen, old_name, until, created, device FROM sessions WHERE who = ? "
        "ORDER BY seen DESC, secret",
        who,
    )
    return [
        Session(
            secret=secret, who=who, seen=seen, old_name=bool(old), until=until, created=created,
            device=device,
        )
        for secret, seen, old, until, created, device in rows
    ]  # fmt: skip
