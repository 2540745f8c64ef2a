"""The first compile: every job once, one process at a time, and never in silence."""

import os
import runpy
import shutil
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from rialto.compile import warm
from rialto.compile.cache import PACKAGE, cache_dir
from rialto.compile.warm import WAITING, Compilation, alone
from rialto.engine import jobs


@pytest.fixture(autouse=True)
def compiled_with_an_empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RIALTO_CACHE", str(tmp_path))
    monkeypatch.setattr(warm, "MODE", "cpu")


def test_each_job_is_done_once_and_told() -> None:
    done: list[str] = []
    told: list[tuple[str, int, int]] = []
    todo = [Compilation(name, partial(done.append, name)) for name in ("a", "b")]
    for _ in range(2):
        warm.warm(todo, lambda *line: told.append(line))
    assert done == ["a", "b"]
    assert told == [("a", 1, 2), ("b", 2, 2)]
    warm.warm([*todo, Compilation("c", lambda: done.append("c"))], lambda *line: told.append(line))
    assert done == ["a", "b", "c"] and told[-1] == ("c", 3, 3)


def test_a_job_that_fails_is_done_again() -> None:
    def fail() -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        warm.warm([Compilation("a", fail)], lambda *line: None)
    done: list[str] = []
    warm.warm([Compilation("a", lambda: done.append("a"))], lambda *line: None)
    assert done == ["a"]


def test_who_comes_second_waits_and_says_so() -> None:
    told: list[str] = []
    waiting = threading.Event()

    def say(name: str, number: int, of: int) -> None:
        told.append(name)
        waiting.set()

    second = threading.Thread(target=warm.warm, args=([Compilation("a", lambda: None)], say))
    with alone(lambda: None):
        second.start()
        assert waiting.wait(30)
        assert told == [WAITING]
    second.join(30)
    assert told == [WAITING, "a"]


def test_what_was_not_used_for_long_is_deleted(tmp_path: Path) -> None:
    """Folders of compiled code only, and never that of these sources."""
    root = tmp_path / "rialto"
    old, fresh = root / f"engine-{'0' * 16}", root / f"bots-{'1' * 16}-bounds"
    read, journals = root / f"research-{'2' * 16}", root / "arena"
    mine = cache_dir("bots")
    for folder in (old, fresh, read, journals, mine):
        (folder / "deep").mkdir(parents=True)
        (folder / "deep" / "code").touch()
    long_ago = time.time() - 31 * 24 * 3600
    for folder in (old, read, journals, mine):
        os.utime(folder / "deep" / "code", (long_ago, long_ago))
    os.utime(read / "deep" / "code", (time.time(), long_ago))
    warm.warm([Compilation("a", lambda: None)], lambda *line: None)
    assert not old.exists() and not list(root.glob("deleted-*"))
    assert all(folder.exists() for folder in (fresh, read, journals, mine))


def test_a_mark_tells_when_it_was_last_used() -> None:
    job = Compilation("a", lambda: None)
    warm.warm([job], lambda *line: None)
    os.utime(job.mark, (0, 0))
    warm.warm([job], lambda *line: None)
    assert job.mark.stat().st_mtime > 0


def test_an_equal_checkout_has_marks_of_its_own(tmp_path: Path) -> None:
    """The compiler keeps its code by the path of the source: a mark of another copy would lie."""
    copy = shutil.copytree(PACKAGE, tmp_path / "rialto", ignore=shutil.ignore_patterns("server"))
    theirs: Path = runpy.run_path(str(copy / "compile" / "cache.py"))["cache_dir"]()
    assert theirs.parent == cache_dir().parent
    assert theirs != cache_dir()


def test_plain_python_has_nothing_to_compile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "MODE", "plain")
    warm.warm([Compilation("a", lambda: pytest.fail("compiled"))], lambda *line: None)


@pytest.mark.parametrize("job", [jobs.GAME, jobs.PLAYOUTS, jobs.PERFT])
def test_the_jobs_of_the_engine_run(job: Compilation) -> None:
    job.run()
