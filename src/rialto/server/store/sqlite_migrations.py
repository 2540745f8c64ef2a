"""The tables of the database, as the steps that lead to them; a new file takes all of them.

Each step is one transaction, and before the first one a copy is made of what was there. A step
that has been released is never changed: what comes later is another step.
"""

import logging
import os
import sqlite3
from pathlib import Path
from typing import Final

from rialto.server.store.copies import connection, copy_database, free_name
from rialto.server.store.errors import StoreError, UnknownSchema
from rialto.server.store.sqlite_days import DAYS
from rialto.server.store.sqlite_devices import DEVICES
from rialto.server.store.sqlite_fair import FAIR_SHUFFLES
from rialto.server.store.sqlite_mail import MAIL
from rialto.server.store.sqlite_subscriptions import SUBSCRIPTIONS

LOG: Final = logging.getLogger("rialto.server")
MAGIC: Final = b"SQLite format 3\0"
VERSION_AT: Final = slice(60, 64)
"""Where a SQLite file has its `user_version`, which is our schema's number."""

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

PRACTICE: Final = """
-- Tables that are gone for good once their player has left them.
ALTER TABLE games ADD COLUMN practice INTEGER NOT NULL DEFAULT 0;
CREATE INDEX games_for_practice ON games (id) WHERE practice = 1;
"""

MIGRATIONS: Final = (
    GAMES_AND_LOGS, SEATS_AND_PEOPLE, REPORTS_AND_BLOCKS, FAIR_SHUFFLES, COMPANY, DAYS, DEVICES,
    SUBSCRIPTIONS, MAIL, PRACTICE,
)  # fmt: skip
"""Schema n is what the first n of them make."""
NEWEST: Final = len(MIGRATIONS)


def prepare(path: Path) -> None:
    """A database of this version's schema is there when this returns. One from the future, or of
    another program, is left as it is."""
    refuse_newer(path, number_in_file(path))
    with connection(path, "rwc") as db:
        number = db.execute("PRAGMA user_version").fetchone()[0]
        refuse_newer(path, number)
        if number == 0 and db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise UnknownSchema(f"{path}: this is a database of another program")
        if 0 < number < NEWEST:
            kept = free_name(path, f"schema-{number}")
            copy_database(path, kept)
            facts = {"schema": number, "to": NEWEST, "copy": kept.name}
            LOG.info("the database is carried along", extra={"facts": facts})
        db.execute("PRAGMA journal_mode = WAL")
        migrate(db, number)
    if os.name == "posix":
        path.chmod(0o600)


def number_in_file(path: Path) -> int:
    """Read from the file itself: opening it as a database might leave something beside it."""
    if not path.is_file():
        return 0
    with path.open("rb") as file:
        head = file.read(100)
    return int.from_bytes(head[VERSION_AT], "big") if head.startswith(MAGIC) else 0


def refuse_newer(path: Path, number: int) -> None:
    if number > NEWEST:
        raise UnknownSchema(
            f"{path.name} was made by a newer version (schema {number}; this one knows {NEWEST})"
        )


def migrate(db: sqlite3.Connection, number: int) -> None:
    for step, script in enumerate(MIGRATIONS[number:], number + 1):
        try:
            db.executescript(f"BEGIN; {script} PRAGMA user_version = {step}; COMMIT;")
        except sqlite3.Error as error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise StoreError(
                f"the step to schema {step} failed, nothing was changed: {error}"
            ) from None
