"""One server per database file: SQLite 3.40 can damage a WAL that two processes write."""

from pathlib import Path

import filelock

from rialto.server.store.errors import AlreadyRunning


class FileLock:
    """Held until released or until the process ends, however it ends. `path` is the file's real
    name, so a symbolic link leads to the same lock. Under a second hard link SQLite would keep a
    second log, so a file that has one is refused."""

    def __init__(self, path: Path) -> None:
        if path.exists() and path.stat().st_nlink > 1:
            raise AlreadyRunning(
                f"{path.name} has another name (a hard link), under which another server may be "
                "using it: remove one of the names"
            )
        # Taken and released by different threads of the server.
        self._lock = filelock.FileLock(f"{path}.lock", thread_local=False)
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout:
            raise AlreadyRunning(f"another server is using {path.name}") from None

    def close(self) -> None:
        self._lock.release()
