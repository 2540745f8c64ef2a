"""A database of PostgreSQL is brought to the schema of this version.

All missing steps are one transaction, under a lock that lets one process migrate at a time.
"""

import logging
from contextlib import closing
from typing import Final

import psycopg

from rialto.server.places import Url
from rialto.server.store.errors import StoreError, UnknownSchema
from rialto.server.store.pg_connection import OLDEST, Connection, connect, one_line
from rialto.server.store.pg_steps import MIGRATIONS, NEWEST

LOG: Final = logging.getLogger("rialto.server")
LOCK: Final = 0x5249414C544F
"""The key of the advisory lock: the letters of our name."""
NUMBER: Final = "SELECT number FROM rialto_schema"
RIGHTS: Final = (
    "SELECT string_agg(DISTINCT tablename, ', ' ORDER BY tablename) FROM pg_tables, "
    "unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS asked "
    "WHERE schemaname = current_schema() "
    "AND NOT has_table_privilege(format('%I.%I', schemaname, tablename), asked)"
)


def prepare(url: Url) -> None:
    """A database of this version's schema is there when this returns. One from the future, or of
    another program, is left as it is."""
    try:
        with closing(connect(url)) as db:
            check_server(url, db)
            if schema_number(url, db) < NEWEST:
                migrate(url, db)
            check_rights(url, db)
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreError(
            f"{url}: {one_line(error)}; the user must be allowed to make and to change tables"
        ) from None
    except psycopg.Error as error:
        raise StoreError(f"{url}: {one_line(error)}") from None


def check_server(url: Url, db: Connection) -> None:
    version = db.info.server_version // 10_000
    if version < OLDEST:
        raise StoreError(f"{url}: PostgreSQL {version} is too old, Rialto needs {OLDEST} or newer")
    facts = db.execute(
        b"SELECT current_setting('server_encoding'), pg_is_in_recovery(), current_schema()"
    ).fetchone()
    assert facts is not None
    encoding, is_copy, schema = facts
    if encoding != "UTF8":
        raise StoreError(f"{url}: the database must be in UTF8, it is in {encoding}")
    if is_copy:
        raise StoreError(f"{url}: this server is a standby and cannot be written")
    if schema is None:
        raise StoreError(f"{url}: no schema of the search_path is there, or may be used")


def schema_number(url: Url, db: Connection) -> int:
    """0: there is nothing yet."""
    found = db.execute(
        b"SELECT array_agg(tablename::text) FROM pg_tables WHERE schemaname = current_schema()"
    ).fetchone()
    tables = (found[0] if found else None) or []
    if not tables:
        return 0
    if "rialto_schema" not in tables:
        raise UnknownSchema(f"{url}: this is a database of another program; give Rialto its own")
    row = db.execute(NUMBER.encode()).fetchone()
    number = int(row[0]) if row else 0
    if number > NEWEST:
        raise UnknownSchema(
            f"{url} was made by a newer version (schema {number}; this one knows {NEWEST})"
        )
    return number


def migrate(url: Url, db: Connection) -> None:
    with db.transaction():
        db.execute(b"SELECT pg_advisory_xact_lock($1)", (LOCK,))
        number = schema_number(url, db)  # another process may have been faster
        if number == 0:
            db.execute(b"CREATE TABLE rialto_schema (number bigint NOT NULL)")
            db.execute(b"INSERT INTO rialto_schema VALUES (0)")
        for step, script in enumerate(MIGRATIONS[number:], number + 1):
            try:
                db.execute(script.encode())
            except psycopg.errors.InsufficientPrivilege:
                raise
            except psycopg.Error as error:
                raise StoreError(
                    f"{url}: the step to schema {step} failed, nothing was changed: "
                    f"{one_line(error)}"
                ) from None
        db.execute(b"UPDATE rialto_schema SET number = $1", (NEWEST,))
    if number:
        facts = {"schema": number, "to": NEWEST}
        LOG.info("the database is carried along", extra={"facts": facts})


def check_rights(url: Url, db: Connection) -> None:
    row = db.execute(RIGHTS.encode()).fetchone()
    if row is not None and row[0]:
        raise StoreError(f"{url}: the user may not read and change {row[0]}")
