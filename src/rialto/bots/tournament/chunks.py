"""Thousands of games of the net in chunks: on several processes, and kept if interrupted."""

import hashlib
import multiprocessing
import zipfile
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from rialto.bots.levels import kind_of
from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import load
from rialto.bots.net.sampling import WARM
from rialto.bots.roster import NET
from rialto.bots.tournament.arena import be_worker
from rialto.bots.tournament.bulk import play_all
from rialto.bots.tournament.tally import Tally, empty
from rialto.engine.doors import new_scratch, start
from rialto.engine.house import RULES_VERSION, House
from rialto.engine.rng import new_rng
from rialto.engine.state import new_table

CHUNK: Final = 250
"""Games that a worker plays before it tells."""


class Chunk(NamedTuple):
    """So many games by these rules; the luck is of this seed and number."""

    house: House
    heat: int
    games: int
    seed: int
    number: int

    @property
    def key(self) -> str:
        """Names these games, as long as net and rules are the same."""
        about = (self.house.as_dict(), *self[1:], RULES_VERSION, load()[1]["sha256"])
        return hashlib.sha256(repr(about).encode()).hexdigest()[:16]


def heat_of(bot: str) -> int | None:
    """The temperature of a bot that is our net and nothing more, in thousandths; else nothing."""
    kind, parameters = kind_of(bot)
    found = NET.fullmatch(parameters) if kind == "net" else None
    if found is None or found["share"] or found["points"] or found["file"]:
        return None
    return int(Decimal(found["heat"] or 0) * WARM)


def play_chunk(chunk: Chunk) -> Tally:
    house = chunk.house
    tally = empty(chunk.games, house.players)
    out = new_scratch()
    table = new_table(2)
    house.write_to(table[0])
    start(table, 0, out)
    rng = new_rng(chunk.seed, chunk.number * 8 + house.players)
    play_all(table, tally, chunk.heat, new_brain(load()[0]), out, new_scratch(), rng)
    return tally


def chunks_of(house: House, heat: int, games: int, seed: int) -> list[Chunk]:
    sizes = [min(CHUNK, games - first) for first in range(0, games, CHUNK)]
    return [Chunk(house, heat, size, seed, number) for number, size in enumerate(sizes)]


def play_bulk(chunks: list[Chunk], workers: int, kept: "Kept") -> Iterator[Tally]:
    """Chunk by chunk, in order: the same on any number of workers. What was kept is not played
    again."""
    found = [kept.read(chunk) for chunk in chunks]
    missing = [chunk for chunk, tally in zip(chunks, found, strict=True) if tally is None]
    playing = play_missing(missing, workers)
    for chunk, tally in zip(chunks, found, strict=True):
        if tally is not None:
            yield tally
        else:
            new = next(playing)
            kept.write(chunk, new)
            yield new


def play_missing(chunks: list[Chunk], workers: int) -> Iterator[Tally]:
    if workers == 1:
        yield from map(play_chunk, chunks)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, be_worker) as pool:
        yield from pool.imap(play_chunk, chunks)


class Kept:
    """A folder of chunks that were played, for a command that is interrupted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, chunk: Chunk) -> Tally | None:
        """Nothing where there is none, or one that cannot be read."""
        try:
            with np.load(self.file_of(chunk)) as found:
                return Tally(**found)
        except (OSError, ValueError, TypeError, zipfile.BadZipFile):
            return None

    def write(self, chunk: Chunk, tally: Tally) -> None:
        """Whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        half = self.folder / f"{chunk.key}.half.npz"
        np.savez_compressed(half, **tally._asdict())
        half.replace(self.file_of(chunk))

    def file_of(self, chunk: Chunk) -> Path:
        return self.folder / f"{chunk.key}.npz"

    def forget(self, chunks: Iterable[Chunk]) -> None:
        for chunk in chunks:
            self.file_of(chunk).unlink(missing_ok=True)
