"""How soon a move is seen by another server's sockets, and how soon a dead driver is replaced.

RIALTO_JIT=0 python -m tests.server.reach [--moves 200] [--deaths 5]
"""

import argparse
import asyncio
import json
import statistics
import sys
import time
from typing import Any

from tests.server.crashes import Stubborn
from tests.server.history import History
from tests.server.live import until
from tests.server.postgres import ask
from tests.server.storms import Sky, look_on, sky

REACH_MS, TAKE_OVER_S = 50, 5.0


def delays_ms(history: History, table: str) -> list[float]:
    """From each acknowledgement until the other server's socket had shown the move."""
    seen: dict[int, float] = {}
    for note in history.of(table, "saw"):
        seen.setdefault(note.version, note.at)
    acked = {note.version: note.at for note in history.of(table, "ack")}
    return [(seen[version] - at) * 1000 for version, at in acked.items() if version in seen]


async def reach(there: Sky, moves: int) -> list[float]:
    """The player goes to the first server, the onlooker to the second."""
    delays: list[float] = []
    while len(delays) < moves:
        delays += await one_game(there)
    return delays


async def one_game(there: Sky) -> list[float]:
    player = Stubborn(there.ports[:1], there.rng, "p")
    await player.open()
    looking = asyncio.create_task(look_on(player.history, player.table, there.ports[1]))
    await player.play(20)
    last = player.acked[-1][1]
    await until(lambda: any(n.version == last for n in player.history.of(player.table, "saw")))
    looking.cancel()
    return delays_ms(player.history, player.table)


async def take_over(there: Sky) -> float:
    life = there.servers[0].life
    player = Stubborn([life.port], there.rng, "p")
    await player.open("me", "random")
    await player.play(2)
    term = f"SELECT term FROM drivers WHERE game = '{player.table}'"
    before = ask(there.url, term)
    await life.kill()
    died = time.monotonic()
    await until(lambda: ask(there.url, term) != before)
    took = time.monotonic() - died
    await life.start()
    return took


async def measure(moves: int, deaths: int) -> dict[str, Any]:
    async with sky(servers=2, players=0, seed=1) as there:
        delays = sorted(await reach(there, moves))
        taken = [await take_over(there) for _ in range(deaths)]
    median = statistics.median(delays)
    return {
        "moves": len(delays),
        "seen_by_the_other_ms_median": round(median, 1),
        "seen_by_the_other_ms_p99": round(delays[int(len(delays) * 0.99)], 1),
        "taken_over_s": [round(seconds, 2) for seconds in taken],
        "kept": median <= REACH_MS and max(taken, default=0.0) <= TAKE_OVER_S,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=200)
    parser.add_argument("--deaths", type=int, default=5)
    given = parser.parse_args()
    found = asyncio.run(measure(given.moves, given.deaths))
    print(json.dumps(found, indent=2))
    return 0 if found["kept"] else 1


if __name__ == "__main__":
    sys.exit(main())
