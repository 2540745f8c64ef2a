"""What is asked about people, and by whoever runs the server, as SQL."""

from typing import Any, Final

from rialto.server.store.kept import Blocked, KeptTable, RecordNote, Report, Token
from rialto.server.store.sql_statements import Reader, column, first
from rialto.server.store.sql_tables import tables
from rialto.server.wire.words import Status

KEY_DIGITS: Final = 128
"""More than a key has."""


def is_blocked(db: Reader, host: bytes, who: bytes) -> bool:
    sql = "SELECT count(*) FROM blocked WHERE host = ? AND who = ?"
    return bool(first(db, sql, host, who))


def blocked_by(db: Reader, host: bytes) -> list[Blocked]:
    rows = db.rows("SELECT who, name, at FROM blocked WHERE host = ? ORDER BY at, who", host)
    return [Blocked(*row) for row in rows]


def all_tables(db: Reader, status: Status | None, most: int) -> list[KeptTable]:
    return tables(
        db,
        "SELECT id FROM games WHERE status = ?1 OR ?1 IS NULL ORDER BY updated DESC, id LIMIT ?2",
        status, most,
    )  # fmt: skip


def tables_ended_before(db: Reader, before: int) -> list[Any]:
    return column(
        db,
        "SELECT id FROM games WHERE status IN ('over', 'abandoned') AND updated < ? "
        "ORDER BY updated",
        before,
    )


def tokens(db: Reader) -> list[Token]:
    rows = db.rows("SELECT token, name, created, used FROM tokens ORDER BY used DESC, token")
    return [Token(*row) for row in rows]


def records(db: Reader) -> list[RecordNote]:
    rows = db.rows("SELECT id, created, used, length(body) FROM records ORDER BY used DESC, id")
    return [RecordNote(*row) for row in rows]


def reports(db: Reader, table: str | None) -> list[Report]:
    rows = db.rows(
        "SELECT id, at, game, seat, name, who, by_seat, by_who, text FROM reports "
        "WHERE game = ?1 OR ?1 IS NULL ORDER BY id",
        table,
    )
    names = ("id", "at", "table", "seat", "name", "who", "by", "by_who", "text")
    return [Report(**dict(zip(names, row, strict=True))) for row in rows]


def people(db: Reader, beginning: str) -> list[Any]:
    """Keys lie between the beginning followed by zeros and the beginning followed by Fs."""
    digits = beginning[:KEY_DIGITS]
    return column(
        db,
        "SELECT who FROM (SELECT who FROM sessions UNION SELECT token FROM tokens) AS known "
        "WHERE who >= ? AND who <= ? ORDER BY who",
        bytes.fromhex(digits + "0" * (len(digits) % 2)),
        bytes.fromhex(digits.ljust(KEY_DIGITS, "f")),
    )
