"""What the tests need compiled, once for all workers. `make test` runs this while the plain tests
run; otherwise the first worker that comes does it and the others wait."""

from collections.abc import Iterable

from rialto.bots.warmup import THINKERS, jobs_of
from rialto.compile.warm import Compilation, warm
from rialto.engine.jobs import GAME, PERFT, PLAYOUTS
from rialto.review.warmup import JOBS as REVIEW_JOBS

NEEDED: dict[str, list[Compilation]] = {
    "bots": jobs_of(THINKERS.values()),
    "cli": [GAME, PERFT, PLAYOUTS],
    "engine": [GAME, PERFT, PLAYOUTS],
    "review": [*jobs_of(THINKERS.values()), *REVIEW_JOBS],
    "server": [GAME],
}
"""By the folder of the tests."""


def compile_for(folders: Iterable[str]) -> None:
    jobs = {job.name: job for folder in folders for job in NEEDED.get(folder, [])}
    warm(
        list(jobs.values()), lambda name, number, of: print(f"compiling {name} ({number} of {of})")
    )


if __name__ == "__main__":
    compile_for(NEEDED)
