"""Copies of a database while a server uses it."""

from pathlib import Path

from rialto.server.store.errors import StoreError
from rialto.server.store.sqlite_store import connection


def backup(source: Path, target: Path) -> None:
    """A consistent copy while the server goes on; never half a file under the target's name."""
    if not source.is_file():
        raise FileNotFoundError(f"there is no database {source}")
    if target.exists():
        raise FileExistsError(f"{target} is already there")
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
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
