"""Tournaments: which games are played, by whom, on how many processes, and where they are kept."""

import hashlib
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, Final

from rialto.bots.roster import make_bot
from rialto.bots.tournament.match import Job, play_game
from rialto.engine.game import House

AHEAD: Final = 4
"""Games handed out to each worker in advance."""


class BadArena(ValueError):
    """Settings that cannot be played, or a journal of other settings; the message says why."""


@dataclass(frozen=True)
class Arena:
    """What is to be played."""

    bots: tuple[str, ...]
    players: tuple[int, ...]
    games: int
    seed: int
    house: House

    def check(self) -> None:
        if not self.bots:
            raise BadArena("no bots are named")
        if self.games < 1:
            raise BadArena(f"games must be 1 or more, not {self.games}")
        for players in self.players:
            if not 2 <= players <= 5:
                raise BadArena(f"players must be 2 to 5, not {players}")
            if self.house.neutral and players != 2:
                raise BadArena("the neutral player is for 2 players only")
        for bot in self.bots:
            make_bot(bot, 0)

    def line_ups(self, players: int) -> list[tuple[str, ...]]:
        """With enough bots every choice of so many; otherwise the last one fills the table."""
        if len(self.bots) >= players:
            return list(dict.fromkeys(combinations(self.bots, players)))
        return [self.bots + self.bots[-1:] * (players - len(self.bots))]

    def jobs(self) -> list[Job]:
        """Every game. A line-up plays each deal in every seating round the table, so that nobody
        is lucky; all line-ups of a number of players get the same deals."""
        jobs: list[Job] = []
        for players in self.players:
            house = self.house.with_players(players)
            for number, line_up in enumerate(self.line_ups(players)):
                seatings = seatings_of(line_up)
                for deal in range(-(-self.games // len(seatings))):
                    for turn, seated in enumerate(seatings):
                        place = (players, number, deal, turn)
                        seeds = tuple(self._seed("bot", *place, p) for p in range(players))
                        chance = self._seed("deal", players, deal)
                        jobs.append(Job(len(jobs), *place, seated, chance, seeds, house))
        return jobs

    def _seed(self, *what: object) -> int:
        digest = hashlib.blake2b(repr((self.seed, *what)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") >> 2

    def header(self) -> dict[str, Any]:
        settings = {**asdict(self), "bots": list(self.bots), "players": list(self.players)}
        return {"arena": 1, **settings}

    @property
    def key(self) -> str:
        """Names these settings."""
        return hashlib.sha256(json.dumps(self.header()).encode()).hexdigest()[:12]


def seatings_of(line_up: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The line-up moved round the table, each different seating once: a table of equals would
    only repeat itself."""
    turned = (line_up[-turn:] + line_up[:-turn] for turn in range(len(line_up)))
    return list(dict.fromkeys(turned))


class Journal:
    """Games already played, one JSON object in a line after a line with the settings."""

    def __init__(self, path: Path, arena: Arena, resume: bool) -> None:
        self.path = path
        self.results: dict[int, dict[str, Any]] = {}
        if resume and path.exists():
            self._read(arena)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("w", encoding="utf-8")
        self._write(arena.header())
        for result in self.results.values():
            self._write(result)

    def _read(self, arena: Arena) -> None:
        first, *lines = self.path.read_text("utf-8").split("\n")
        if json.loads(first or "null") != json.loads(json.dumps(arena.header())):
            raise BadArena(f"{self.path} is of an arena with other settings")
        for line in lines:
            try:
                result = json.loads(line)
                self.results[result["game"]] = result
            except (ValueError, TypeError, KeyError):
                continue  # the line that was being written when the arena was stopped

    def _write(self, line: dict[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()

    def add(self, result: dict[str, Any]) -> None:
        self.results[result["game"]] = result
        self._write(result)

    def close(self) -> None:
        self._file.close()

    @property
    def in_order(self) -> list[dict[str, Any]]:
        """By number, whoever finished first: figures do not depend on the workers."""
        return [self.results[number] for number in sorted(self.results)]


Runner = Callable[[Iterable[Job]], Iterator[dict[str, Any]]]


def run_here(jobs: Iterable[Job]) -> Iterator[dict[str, Any]]:
    """One after the other in this process."""
    yield from map(play_game, jobs)


def run_workers(workers: int) -> Runner:
    """In so many processes."""

    def run(jobs: Iterable[Job]) -> Iterator[dict[str, Any]]:
        context = multiprocessing.get_context("spawn")
        waiting = iter(jobs)
        with ProcessPoolExecutor(workers, context, initializer=be_worker) as pool:
            running: set[Future[dict[str, Any]]] = set()
            try:
                while True:
                    while len(running) < workers * AHEAD and (job := next(waiting, None)):
                        running.add(pool.submit(play_game, job))
                    if not running:
                        return
                    done, running = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    return run


def be_worker() -> None:
    """Ctrl-C is the arena's to handle: it keeps what was played. An arena that is killed takes its
    workers along."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def run_ray(address: str | None) -> Runner:
    """On a Ray cluster (the `ray` extra): the same jobs, so the same results."""
    try:
        import ray
    except ImportError:
        raise BadArena("--ray needs Ray: pip install ray") from None

    def run(jobs: Iterable[Job]) -> Iterator[dict[str, Any]]:
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
        remote = ray.remote(play_game)
        waiting = iter(jobs)
        most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        try:
            while True:
                while len(running) < most and (job := next(waiting, None)):
                    running.append(remote.remote(job))
                if not running:
                    return
                done, running = ray.wait(running)
                yield from ray.get(done)
        finally:
            ray.shutdown()

    return run
