"""Fair shuffles as SQL: a table of their own, for they are no part of a game's log."""

import sqlite3
from typing import Final

import msgspec

from rialto.server.store.fair import KeptFair

FAIR_SHUFFLES: Final = """
-- The secret, the commitment to it, and what the players add; one JSON object for each table.
CREATE TABLE fairness (
    game TEXT PRIMARY KEY REFERENCES games (id),
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
KEEP: Final = (
    "INSERT INTO fairness (game, body) VALUES (?, ?) "
    "ON CONFLICT (game) DO UPDATE SET body = excluded.body"
)


def fair(db: sqlite3.Connection, name: str) -> KeptFair | None:
    """None: a game without a fair shuffle."""
    row = db.execute("SELECT body FROM fairness WHERE game = ?", (name,)).fetchone()
    return None if row is None else msgspec.json.decode(row[0], type=KeptFair)
