"""What is asked of the store as SQL."""

from typing import Any, Final

import msgspec

from rialto.server.store.kept import BY_BOT, KeptTable, Link, Session, Spoken
from rialto.server.store.sql_statements import Reader, column, first
from rialto.server.store.sql_tables import tables

GOING_ON: Final = "status IN ('open', 'running')"
THEIRS: Final = (
    "(host = ?1 OR id IN (SELECT game FROM holders WHERE who = ?1) "
    "OR id IN (SELECT game FROM leavers WHERE who = ?1))"
)
MINE: Final = f"practice = 0 AND id NOT IN (SELECT game FROM hidden WHERE who = ?1) AND {THEIRS}"
SPOKEN: Final = "n, at, version, seat, name, reaction, text"


def talk(db: Reader, name: str) -> list[Spoken]:
    rows = db.rows(f"SELECT {SPOKEN} FROM talk WHERE game = ? ORDER BY n", name)
    return [Spoken(*row) for row in rows]


def talk_of(db: Reader, who: bytes) -> dict[str, list[Spoken]]:
    said: dict[str, list[Spoken]] = {}
    rows = db.rows(f"SELECT game, {SPOKEN} FROM talk WHERE who = ? ORDER BY game, n", who)
    for game, *line in rows:
        said.setdefault(game, []).append(Spoken(*line))
    return said


# ── lists ──


def open_tables(db: Reader, most: int) -> list[KeptTable]:
    return tables(
        db,
        f"SELECT id FROM games WHERE {GOING_ON} AND open = 1 "
        "ORDER BY status = 'open' DESC, updated DESC LIMIT ?",
        most,
    )


def tables_of(db: Reader, who: bytes, most: int) -> list[KeptTable]:
    return tables(
        db,
        f"SELECT id FROM games WHERE {MINE} ORDER BY {GOING_ON} DESC, updated DESC LIMIT ?2",
        who, most,
    )  # fmt: skip


def all_of(db: Reader, who: bytes) -> list[str]:
    return column(db, f"SELECT id FROM games WHERE {THEIRS} ORDER BY updated DESC, id", who)


def finished_tables(db: Reader, who: bytes | None, most: int) -> list[KeptTable]:
    return tables(
        db,
        f"SELECT id FROM games WHERE status = 'over' AND (open = 1 OR {MINE}) "
        "ORDER BY updated DESC LIMIT ?2",
        who, most,
    )  # fmt: skip


def tables_held(db: Reader, who: bytes) -> list[Any]:
    return column(
        db,
        "SELECT DISTINCT holders.game FROM holders JOIN games ON games.id = holders.game "
        f"WHERE who = ? AND {GOING_ON}",
        who,
    )


def tables_to_wake(db: Reader) -> list[str]:
    rows = db.rows(
        "SELECT id, header, EXISTS ("
        "SELECT 1 FROM seats WHERE game = games.id AND (kind = 'bot' OR away = 1)) "
        "FROM games WHERE status = 'running' AND EXISTS ("
        "SELECT 1 FROM seats WHERE game = games.id AND kind = 'person' AND away = 0)",
    )
    return [name for name, header, bots in rows if bots or is_timed(header)]


def is_timed(header: str) -> bool:
    setup = msgspec.json.decode(header)
    return bool(setup.get("clock") or setup.get("days"))


def tables_waiting_since(db: Reader, before: int) -> list[Any]:
    """Somebody sitting down or leaving is a notice."""
    return column(
        db,
        "SELECT id FROM games WHERE status = 'open' AND updated < ?1 AND NOT EXISTS ("
        "SELECT 1 FROM notices WHERE game = games.id AND at >= ?1) ORDER BY updated",
        before,
    )


def tables_idle_since(db: Reader, before: int) -> list[Any]:
    """No person has moved, come back or said anything (`Entry.by_person`). What bots do for people
    who are away keeps no game open."""
    by_person = f"(what = 'back' OR substr(move_id, 1, {len(BY_BOT)}) <> '{BY_BOT}')"
    return column(
        db,
        "SELECT id FROM games WHERE status = 'running' AND updated < ?1 "
        f"AND NOT EXISTS (SELECT 1 FROM events WHERE game = games.id AND at >= ?1 AND {by_person}) "
        "AND NOT EXISTS (SELECT 1 FROM talk WHERE game = games.id AND at >= ?1) "
        "ORDER BY updated",
        before,
    )


def practice_tables(db: Reader) -> list[Any]:
    return column(db, "SELECT id FROM games WHERE practice = 1 ORDER BY id")


# ── single facts ──


def link(db: Reader, secret: bytes) -> Link | None:
    rows = db.rows(
        "SELECT game, seat, device, in_absence, expires, used_by FROM links WHERE secret = ?",
        secret,
    )
    if not rows:
        return None
    name, seat, device, in_absence, expires, used_by = rows[0]
    return Link(
        secret=secret,
        table=name,
        seat=seat,
        device=bool(device),
        in_absence=bool(in_absence),
        expires=expires,
        used_by=used_by,
    )


def group(db: Reader, secret: bytes) -> Any:
    return first(db, "SELECT id FROM games WHERE group_link = ?", secret)


def session(db: Reader, secret: bytes) -> Session | None:
    rows = db.rows(
        "SELECT who, seen, old_name, until, created, device FROM sessions WHERE secret = ?",
        secret,
    )
    if not rows:
        return None
    who, seen, old_name, until, created, device = rows[0]
    return Session(
        secret=secret, who=who, seen=seen, old_name=bool(old_name), until=until, created=created,
        device=device,
    )  # fmt: skip


def count_tables(db: Reader) -> Any:
    return first(db, f"SELECT count(*) FROM games WHERE {GOING_ON}")


def count_records(db: Reader) -> Any:
    return first(db, "SELECT count(*) FROM records")


def token_used(db: Reader, token: bytes) -> Any:
    return first(db, "SELECT used FROM tokens WHERE token = ?", token)


def count_tokens(db: Reader) -> Any:
    return first(db, "SELECT count(*) FROM tokens")


def record(db: Reader, name: str) -> tuple[bytes, int] | None:
    rows = db.rows("SELECT body, used FROM records WHERE id = ?", name)
    return (rows[0][0], rows[0][1]) if rows else None


def ready(db: Reader) -> None:
    db.rows("SELECT 1 FROM games LIMIT 1")


def last_alive(db: Reader) -> Any:
    return first(db, "SELECT at FROM alive")
