"""The tables in SQLite, as the steps that lead to them; a new file takes all of them.

A step that has been released is never changed: what comes later is another step, here and in
`pg_steps.py`, so that both engines keep the same.
"""

from typing import Final

from rialto.server.store.sqlite_first_steps import GAMES_AND_LOGS, SEATS_AND_PEOPLE

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

HINTS: Final = """
-- Whether somebody has asked the coach during the game.
ALTER TABLE seats ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0;
"""

ZONES: Final = """
-- Where the clocks are that quiet hours go by.
ALTER TABLE mail ADD COLUMN zone TEXT;
"""

MIGRATIONS: Final = (
    GAMES_AND_LOGS, SEATS_AND_PEOPLE, REPORTS_AND_BLOCKS, FAIR_SHUFFLES, COMPANY, DAYS, DEVICES,
    SUBSCRIPTIONS, MAIL, PRACTICE, REVISIONS, DELIVERIES, REVIEWS, HINTS, ZONES,
)  # fmt: skip
"""Schema n is what the first n of them make."""
NEWEST: Final = len(MIGRATIONS)
