"""Writing into a SQLite file: one read-write connection."""

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from rialto.server.store.contract import Probe
from rialto.server.store.errors import StoreConflict, StoreError, StoreFull
from rialto.server.store.sql_changes import Changes, Row
from rialto.server.store.writer import Outcome

ROW: Final = "(?, ?, ?, ?, ?, ?, ?, ?)"
ADD_ENTRIES: Final = f"INSERT INTO events VALUES {ROW}"
MOST_IN_A_STATEMENT: Final = 64


class SqliteChanges(Changes):
    __slots__ = ()
    WITH_NAME = "json_set(header, '$.names[' || ? || ']', ?)"


class SqlitePress:
    """If one transaction of a group cannot be written, all are written anew, each inside its own
    savepoint, so that it does not take the others with it."""

    def __init__(self, path: Path, probe: Probe) -> None:
        self.db = open_for_writing(path)
        self._probe = probe

    def close(self) -> None:
        self.db.close()

    def commit(self, group: Sequence[Changes]) -> list[Outcome]:
        try:
            self._probe("before-append")
            outcomes = self._write(group)
            self._probe("after-append")
            self.db.execute("COMMIT")
            self._probe("after-commit")
        except Exception as error:  # whatever it is: the callers are told, and the thread goes on
            self._roll_back()
            return [translate(error) for _ in group]
        return outcomes

    def _write(self, group: Sequence[Changes]) -> list[Outcome]:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            write_all(self.db, group)
            return [None for _ in group]
        except sqlite3.OperationalError:
            raise  # the disk or the file: no fault of one of them
        except Exception:
            self.db.execute("ROLLBACK")
            self.db.execute("BEGIN IMMEDIATE")
            return [self._write_apart(changes) for changes in group]

    def _write_apart(self, changes: Changes) -> Outcome:
        """One that cannot be written leaves no trace, and is told so after the commit."""
        outcome: Outcome = None
        self.db.execute("SAVEPOINT job")
        try:
            write_all(self.db, [changes])
        except sqlite3.OperationalError:
            raise
        except Exception as error:
            self.db.execute("ROLLBACK TO job")
            outcome = translate(error)
        self.db.execute("RELEASE job")
        return outcome

    def _roll_back(self) -> None:
        with suppress(sqlite3.Error):
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")


def write_all(db: sqlite3.Connection, group: Sequence[Changes]) -> None:
    """The entries of all logs last and together, in as few statements as there can be: each
    execute() gives up the GIL and waits to get it back."""
    for changes in group:
        for sql, values, one_row in changes.statements:
            done = db.execute(sql, values)
            if one_row and done.rowcount != 1:
                raise StoreConflict("somebody was faster")
    rows: list[Row] = [row for changes in group for row in changes.rows]
    for start in range(0, len(rows), MOST_IN_A_STATEMENT):
        part = rows[start : start + MOST_IN_A_STATEMENT]
        more = f", {ROW}" * (len(part) - 1)
        db.execute(ADD_ENTRIES + more, [value for row in part for value in row])


def open_for_writing(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(
        f"{path.as_uri()}?mode=rw", uri=True, isolation_level=None, check_same_thread=False
    )
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA wal_autocheckpoint = 4000")
    return db


def translate(error: Exception) -> StoreError:
    """SQLite's complaints in our words."""
    if isinstance(error, StoreError):
        return error
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None and code & 0xFF == sqlite3.SQLITE_FULL:
        return StoreFull("the disk is full")
    if code is not None and code & 0xFF == sqlite3.SQLITE_IOERR:
        return StoreFull("the disk cannot be written")
    if isinstance(error, sqlite3.IntegrityError):
        return StoreConflict(str(error))
    return StoreError(f"the store failed: {error}")
