"""A SQLite file that a store is carried out of, or into."""

import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final

from rialto.server.store.copies import connection, copy_database
from rialto.server.store.errors import StoreError
from rialto.server.store.lockfile import FileLock
from rialto.server.store.sqlite_migrations import number_in_file, prepare, refuse_newer
from rialto.server.store.sqlite_steps import NEWEST

COLUMNS: Final = (
    "SELECT t.name, c.name FROM sqlite_schema AS t, pragma_table_info(t.name) AS c "
    "WHERE t.type = 'table'"
)


class SqliteSide:
    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self.columns: dict[str, list[str]] = {}
        for table, column in db.execute(COLUMNS):
            self.columns.setdefault(table, []).append(column)

    def ask(self, sql: str, values: Sequence[Any]) -> list[Any]:
        return self._db.execute(sql, values).fetchall()

    def every(self, sql: str) -> Iterator[Sequence[Any]]:
        return self._db.execute(sql)


@contextmanager
def sqlite_old(path: Path, alone: bool) -> Iterator[SqliteSide]:
    """One of an older schema is carried along in a copy: the file itself stays as it is."""
    if not path.is_file():
        raise FileNotFoundError(f"there is no database {path}")
    number = number_in_file(path)
    refuse_newer(path, number)
    if number == 0:
        raise StoreError(f"{path}: this is no database of Rialto")
    with ExitStack() as stack:
        if alone:
            stack.enter_context(closing(FileLock(path.resolve())))
        if number < NEWEST:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            copy_database(path, folder / path.name)
            path = folder / path.name
            prepare(path)
        db = stack.enter_context(connection(path, "ro"))
        db.execute("BEGIN")
        yield SqliteSide(db)


class SqliteTarget(SqliteSide):
    def add(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        names = ", ".join(f'"{name}"' for name in columns)
        marks = ", ".join("?" * len(columns))
        self._db.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", rows)


@contextmanager
def sqlite_new(path: Path) -> Iterator[SqliteTarget]:
    """Under another name until it is whole."""
    if path.exists():
        raise FileExistsError(f"{path} is already there")
    part = path.with_name(path.name + ".part")
    sweep(part)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        prepare(part)
        with connection(part, "rw") as db:
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
            db.execute("BEGIN IMMEDIATE")
            yield SqliteTarget(db)
            db.execute("COMMIT")
            # Back into one file, which can be renamed.
            db.execute("PRAGMA journal_mode = DELETE")
        part.rename(path)
    finally:
        sweep(part)


def sweep(part: Path) -> None:
    for end in ("", "-wal", "-shm", "-journal"):
        part.with_name(part.name + end).unlink(missing_ok=True)
