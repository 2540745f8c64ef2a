"""The tables in SQLite, as the steps that lead to them; a new file takes all of them.

A step that has been released is never changed: what comes later is another step, here and in
`pg_steps.py`, so that both engines keep the same.
"""

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

REPORTS_AND_BLOCKS: Final = """
-- What somebody at a table says about another, for whoever runs the server.
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    who BLOB,
    by_seat INTEGER NOT NULL,
    by_who BLOB NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX reports_by_game ON reports (game);

-- Whom a host does not want at any table of theirs.
CREATE TABLE blocked (
    host BLOB NOT NULL,
    who BLOB NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (host, who)
) STRICT, WITHOUT ROWID;
"""

FAIR_SHUFFLES: Final = """
-- The secret, the commitment to it, and what the players add; one JSON object for each table.
CREATE TABLE fairness (
    game TEXT PRIMARY KEY REFERENCES games (id),
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

COMPANY: Final = """
-- One link for everybody who is invited, beside those of single seats.
ALTER TABLE games ADD COLUMN group_link BLOB;
CREATE UNIQUE INDEX games_by_group_link ON games (group_link) WHERE group_link IS NOT NULL;
ALTER TABLE links ADD COLUMN in_absence INTEGER NOT NULL DEFAULT 0;
-- Questions that everybody has to answer.
ALTER TABLE games ADD COLUMN proposals TEXT NOT NULL DEFAULT '[]';
ALTER TABLE games ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
-- Whether the person has seen the running game: before that no clock runs for them.
ALTER TABLE seats ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET opened = 1 WHERE game IN (SELECT id FROM games WHERE status <> 'open');

CREATE TABLE talk (
    game TEXT NOT NULL REFERENCES games (id),
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    version INTEGER NOT NULL,
    seat INTEGER,
    name TEXT NOT NULL,
    reaction TEXT,
    text TEXT NOT NULL,
    PRIMARY KEY (game, n)
) STRICT, WITHOUT ROWID;

-- Who does not want to see a table in their list any more.
CREATE TABLE hidden (
    game TEXT NOT NULL REFERENCES games (id),
    who BLOB NOT NULL,
    PRIMARY KEY (who, game)
) STRICT, WITHOUT ROWID;
"""

DAYS: Final = """
-- Since when each seat is waited for, and its holiday; one JSON object for each table.
CREATE TABLE days (
    game TEXT PRIMARY KEY REFERENCES games (id),
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""

DEVICES: Final = """
ALTER TABLE sessions ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET created = seen;
ALTER TABLE sessions ADD COLUMN device TEXT NOT NULL DEFAULT '';
CREATE INDEX sessions_by_who ON sessions (who);

-- What carries a person to another device: the hash of it, good once.
CREATE TABLE codes (
    secret BLOB PRIMARY KEY,
    who BLOB NOT NULL,
    at INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX codes_by_who ON codes (who);
"""

SUBSCRIPTIONS: Final = """
-- Keys of our own, made at the first start.
CREATE TABLE own_keys (name TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;

-- Browsers that want to be told, each with the session that asked for it.
CREATE TABLE subscriptions (
    endpoint TEXT PRIMARY KEY,
    who BLOB NOT NULL,
    session BLOB NOT NULL,
    key BLOB NOT NULL,
    auth BLOB NOT NULL,
    lang TEXT NOT NULL,
    at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX subscriptions_by_who ON subscriptions (who, at);
"""

MAIL: Final = """
-- Where somebody wants to have mail; of the secrets in its links only the hashes.
CREATE TABLE mail (
    who BLOB PRIMARY KEY,
    address TEXT NOT NULL,
    lang TEXT NOT NULL,
    confirmed INTEGER NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    offset_min INTEGER NOT NULL,
    at INTEGER NOT NULL,
    confirm BLOB NOT NULL,
    stop BLOB NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX mail_by_address ON mail (address);
"""

PRACTICE: Final = """
-- Tables that are gone for good once their player has left them.
ALTER TABLE games ADD COLUMN practice INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_for_practice ON games (id) WHERE practice = 1;
"""

REVISIONS: Final = """
-- How often something beside the log has changed: who changes it says from where.
ALTER TABLE games ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
"""

DELIVERIES: Final = """
-- What somebody is to be told, until they are or it is given up. Of one table the newest counts.
CREATE TABLE deliveries (
    id TEXT PRIMARY KEY,
    way TEXT NOT NULL,
    who BLOB NOT NULL,
    target TEXT NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    tries INTEGER NOT NULL,
    due INTEGER NOT NULL,
    UNIQUE (way, target, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX deliveries_by_who ON deliveries (who);

-- Who said it, so that it can be forgotten. Nobody is told.
ALTER TABLE talk ADD COLUMN who BLOB;
CREATE INDEX talk_by_who ON talk (who) WHERE who IS NOT NULL;
"""

REVIEWS: Final = """
-- What the coach says of a finished game, by the table's or the record's name.
CREATE TABLE reviews (
    game TEXT NOT NULL,
    mode TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (game, mode)
) STRICT, WITHOUT ROWID;
"""

MIGRATIONS: Final = (
    GAMES_AND_LOGS, SEATS_AND_PEOPLE, REPORTS_AND_BLOCKS, FAIR_SHUFFLES, COMPANY, DAYS, DEVICES,
    SUBSCRIPTIONS, MAIL, PRACTICE, REVISIONS, DELIVERIES, REVIEWS,
)  # fmt: skip
"""Schema n is what the first n of them make."""
NEWEST: Final = len(MIGRATIONS)
