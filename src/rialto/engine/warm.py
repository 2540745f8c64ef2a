"""The first compile on a machine: once, under a file lock, and never in silence.

Compiled code is cached, so a later process finds every entry point ready. A mark beside the cache
says which are; it is as old as the sources, for the cache's folder is named after them.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from rialto.engine.jit import MODE, cache_dir

Say = Callable[[str, int, int], None]
"""What is being compiled, which one that is, of how many."""

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
    if MODE != "cpu" or all(job.mark.exists() for job in jobs):
        return
    with alone(lambda: say(WAITING, 0, len(jobs))):
        for number, job in enumerate(jobs, 1):
            if not job.mark.exists():
                say(job.name, number, len(jobs))
                job.run()
                job.mark.parent.mkdir(parents=True, exist_ok=True)
                job.mark.touch()


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
