"""The first compile on a machine: once, under a file lock, and never in silence.

Compiled code is cached, so a later process finds every entry point ready. A mark beside the cache
says which are; it is as old as the sources, for the cache's folder is named after them. Folders of
other sources that were not used for a month are deleted when something new is compiled.
"""

import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from rialto.engine.jit import LAYERS, MODE, cache_dir, cache_root

Say = Callable[[str, int, int], None]
"""What is being compiled, which one that is, of how many."""

UNUSED_S: Final = 30 * 24 * 3600
CACHE_NAME: Final = re.compile(rf"({'|'.join(LAYERS)})-[0-9a-f]{{16}}(-bounds)?")
"""The folders that `cache_dir` makes; other things may lie beside them."""
WAITING: Final = "waiting"
"""Another process is compiling."""


class Job(NamedTuple):
    """A name, and a call after which everything it needs is compiled."""

    name: str
    run: Callable[[], object]
    layer: str = "engine"

    @property
    def mark(self) -> Path:
        return cache_dir(self.layer) / f"warm-{self.name}"


def game_job() -> None:
    """What `Game` needs: the doors into the rules."""
    from rialto.engine.game import Game
    from rialto.engine.moves import PLAY, move_of

    game = Game.new(players=2, seed=1)
    game.run_chance()
    game.play(game.legal(game.to_move[0])[0])
    game.chance(), game.projection(), game.district(0), game.strength(move_of(0, PLAY + 1))
    Game.new(players=2, seed=1).play_all(game.log)
    Game.from_position(game.position())


def guess_job() -> None:
    from rialto.engine.game import Game
    from rialto.engine.guess import guess
    from rialto.engine.rng import new_rng

    game = Game.new(players=2, seed=1)
    game.run_chance()
    guess(game.view(0), new_rng(1))


def playouts_job() -> None:
    from rialto.engine.batch import Lanes
    from rialto.engine.house import House

    Lanes(House(players=2)).play()


def perft_job() -> None:
    from rialto.engine.game import Game
    from rialto.engine.perft import perft

    perft(Game.new(players=2, seed=1), 1)


GAME: Final = Job("game", game_job)
GUESS: Final = Job("guess", guess_job)
PLAYOUTS: Final = Job("playouts", playouts_job)
PERFT: Final = Job("perft", perft_job)


def warm(jobs: Sequence[Job], say: Say) -> None:
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
        # The engine has no clock; what was touched last says what time it is.
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
    with (folder / "lock").open("a+b") as file:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl

            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                wait()
                fcntl.flock(file, fcntl.LOCK_EX)
        yield
