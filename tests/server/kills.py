"""kill -9, again and again, under players who do not give up.

    python -m tests.server.kills FOLDER [--kills 1000] [--players 20]

Every game is reckoned up when it is long enough, and all of them at the end. What was done so far
is kept in FOLDER: stopped in between, the same command goes on from there.
"""

import argparse
import asyncio
import json
import random
import sqlite3
import sys
import time
from contextlib import closing
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.server.crashes import GONE, Mortal, Stubborn, mortal, reckon

LONG_GAME = 100
"""Acknowledged moves after which a player begins another game."""


@dataclass
class Toll:
    kills: int = 0
    acked: int = 0
    """In games that were reckoned up."""
    games: int = 0
    names: int = 0
    """Given to players, so that none is given twice."""
    playing: list[dict[str, Any]] = field(default_factory=list)
    """Table and acknowledged moves of the games that are not reckoned up yet."""

    @classmethod
    def of(cls, folder: Path) -> "Toll":
        file = folder / "toll.json"
        return cls(**json.loads(file.read_text("utf-8"))) if file.exists() else cls()

    def keep(self, folder: Path, crowd: "list[Stubborn]") -> None:
        self.playing = [{"table": p.table, "acked": p.acked} for p in crowd]
        part = folder / "toll.json.part"
        part.write_text(json.dumps(asdict(self)), "utf-8")
        part.replace(folder / "toll.json")

    def count(self, db: Path, player: Stubborn) -> None:
        reckon(db, player)
        self.acked += len(player.acked)
        self.games += 1


def hold_against(db: Path, playing: list[dict[str, Any]]) -> None:
    """After a stop in between: what was acknowledged by then is there, in its order; what the
    players were told after the last note is not known any more."""
    with closing(sqlite3.connect(db)) as store:
        for game in playing:
            sql = "SELECT move_id FROM events WHERE game = ? AND move_id IS NOT NULL ORDER BY seq"
            stored = [row[0] for row in store.execute(sql, (game["table"],))]
            told = [move_id for move_id, _, _ in game["acked"]]
            assert stored[: len(told)] == told, game["table"]


class Siege:
    def __init__(self, folder: Path, server: Mortal, toll: Toll) -> None:
        self.folder, self.server, self.toll = folder, server, toll
        self.db = folder / "rialto.db"
        self.crowd: list[Stubborn] = []
        self.done = asyncio.Event()

    async def join(self, seed: int) -> None:
        self.toll.names += 1
        player = Stubborn([self.server.port], random.Random(seed), f"p{self.toll.names:06d}")
        await player.open()
        self.crowd.append(player)

    async def keep_playing(self, player: Stubborn) -> None:
        while not self.done.is_set():
            if player.table:
                await player.play(1)
            if len(player.acked) > LONG_GAME:
                self.toll.count(self.db, player)
                player.acked.clear()
                player.table = ""
                await self.begin_anew(player)

    async def begin_anew(self, player: Stubborn) -> None:
        """However often the server dies meanwhile."""
        while not player.table and not self.done.is_set():
            try:
                await player.open()
            except GONE:
                await asyncio.sleep(0.05)

    async def endure(self, kills: int) -> None:
        rng = random.Random(self.toll.kills)
        playing = [asyncio.create_task(self.keep_playing(player)) for player in self.crowd]
        while self.toll.kills < kills:
            await asyncio.sleep(rng.uniform(0.05, 0.6))
            await self.server.kill()
            await self.server.start()
            self.toll.kills += 1
            self.toll.keep(self.folder, self.crowd)
            for task in playing:
                if task.done():
                    task.result()
        self.done.set()
        await asyncio.gather(*playing)


async def kill_at_random(folder: Path, kills: int, players: int) -> Toll:
    toll = Toll.of(folder)
    if toll.playing:
        hold_against(folder / "rialto.db", toll.playing)
    async with mortal(folder) as server:
        await server.start()
        siege = Siege(folder, server, toll)
        for n in range(players):
            await siege.join(n)
        await siege.endure(kills)
        await server.kill()
    for player in siege.crowd:
        toll.count(siege.db, player)
    with closing(sqlite3.connect(siege.db)) as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    toll.keep(folder, [])
    return toll


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--players", type=int, default=20)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    before, began = Toll.of(given.folder).kills, time.monotonic()
    toll = asyncio.run(kill_at_random(given.folder, given.kills, given.players))
    print(
        f"{toll.kills} kills ({before} of them before), {toll.games} games, {toll.acked} moves"
        f" acknowledged: none lost, doubled or reordered; {time.monotonic() - began:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
