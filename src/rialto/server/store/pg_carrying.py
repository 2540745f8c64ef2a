"""A database of PostgreSQL that a store is carried out of, or into."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any, Final

import psycopg

from rialto.server.places import Url
from rialto.server.store.errors import AlreadyRunning, StoreError
from rialto.server.store.pg_connection import Connection, connect, dollars, one_line, translate
from rialto.server.store.pg_migrations import check_server, migrate, prepare, schema_number
from rialto.server.store.pg_peers_sql import LIVES
from rialto.server.store.pg_steps import PASSING

AT_ONCE: Final = 2000
COLUMNS: Final = (
    b"SELECT table_name::text, column_name::text FROM information_schema.columns "
    b"WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
)
NUMBER_ON: Final = (
    b"SELECT setval(pg_get_serial_sequence('reports', 'id'), max(id)) FROM reports "
    b"HAVING count(*) > 0"
)


class PostgresSide:
    def __init__(self, db: Connection) -> None:
        self._db = db
        self.columns: dict[str, list[str]] = {}
        for table, column in db.execute(COLUMNS):
            if table not in PASSING:
                self.columns.setdefault(table, []).append(column)

    def ask(self, sql: str, values: Sequence[Any]) -> list[Any]:
        return self._db.execute(dollars(sql), values).fetchall()

    def every(self, sql: str) -> Iterator[Sequence[Any]]:
        with self._db.cursor(name="every") as cursor:
            cursor.itersize = AT_ONCE
            cursor.execute(sql.encode())
            yield from cursor


class PostgresTarget(PostgresSide):
    def add(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        names = ", ".join(f'"{name}"' for name in columns)
        sql = f"COPY {table} ({names}) FROM STDIN".encode()
        with self._db.cursor() as cursor, cursor.copy(sql) as copy:
            for row in rows:
                copy.write_row(row)


@contextmanager
def postgres_old(url: Url, alone: bool) -> Iterator[PostgresSide]:
    with in_words(url):
        with closing(connect(url)) as db:
            check_server(url, db)
            if schema_number(url, db) == 0:
                raise StoreError(f"{url}: there is nothing of Rialto in it")
        prepare(url)
        with closing(connect(url)) as db:
            if alone and db.execute(f"SELECT 1 FROM peers WHERE {LIVES}".encode()).fetchone():
                raise AlreadyRunning(f"a server is using {url}")
            db.execute(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            yield PostgresSide(db)


@contextmanager
def postgres_new(url: Url) -> Iterator[PostgresTarget]:
    """All in one transaction, the tables themselves included."""
    with in_words(url), closing(connect(url)) as db:
        check_server(url, db)
        with db.transaction():
            migrate(url, db)
            made = PostgresTarget(db)
            db.execute(f"LOCK TABLE {', '.join(made.columns)}".encode())
            for table in made.columns:
                if db.execute(f"SELECT 1 FROM {table} LIMIT 1".encode()).fetchone():
                    raise StoreError(f"{url} is not empty: there is something in {table}")
            yield made
            db.execute(NUMBER_ON)


@contextmanager
def in_words(url: Url) -> Iterator[None]:
    try:
        yield
    except psycopg.errors.DiskFull as error:
        raise translate(error) from None
    except psycopg.Error as error:
        raise StoreError(f"{url}: {one_line(error)}") from None
