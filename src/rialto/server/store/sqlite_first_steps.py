"""The first two steps of SQLite's tables: games with their logs, then seats and people."""

from typing import Final

GAMES_AND_LOGS: Final = """
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

SEATS_AND_PEOPLE: Final = """
-- A link is good for one session. Where a person sits it has been used, whoever used it; where
-- somebody has left a running game it is their way back.
CREATE TABLE links (
    secret BLOB PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    device INTEGER NOT NULL,
    expires INTEGER,
    used_by BLOB
) STRICT, WITHOUT ROWID;
CREATE INDEX links_by_game ON links (game, seat);
INSERT INTO links (secret, game, seat, device, used_by)
    SELECT secret, game, seat, 0,
        (SELECT min(who) FROM holders WHERE holders.game = seats.game AND holders.seat = seats.seat)
    FROM seats WHERE secret IS NOT NULL;
DROP INDEX seats_by_secret;
ALTER TABLE seats DROP COLUMN secret;

-- Who left a seat and may come back to it.
CREATE TABLE leavers (
    game TEXT NOT NULL REFERENCES games (id),
    seat INTEGER NOT NULL,
    who BLOB NOT NULL,
    PRIMARY KEY (game, seat, who)
) STRICT, WITHOUT ROWID;

-- What happens at a table and is no part of its game.
CREATE TABLE notices (
    game TEXT NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    code TEXT NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- Sessions that were issued: the hash of what the cookie holds, and whose it is. Those from before
-- this table may have a cookie of the old name, which is good until they have a new one.
CREATE TABLE sessions (
    secret BLOB PRIMARY KEY,
    who BLOB NOT NULL,
    seen INTEGER NOT NULL,
    old_name INTEGER NOT NULL,
    until INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO sessions (secret, who, seen, old_name)
    SELECT who, who, max(updated), 1 FROM (
        SELECT host AS who, updated FROM games
        UNION ALL
        SELECT holders.who, updated FROM holders JOIN games ON games.id = holders.game
    ) WHERE who NOT IN (SELECT token FROM bots) GROUP BY who;

ALTER TABLE bots RENAME TO tokens;
ALTER TABLE tokens ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE tokens SET used = created;
ALTER TABLE records ADD COLUMN used INTEGER NOT NULL DEFAULT 0;
UPDATE records SET used = created;

-- Written now and then to prove that it can be.
CREATE TABLE alive (only INTEGER PRIMARY KEY CHECK (only = 1), at INTEGER NOT NULL) STRICT;

-- A log has no gap. It goes only with its whole table, which is marked first.
CREATE TRIGGER events_in_order BEFORE INSERT ON events
    WHEN NEW.seq > 0 AND NOT EXISTS
        (SELECT 1 FROM events WHERE game = NEW.game AND seq = NEW.seq - 1)
    BEGIN SELECT RAISE(ABORT, 'entries are numbered without a gap'); END;
DROP TRIGGER events_are_kept;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events
    WHEN (SELECT status FROM games WHERE id = OLD.game) <> 'deleted'
    BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
"""
