"""Writing into PostgreSQL: one connection, whole groups in two journeys to the server."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import msgspec
import psycopg

from rialto.server.places import Url
from rialto.server.store.contract import Probe
from rialto.server.store.errors import StoreConflict, StoreError, StoreUnsure
from rialto.server.store.pg_connection import (
    WRITING,
    Connection,
    NoServer,
    connect,
    dollars,
    translate,
)
from rialto.server.store.sql_changes import Changes, Row
from rialto.server.store.writer import Outcome

PATIENCE_S: Final = 8.0
"""So long a server that is being restarted is waited for."""
PAUSE_S: Final = 0.1
ADD_ENTRIES: Final = (
    b"INSERT INTO events (game, seq, at, what, seat, move, spent, move_id) "
    b"SELECT e ->> 0, (e ->> 1)::bigint, (e ->> 2)::bigint, e ->> 3, (e ->> 4)::bigint, e ->> 5, "
    b"(e ->> 6)::bigint, e ->> 7 FROM json_array_elements($1::json) AS e"
)
IS_STORED: Final = (
    b"SELECT 1 FROM events WHERE game = $1 AND seq = $2 AND at = $3 AND what = $4 AND seat = $5 "
    b"AND move = $6 AND spent = $7 AND move_id IS NOT DISTINCT FROM $8::text"
)
STARTED: Final = b"SELECT pg_postmaster_start_time()::text"
AGAIN: Final = (psycopg.errors.DeadlockDetected, psycopg.errors.SerializationFailure)
"""What PostgreSQL refuses for no fault of the transaction's."""


class PostgresChanges(Changes):
    __slots__ = ()
    FENCE = "SELECT 1 FROM drivers WHERE game = ? AND term = ? FOR SHARE"
    WITH_NAME = "jsonb_set(header::jsonb, ARRAY['names', ?::text], to_jsonb(?::text))::text"


class PostgresPress:
    """If one transaction of a group cannot be written, all are written anew, each inside its own
    savepoint. If the connection is lost before the commit, nothing was written and all is written
    again; if it is lost in the middle of the commit, PostgreSQL is asked what became of it. Once it
    has crashed its answer may be about somebody else's transaction, for numbers that were given but
    not yet written to its disk are given again: so entries are looked for themselves."""

    def __init__(self, url: Url, probe: Probe) -> None:
        self._url, self._probe = url, probe
        self._db = open_for_writing(url)
        self._serves_since = ask(self._db, STARTED)

    def close(self) -> None:
        self._db.close()

    def backend(self) -> int:
        """The process of PostgreSQL's that writes for us."""
        return self._db.info.backend_pid if not self._db.closed else 0

    def commit(self, group: Sequence[Changes]) -> list[Outcome]:
        try:
            return self._commit(group, time.monotonic() + PATIENCE_S)
        except Exception as error:  # whatever it is: the callers are told, and the thread goes on
            return [translate(error) for _ in group]

    def _commit(self, group: Sequence[Changes], until: float) -> list[Outcome]:
        while True:
            transaction = None
            try:
                self._probe("before-append")
                outcomes, transaction = self._write(group)
                self._probe("after-append")
                self._db.execute(b"COMMIT")
                self._probe("after-commit")
                return outcomes
            except psycopg.Error as error:
                if not self._db.closed:
                    self._roll_back()
                    if not isinstance(error, AGAIN) or time.monotonic() > until:
                        raise
                    if len(group) > 1:
                        return [self._commit([changes], until)[0] for changes in group]
                    continue
            except BaseException:
                self._roll_back()
                raise
            before = self._serves_since
            self._connect(until, unsure=transaction is not None)
            if transaction is not None and self._is_committed(transaction, until):
                written = (c for c, wrong in zip(group, outcomes, strict=True) if wrong is None)
                entries = [row for changes in written for row in changes.rows]
                if self._is_ours(entries, restarted=before != self._serves_since):
                    return outcomes

    def _write(self, group: Sequence[Changes]) -> tuple[list[Outcome], str]:
        """What is wrong with each, and the transaction's number."""
        try:
            return [None for _ in group], self._send(group, begin=True)
        except psycopg.OperationalError:
            raise  # the server or the disk: no fault of one of them
        except Exception:
            self._roll_back()
        self._db.execute(b"BEGIN")
        return [self._write_apart(changes) for changes in group], self._send(())

    def _write_apart(self, changes: Changes) -> Outcome:
        """One that cannot be written leaves no trace, and is told so after the commit."""
        self._db.execute(b"SAVEPOINT apart")
        try:
            self._send([changes])
        except psycopg.OperationalError:
            raise
        except Exception as error:
            self._db.execute(b"ROLLBACK TO apart")
            return translate(error)
        return None

    def _send(self, group: Sequence[Changes], *, begin: bool = False) -> str:
        """All statements in one journey, the entries of all logs last and together; the number of
        the transaction. Sorted, so that two processes seldom wait for each other crosswise."""
        rows = sorted((row for changes in group for row in changes.rows), key=lambda row: row[:2])
        packed = msgspec.json.encode(rows).decode() if rows else None
        db = self._db
        with db.pipeline():
            if begin:
                db.execute(b"BEGIN")
            done = [
                (db.execute(dollars(sql), values), one_row)
                for changes in group
                for sql, values, one_row in changes.statements
            ]
            if packed is not None:
                db.execute(ADD_ENTRIES, (packed,))
            number = db.execute(b"SELECT pg_current_xact_id()::text")
        if any(one_row and cursor.rowcount != 1 for cursor, one_row in done):
            raise StoreConflict("somebody was faster")
        row = number.fetchone()
        assert row is not None
        return str(row[0])

    def _roll_back(self) -> None:
        with suppress(psycopg.Error):
            self._db.execute(b"ROLLBACK")

    def _connect(self, until: float, *, unsure: bool) -> None:
        """Again, as soon as there is a server."""
        while True:
            try:
                self._db.close()
                self._db = open_for_writing(self._url)
                self._serves_since = ask(self._db, STARTED)
                return
            except (StoreError, psycopg.Error) as error:
                if time.monotonic() > until:
                    raise StoreUnsure(str(error)) if unsure else NoServer(str(error)) from None
            time.sleep(PAUSE_S)

    def _is_committed(self, transaction: str, until: float) -> bool:
        """What became of it. While the server has not noticed that we were cut off it may still be
        under way."""
        while time.monotonic() < until:
            try:
                status = ask(self._db, b"SELECT pg_xact_status($1::xid8)", (transaction,))
            except psycopg.errors.InvalidParameterValue:
                return False  # it has crashed, and has not come so far again
            match status:
                case "committed":
                    return True
                case "aborted":
                    return False
            time.sleep(PAUSE_S)
        raise StoreUnsure("the connection was lost in the middle of a commit")

    def _is_ours(self, entries: Sequence[Row], *, restarted: bool) -> bool:
        """Whether what was committed under that number is what was to be stored."""
        if entries:
            return ask(self._db, IS_STORED, entries[-1]) is not None
        if restarted:
            raise StoreUnsure("PostgreSQL was restarted in the middle of a commit")
        return True


def ask(db: Connection, sql: bytes, given: Sequence[object] = ()) -> object:
    """One value; None if there is no such row."""
    row = db.execute(sql, given).fetchone()
    return row[0] if row else None


def open_for_writing(url: Url) -> Connection:
    db = connect(url, WRITING)
    # A statement that is prepared in a journey which fails is none, though psycopg believes it is.
    db.prepare_threshold = None
    return db
