"""What is asked of the store as SQL. Each takes a connection; none is called in the event loop."""

import sqlite3
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from rialto.server.store.kept import (
    Entry,
    Held,
    KeptSeat,
    KeptTable,
    Link,
    Notice,
    Proposal,
    Result,
    Session,
    Spoken,
)
from rialto.server.store.sqlite_days import days
from rialto.server.store.sqlite_fair import fair

GOING_ON: Final = "status IN ('open', 'running')"
TABLE: Final = (
    "SELECT id, created, updated, rules, open, host, header, status, rematch, result, group_link, "
    "proposals, quiet, practice, "
    "(SELECT coalesce(max(seq) + 1, 0) FROM events WHERE game = games.id) FROM games WHERE id = ?"
)

INVITED: Final = "SELECT DISTINCT seat FROM links WHERE game = ? AND device = 0 AND used_by IS NULL"
MINE: Final = (
    "practice = 0 AND id NOT IN (SELECT game FROM hidden WHERE who = ?1) AND "
    "(host = ?1 OR id IN (SELECT game FROM holders WHERE who = ?1) "
    "OR id IN (SELECT game FROM leavers WHERE who = ?1))"
)


def table(db: sqlite3.Connection, name: str) -> KeptTable | None:
    row = db.execute(TABLE, (name,)).fetchone()
    if row is None:
        return None
    id_, created, updated, rules, is_open, host, setup, status, rematch, result, *more = row
    group_link, proposals, quiet, practice, version = more
    return KeptTable(
        id=id_,
        created=created,
        updated=updated,
        rules=rules,
        open=bool(is_open),
        host=host,
        setup=msgspec.json.decode(setup),
        status=status,
        rematch=rematch,
        result=msgspec.json.decode(result, type=Result) if result else None,
        version=version,
        group_link=group_link,
        proposals=msgspec.json.decode(proposals, type=list[Proposal]),
        quiet=bool(quiet),
        practice=bool(practice),
        seats=seats(db, name),
        holders=seats_by(db, "SELECT who, seat FROM holders WHERE game = ?", name),
        leavers=seats_by(db, "SELECT who, seat FROM leavers WHERE game = ?", name),
        invited=set(column(db, INVITED, (name,))),
        notices=notices(db, name),
        fair=fair(db, name),
        days=days(db, name),
    )


def seats(db: sqlite3.Connection, name: str) -> list[KeptSeat]:
    rows = db.execute(
        "SELECT kind, bot, name, away, opened FROM seats WHERE game = ? ORDER BY seat", (name,)
    )
    return [
        KeptSeat(kind, bot, called, bool(away), bool(opened))
        for kind, bot, called, away, opened in rows
    ]


def notices(db: sqlite3.Connection, name: str) -> list[Notice]:
    rows = db.execute(
        "SELECT n, at, version, code, seat, name FROM notices WHERE game = ? ORDER BY n", (name,)
    )
    return [Notice(*row) for row in rows]


def seats_by(db: sqlite3.Connection, sql: str, name: str) -> Held:
    seats: Held = {}
    for who, seat in db.execute(sql, (name,)):
        seats.setdefault(who, set()).add(seat)
    return seats


def entries(db: sqlite3.Connection, name: str) -> list[Entry]:
    rows = db.execute(
        "SELECT seq, at, what, seat, move, spent, move_id FROM events WHERE game = ? ORDER BY seq",
        (name,),
    )
    # What Entry._make does, without a call for each of a great many.
    return [tuple.__new__(Entry, row) for row in rows]


def table_and_log(db: sqlite3.Connection, name: str) -> tuple[KeptTable, list[Entry]] | None:
    db.execute("BEGIN")
    try:
        kept = table(db, name)
        return None if kept is None else (kept, entries(db, name))
    finally:
        db.execute("COMMIT")


def talk(db: sqlite3.Connection, name: str) -> list[Spoken]:
    rows = db.execute(
        "SELECT n, at, version, seat, name, reaction, text FROM talk WHERE game = ? ORDER BY n",
        (name,),
    )
    return [Spoken(*row) for row in rows]


# ── lists ──


def open_tables(db: sqlite3.Connection, most: int) -> list[KeptTable]:
    return tables(
        db,
        f"SELECT id FROM games WHERE {GOING_ON} AND open = 1 "
        "ORDER BY status = 'open' DESC, updated DESC LIMIT ?",
        (most,),
    )


def tables_of(db: sqlite3.Connection, who: bytes, most: int) -> list[KeptTable]:
    return tables(
        db,
        f"SELECT id FROM games WHERE {MINE} ORDER BY {GOING_ON} DESC, updated DESC LIMIT ?2",
        (who, most),
    )


