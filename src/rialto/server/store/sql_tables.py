"""Whole tables out of their parts. However many they are, each part is asked for once."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec

from rialto.server.store.days import KeptDays
from rialto.server.store.fair import KeptFair
from rialto.server.store.kept import (
    Entry,
    Held,
    KeptSeat,
    KeptTable,
    Notice,
    Proposal,
    Result,
    Standing,
)
from rialto.server.store.sql_statements import Question, Reader, column

PARTS: Final = (
    "SELECT id, created, updated, rules, open, host, header, status, rematch, result, group_link, "
    "proposals, quiet, practice, revision, "
    "(SELECT coalesce(max(seq) + 1, 0) FROM events WHERE game = games.id) FROM games WHERE id IN",
    "SELECT game, kind, bot, name, away, opened, hinted FROM seats WHERE game IN",
    "SELECT game, who, seat FROM holders WHERE game IN",
    "SELECT game, who, seat FROM leavers WHERE game IN",
    "SELECT game, seat FROM links WHERE device = 0 AND used_by IS NULL AND game IN",
    "SELECT game, n, at, version, code, seat, name FROM notices WHERE game IN",
    "SELECT game, body FROM fairness WHERE game IN",
    "SELECT game, body FROM days WHERE game IN",
)
ORDERS: Final = {1: "ORDER BY game, seat", 5: "ORDER BY game, n"}
LOG: Final = (
    "SELECT seq, at, what, seat, move, spent, move_id FROM events "
    "WHERE game = ? AND seq >= ? ORDER BY seq"
)
STANDING: Final = (
    "SELECT id, (SELECT coalesce(max(seq) + 1, 0) FROM events WHERE game = games.id), revision "
    "FROM games WHERE id IN"
)
MOST_AT_ONCE: Final = 100
"""Tables in one question."""

ByTable = dict[str, list[Any]]


def table(db: Reader, name: str) -> KeptTable | None:
    return next(iter(build(db.at_once(questions([name])))), None)


def entries(db: Reader, name: str, since: int) -> list[Entry]:
    return as_entries(db.rows(LOG, name, since))


def table_and_log(db: Reader, name: str, since: int) -> tuple[KeptTable, list[Entry]] | None:
    *parts, log = db.at_once([*questions([name]), Question(LOG, (name, since))])
    kept = next(iter(build(parts)), None)
    return None if kept is None else (kept, as_entries(log))


def tables(db: Reader, sql: str, *values: Any) -> list[KeptTable]:
    """Those whose names this asks for, in its order."""
    names = column(db, sql, *values)
    kept: dict[str, KeptTable] = {}
    for start in range(0, len(names), MOST_AT_ONCE):
        asked = questions(names[start : start + MOST_AT_ONCE])
        kept |= {table.id: table for table in build(db.at_once(asked))}
    return [kept[name] for name in names if name in kept]


def standing(db: Reader, names: Sequence[str]) -> dict[str, Standing]:
    found: dict[str, Standing] = {}
    for start in range(0, len(names), MOST_AT_ONCE):
        asked = names[start : start + MOST_AT_ONCE]
        rows = db.rows(f"{STANDING} ({marks(asked)})", *asked)
        found |= {name: Standing(version, revision) for name, version, revision in rows}
    return found


def questions(names: Sequence[str]) -> list[Question]:
    asked = f"({marks(names)})"
    return [Question(f"{part} {asked} {ORDERS.get(i, '')}", names) for i, part in enumerate(PARTS)]


def marks(names: Sequence[str]) -> str:
    return ", ".join("?" * len(names))


def as_entries(rows: Iterable[Any]) -> list[Entry]:
    # What Entry._make does, without a call for each of a great many.
    return [tuple.__new__(Entry, row) for row in rows]


def build(answers: Sequence[list[Any]]) -> list[KeptTable]:
    games, *parts = answers
    seats, holders, leavers, invited, notices, fair, days = map(by_table, parts)
    return [
        as_table(
            row,
            seats=[as_seat(*seat) for seat in seats.get(row[0], ())],
            holders=seats_by(holders.get(row[0], ())),
            leavers=seats_by(leavers.get(row[0], ())),
            invited={seat for (seat,) in invited.get(row[0], ())},
            notices=[Notice(*notice) for notice in notices.get(row[0], ())],
            fair=decoded(fair.get(row[0]), KeptFair),
            days=decoded(days.get(row[0]), KeptDays),
        )
        for row in games
    ]


def by_table(rows: list[Any]) -> ByTable:
    found: ByTable = {}
    for name, *rest in rows:
        found.setdefault(name, []).append(rest)
    return found


def as_table(row: Any, **parts: Any) -> KeptTable:
    name, created, updated, rules, is_open, host, setup, status, rematch, result, *more = row
    group_link, proposals, quiet, practice, revision, version = more
    return KeptTable(
        id=name,
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
        revision=revision,
        group_link=group_link,
        proposals=msgspec.json.decode(proposals, type=list[Proposal]),
        quiet=bool(quiet),
        practice=bool(practice),
        **parts,
    )


def as_seat(kind: Any, bot: str | None, name: str, *marks: int) -> KeptSeat:
    return KeptSeat(kind, bot, name, *map(bool, marks))


def seats_by(rows: Iterable[Any]) -> Held:
    seats: Held = {}
    for who, seat in rows:
        seats.setdefault(who, set()).add(seat)
    return seats


def decoded(rows: list[Any] | None, kind: type[Any]) -> Any:
    """The one JSON object that is kept of a table; None if there is none."""
    return msgspec.json.decode(rows[0][0], type=kind) if rows else None
