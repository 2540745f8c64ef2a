"""The tables of the store. `events` is the log of all games; everything else is about them."""

from typing import Final

SCHEMA_VERSION: Final = 1
SCHEMA: Final = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    rules INTEGER NOT NULL,
    status TEXT NOT NULL,
    open INTEGER NOT NULL,
    host BLOB NOT NULL,
    rematch TEXT,
    header TEXT NOT NULL,
    result TEXT
) STRICT;
CREATE INDEX games_by_status ON games (status, updated);
CREATE TABLE events (
    game TEXT NOT NULL REFERENCES games (id),
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    what TEXT NOT NULL,
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    spent INTEGER NOT NULL,
    move_id TEXT,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX events_by_move_id ON events (game, move_id) WHERE move_id IS NOT NULL;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    kind TEXT NOT NULL,
    bot TEXT,
    name TEXT NOT NULL,
    secret BLOB,
    away INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX seats_by_secret ON seats (secret) WHERE secret IS NOT NULL;
CREATE TABLE holders (
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    who BLOB NOT NULL,
    PRIMARY KEY (who, game, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX holders_by_game ON holders (game);
CREATE TABLE bots (
    token BLOB PRIMARY KEY,
    name TEXT NOT NULL,
    created INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE records (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE TRIGGER events_stay BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
"""