def finished_tables(db: sqlite3.Connection, who: bytes | None, most: int) -> list[KeptTable]:
    return tables(
        db,
        f"SELECT id FROM games WHERE status = 'over' AND (open = 1 OR {MINE}) "
        "ORDER BY updated DESC LIMIT ?2",
        (who, most),
    )


def tables(db: sqlite3.Connection, sql: str, values: Sequence[Any]) -> list[KeptTable]:
    found = (table(db, name) for name in column(db, sql, values))
    return [kept for kept in found if kept is not None]


def column(db: sqlite3.Connection, sql: str, values: Sequence[Any] = ()) -> list[Any]:
    return [row[0] for row in db.execute(sql, values).fetchall()]


def tables_held(db: sqlite3.Connection, who: bytes) -> list[Any]:
    return column(
        db,
        "SELECT DISTINCT holders.game FROM holders JOIN games ON games.id = holders.game "
        f"WHERE who = ? AND {GOING_ON}",
        (who,),
    )


def tables_to_wake(db: sqlite3.Connection) -> list[Any]:
    return column(
        db,
        "SELECT id FROM games WHERE status = 'running' AND EXISTS ("
        "SELECT 1 FROM seats WHERE game = games.id AND kind = 'person' AND away = 0) AND ("
        "json_extract(header, '$.clock') IS NOT NULL OR json_extract(header, '$.days') IS NOT NULL "
        "OR EXISTS ("
        "SELECT 1 FROM seats WHERE game = games.id AND (kind = 'bot' OR away = 1)))",
    )


def tables_waiting_since(db: sqlite3.Connection, before: int) -> list[Any]:
    """Somebody sitting down or leaving is a notice."""
    return column(
        db,
        "SELECT id FROM games WHERE status = 'open' AND max(updated, coalesce("
        "(SELECT max(at) FROM notices WHERE game = games.id), 0)) < ? ORDER BY updated",
        (before,),
    )


def tables_idle_since(db: sqlite3.Connection, before: int) -> list[Any]:
    return column(
        db,
        "SELECT id FROM games WHERE status = 'running' AND updated < ?1 AND coalesce("
        "(SELECT at FROM events WHERE game = games.id ORDER BY seq DESC LIMIT 1), 0) < ?1 "
        "ORDER BY updated",
        (before,),
    )


def practice_tables(db: sqlite3.Connection) -> list[Any]:
    return column(db, "SELECT id FROM games WHERE practice = 1 ORDER BY id")


# ── single facts ──


def link(db: sqlite3.Connection, secret: bytes) -> Link | None:
    row = db.execute(
        "SELECT game, seat, device, in_absence, expires, used_by FROM links WHERE secret = ?",
        (secret,),
    ).fetchone()
    if row is None:
        return None
    name, seat, device, in_absence, expires, used_by = row
    return Link(
        secret=secret,
        table=name,
        seat=seat,
        device=bool(device),
        in_absence=bool(in_absence),
        expires=expires,
        used_by=used_by,
    )


def group(db: sqlite3.Connection, secret: bytes) -> str | None:
    row = db.execute("SELECT id FROM games WHERE group_link = ?", (secret,)).fetchone()
    return None if row is None else row[0]


def session(db: sqlite3.Connection, secret: bytes) -> Session | None:
    row = db.execute(
        "SELECT who, seen, old_name, until, created, device FROM sessions WHERE secret = ?",
        (secret,),
    ).fetchone()
    if row is None:
        return None
    who, seen, old_name, until, created, device = row
    return Session(
        secret=secret, who=who, seen=seen, old_name=bool(old_name), until=until, created=created,
        device=device,
    )  # fmt: skip


def count_tables(db: sqlite3.Connection) -> int:
    return number(db, f"SELECT count(*) FROM games WHERE {GOING_ON}")


def count_records(db: sqlite3.Connection) -> int:
    return number(db, "SELECT count(*) FROM records")


def token_used(db: sqlite3.Connection, token: bytes) -> int | None:
    row = db.execute("SELECT used FROM tokens WHERE token = ?", (token,)).fetchone()
    return None if row is None else int(row[0])


def count_tokens(db: sqlite3.Connection) -> int:
    return number(db, "SELECT count(*) FROM tokens")


def record(db: sqlite3.Connection, name: str) -> tuple[bytes, int] | None:
    row = db.execute("SELECT body, used FROM records WHERE id = ?", (name,)).fetchone()
    return None if row is None else (row[0], row[1])


def ready(db: sqlite3.Connection) -> None:
    db.execute("SELECT 1 FROM games LIMIT 1").fetchone()


def number(db: sqlite3.Connection, sql: str, *values: Any) -> int:
    return int(db.execute(sql, values).fetchone()[0])


def last_alive(db: sqlite3.Connection) -> int | None:
    row = db.execute("SELECT at FROM alive").fetchone()
    return None if row is None else int(row[0])
