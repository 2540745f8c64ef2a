"""A SQLite file is brought to the schema of this version, step by step.

Each step is one transaction, and before the first one a copy is made of what was there.
"""

import logging
import os
import sqlite3
from pathlib import Path
from typing import Final

from rialto.server.store.copies import connection, copy_database, free_name
from rialto.server.store.errors import StoreError, UnknownSchema
from rialto.server.store.sqlite_steps import MIGRATIONS, NEWEST

LOG: Final = logging.getLogger("rialto.server")
MAGIC: Final = b"SQLite format 3\0"
VERSION_AT: Final = slice(60, 64)
"""Where a SQLite file has its `user_version`, which is our schema's number."""


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
