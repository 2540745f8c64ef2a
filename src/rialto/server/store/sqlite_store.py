"""The store in one SQLite file: one writer thread, a few readers, one server per file."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rialto.server.store.contract import Probe
from rialto.server.store.errors import StoreError
from rialto.server.store.lockfile import FileLock
from rialto.server.store.sql_statements import Question
from rialto.server.store.sql_store import SqlStore
from rialto.server.store.sqlite_migrations import prepare
from rialto.server.store.sqlite_press import SqliteChanges, SqlitePress
from rialto.server.store.writer import Writer

READERS: Final = 2


class SqliteStore(SqlStore):
    def __init__(self, path: Path, *, probe: Probe = lambda point: None) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        # The real name: SQLite names its log after the database, and two logs would destroy it.
        self._path = path.resolve()
        self._lock = FileLock(self._path)
        try:
            prepare(path)
            self.press = SqlitePress(self._path, probe)
        except BaseException:
            self._lock.close()
            raise
        super().__init__(Writer(self.press), SqliteChanges, READERS)

    def close(self) -> None:
        super().close()
        self._lock.close()

    def _open_reader(self) -> "SqliteReader":
        return SqliteReader(self._path)


class SqliteReader:
    def __init__(self, path: Path) -> None:
        uri = f"{path.as_uri()}?mode=ro"
        # Opened by a thread that reads, closed by the one that closes the store.
        self._db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)

    def close(self) -> None:
        self._db.close()

    def rows(self, sql: str, *values: Any) -> list[Any]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise unreadable(error) from None

    def at_once(self, questions: Sequence[Question]) -> list[list[Any]]:
        try:
            self._db.execute("BEGIN")
            try:
                return [self._db.execute(sql, values).fetchall() for sql, values in questions]
            finally:
                self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise unreadable(error) from None


def unreadable(error: sqlite3.Error) -> StoreError:
    return StoreError(f"the store cannot be read: {error}")
