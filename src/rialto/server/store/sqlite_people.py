"""What is asked about people, and by whoever runs the server, as SQL."""

import sqlite3
from typing import Any

from rialto.server.store.kept import Blocked, KeptTable, RecordNote, Report, Token
from rialto.server.store.sqlite_reads import column, number, tables
from rialto.server.wire.words import Status


def is_blocked(db: sqlite3.Connection, host: bytes, who: bytes) -> bool:
    sql = "SELECT count(*) FROM blocked WHERE host = ? AND who = ?"
    return number(db, sql, host, who) > 0


def blocked_by(db: sqlite3.Connection, host: bytes) -> list[Blocked]:
    rows = db.execute("SELECT who, name, at FROM blocked WHERE host = ? ORDER BY at, who", (host,))
    return [Blocked(*row) for row in rows]


def all_tables(db: sqlite3.Connection, status: Status | None, most: int) -> list[KeptTable]:
    return tables(
        db,
        "SELECT id FROM games WHERE ?1 IS NULL OR status = ?1 ORDER BY updated DESC, id LIMIT ?2",
        (status, most),
    )


def tables_ended_before(db: sqlite3.Connection, before: int) -> list[Any]:
    return column(
        db,
        "SELECT id FROM games WHERE status IN ('over', 'abandoned') AND updated < ? "
        "ORDER BY updated",
        (before,),
    )


def tokens(db: sqlite3.Connection) -> list[Token]:
    rows = db.execute("SELECT token, name, created, used FROM tokens ORDER BY used DESC, token")
    return [Token(*row) for row in rows]


def records(db: sqlite3.Connection) -> list[RecordNote]:
    rows = db.execute("SELECT id, created, used, length(body) FROM records ORDER BY used DESC, id")
    return [RecordNote(*row) for row in rows]


def reports(db: sqlite3.Connection, table: str | None) -> list[Report]:
    rows = db.execute(
        "SELECT id, at, game, seat, name, who, by_seat, by_who, text FROM reports "
        "WHERE ?1 IS NULL OR game = ?1 ORDER BY id",
        (table,),
    )
    names = ("id", "at", "table", "seat", "name", "who", "by", "by_who", "text")
    return [Report(**dict(zip(names, row, strict=True))) for row in rows]


def people(db: sqlite3.Connection, beginning: str) -> list[Any]:
    return column(
        db,
        "SELECT who FROM (SELECT who FROM sessions UNION SELECT token FROM tokens) "
        "WHERE lower(hex(who)) LIKE ? || '%' ORDER BY who",
        (beginning.lower(),),
    )
