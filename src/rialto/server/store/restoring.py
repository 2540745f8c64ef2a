"""`rialto restore`: a copy is put where the database is or was."""

from contextlib import closing
from pathlib import Path
from typing import Final

from rialto.server.store.copies import copy_database, free_name
from rialto.server.store.errors import StoreError
from rialto.server.store.lockfile import FileLock
from rialto.server.store.sqlite_migrations import number_in_file, refuse_newer

BESIDE: Final = ("-wal", "-shm")
"""What SQLite keeps beside a database. Left there, it would be taken for the new one's."""


def restore(copy: Path, target: Path) -> Path | None:
    """While no server uses it. What was there is kept under another name, which is returned."""
    if not copy.is_file():
        raise FileNotFoundError(f"there is no copy {copy}")
    number = number_in_file(copy)
    refuse_newer(copy, number)
    if number == 0:
        raise StoreError(f"{copy}: this is no database of Rialto")
    target = target.resolve()
    if copy.resolve() == target:
        raise StoreError(f"{copy} is the database itself")
    with closing(FileLock(target)):
        new = free_name(target, "restored")
        copy_database(copy, new)
        new.chmod(0o600)
        kept = set_aside(target) if target.exists() else None
        new.replace(target)
    return kept


def set_aside(target: Path) -> Path:
    kept = free_name(target, "replaced")
    target.rename(kept)
    for end in BESIDE:
        beside = target.with_name(target.name + end)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + end))
    return kept
