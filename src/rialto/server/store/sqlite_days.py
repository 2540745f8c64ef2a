"""Tables by days as SQL: a table of their own, for waiting is no part of a game's log."""

import sqlite3
from typing import Final

import msgspec

from rialto.server.store.days import KeptDays

DAYS: Final = """
-- Since when each seat is waited for, and its holiday; one JSON object for each table.
CREATE TABLE days (
    game TEXT PRIMARY KEY REFERENCES games (id),
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
KEEP: Final = (
    "INSERT INTO days (game, body) VALUES (?, ?) "
    "ON CONFLICT (game) DO UPDATE SET body = excluded.body"
)


def days(db: sqlite3.Connection, name: str) -> KeptDays | None:
    """None: a table that is not played by days."""
    row = db.execute("SELECT body FROM days WHERE game = ?", (name,)).fetchone()
    return None if row is None else msgspec.json.decode(row[0], type=KeptDays)
