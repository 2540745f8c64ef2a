"""The first compile on a machine: once, under a file lock, and never in silence.

Compiled code is cached, so a later process finds every entry point ready. A mark beside the cache
says which are; it is as old as the sources, for the cache's folder is named after them. Folders of
other sources that were not used for a month are deleted when something new is compiled.
"""

import re
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from filelock import FileLock, Timeout

from rialto.compile.cache import LAYERS, cache_dir, cache_root, mark_of
from rialto.compile.mode import MODE

Say = Callable[[str, int, int], None]
"""What is being compiled, which one that is, of how many."""

UNUSED_S: Final = 30 * 24 * 3600
CACHE_NAME: Final = re.compile(rf"({'|'.join(LAYERS)})-[0-9a-f]{{16}}(-bounds)?")
"""The folders that `cache_dir` makes; other things may lie beside them."""
WAITING: Final = "waiting"
"""Another process is compiling."""


class Compilation(NamedTuple):
    """A name, and a call after which everything it needs is compiled."""

    name: str
    run: Callable[[], object]
    layer: str = "engine"

    @property
    def mark(self) -> Path:
        return mark_of(self.name, self.layer)


def warm(jobs: Sequence[Compilation], say: Say) -> None:
    """See to it that all of this is compiled and cached."""
    if MODE != "cpu":
        return
    if all(job.mark.exists() for job in jobs):
        for job in jobs:
            job.mark.touch()
        return
    with alone(lambda: say(WAITING, 0, len(jobs))):
        for number, job in enumerate(jobs, 1):
            if not job.mark.exists():
                say(job.name, number, len(jobs))
                job.run()
                job.mark.parent.mkdir(parents=True, exist_ok=True)
                job.mark.touch()
        # What was touched last says what time it is on that file system.
        now = max(job.mark.stat().st_mtime for job in jobs)
        delete_unused(cache_root(), now - UNUSED_S)


def delete_unused(root: Path, since: float) -> None:
    """Delete the compiled code of other sources that nobody has read or written since then."""
    present = {cache_dir(layer).name for layer in LAYERS}
    for folder in root.iterdir():
        if CACHE_NAME.fullmatch(folder.name) and folder.name not in present:
            try:
                if last_used(folder) < since:
                    # Away in one step: nobody may find half of it.
                    gone = folder.rename(folder.with_name(f"deleted-{folder.name}"))
                    shutil.rmtree(gone)
            except OSError:
                continue  # somebody else's, or just being deleted by another process


def last_used(folder: Path) -> float:
    """When a file in it was read or written; to look into a folder is to read it, so folders say
    nothing."""
    files = [path.stat() for path in folder.rglob("*") if path.is_file()]
    return max((max(found.st_atime, found.st_mtime) for found in files), default=0.0)


@contextmanager
def alone(wait: Callable[[], None]) -> Iterator[None]:
    """Only one process at a time, however the others end; `wait` is called if one is at it."""
    folder = cache_dir()
    folder.mkdir(parents=True, exist_ok=True)
    lock = FileLock(folder / "lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        wait()
        lock.acquire()
    try:
        yield
    finally:
        lock.release()
