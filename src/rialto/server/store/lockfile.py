"""One server per database file: SQLite 3.40 can damage a WAL that two processes write."""

import sys
from pathlib import Path


class AlreadyRunning(Exception):
    """Another server has this database open."""


class FileLock:
    """Held until released or until the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a+b")
        try:
            if sys.platform == "win32":
                import msvcrt

                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                import fcntl

                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise AlreadyRunning(f"another server is using {path.with_suffix('').name}") from None

    def release(self) -> None:
        self._file.close()
