"""Copies of a database: made while a server uses it, and put back."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rialto.server.store.errors import StoreError


@contextmanager
def connection(path: Path, mode: str) -> Iterator[sqlite3.Connection]:
    """For a moment; what SQLite has against the file is said with its name."""
    try:
        uri = f"{path.resolve().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as db:
            yield db
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {error}") from None


def free_name(path: Path, what: str) -> Path:
    """A name beside the database that is not taken."""
    first = path.with_name(f"{path.name}.{what}")
    names = (first if n == 1 else first.with_name(f"{first.name}-{n}") for n in range(1, 1000))
    return next(name for name in names if not name.exists())


def copy_database(source: Path, target: Path) -> None:
    """A consistent copy while a server goes on, for the same people's eyes as the original; never
    half a file under the target's name."""
    if not source.is_file():
        raise FileNotFoundError(f"there is no database {source}")
    if target.exists():
        raise FileExistsError(f"{target} is already there")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        # An empty file with the right mode, for SQLite would let everybody read it.
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, source.stat().st_mode & 0o777))
        with connection(source, "ro") as db:
            # VACUUM INTO reads one snapshot, so writers that go on do not make it start again.
            db.execute("VACUUM INTO ?", (str(part),))
        with connection(part, "rw") as copy:
            bad = copy.execute("PRAGMA integrity_check").fetchone()[0]
            if bad != "ok":
                raise StoreError(f"the copy is damaged: {bad}")
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
