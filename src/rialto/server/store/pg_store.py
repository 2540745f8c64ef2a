"""The store in a database of PostgreSQL: one connection writes, a few read."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

import psycopg

from rialto.server.places import Url
from rialto.server.store.contract import Probe
from rialto.server.store.errors import StoreError
from rialto.server.store.pg_connection import READING, Connection, connect, dollars, one_line
from rialto.server.store.pg_migrations import prepare
from rialto.server.store.pg_press import PostgresChanges, PostgresPress
from rialto.server.store.sql_statements import Question
from rialto.server.store.sql_store import SqlStore
from rialto.server.store.writer import Writer

T = TypeVar("T")
READERS: Final = 4


class PostgresStore(SqlStore):
    def __init__(self, url: Url, *, probe: Probe = lambda point: None) -> None:
        prepare(url)
        self._url = url
        self.press = PostgresPress(url, probe)
        super().__init__(Writer(self.press), PostgresChanges, READERS)

    def _open_reader(self) -> "PostgresReader":
        return PostgresReader(self._url)


class PostgresReader:
    """If its connection is lost, it opens another and asks once more."""

    def __init__(self, url: Url) -> None:
        self._url = url
        self._db = connect(url, READING)

    def close(self) -> None:
        self._db.close()

    def rows(self, sql: str, *values: Any) -> list[Any]:
        return self._ask(lambda db: db.execute(dollars(sql), values).fetchall())

    def at_once(self, questions: Sequence[Question]) -> list[list[Any]]:
        return self._ask(lambda db: ask_together(db, questions))

    def _ask(self, ask: Callable[[Connection], T]) -> T:
        try:
            if not self._db.closed:
                try:
                    return ask(self._db)
                except psycopg.OperationalError:
                    if not self._db.closed:
                        raise
            self._db = connect(self._url, READING)
            return ask(self._db)
        except psycopg.Error as error:
            self._db.close()  # what was prepared on it may not be
            raise StoreError(f"the store cannot be read: {one_line(error)}") from None


def ask_together(db: Connection, questions: Sequence[Question]) -> list[list[Any]]:
    """In one journey and one transaction, which sees one moment (`READING`)."""
    with db.pipeline():
        db.execute(b"BEGIN")
        asked = [db.execute(dollars(sql), values) for sql, values in questions]
        db.execute(b"COMMIT")
    return [cursor.fetchall() for cursor in asked]
