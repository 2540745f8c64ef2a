"""Promises about speed, measured from outside (`make long`):

    python -m tests.server.speed compare --against 824a827    CPU per move, beside a commit's
    python -m tests.server.speed engines                      PostgreSQL beside SQLite
    python -m tests.server.speed processes [--together]       1, 2 and 4 servers on one PostgreSQL
    python -m tests.server.speed cold                         a table of 10,000 entries is opened
    python -m tests.server.speed bots                         30 tables of strong bots, and mine
    python -m tests.server.speed reviews --rate 20            moves while a game is reviewed

The client is best run plain (RIALTO_JIT=0); the server's mode is --mode, compiled unless told
otherwise. Each prints what it found as JSON and exits with 1 if the promise is not kept. Times by
the clock count only on a machine that has nothing else to do.
"""

import argparse
import asyncio
import json
import random
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2 as httpx
from websockets.asyncio.client import connect

from tests.server.live import Player, new_table
from tests.server.load import ROOT, moves, server
from tests.server.postgres import CAREFUL, postgres
from tests.server.reviewed import reviews
from tests.server.stocked import long_game
from tests.server.test_long_logs import ENTRIES

COLD_MS, DELAY_MS, ANSWER_S = 300, 50, 2.0
MOVES_PER_S = 400
"""One process on PostgreSQL."""
USUAL = {"RIALTO_BOT_WORKERS": "1", "RIALTO_BOT_PAUSE_MS": "450"}


# ── CPU per move, side by side ──


def source_of(commit: str, folder: Path) -> Path:
    """That commit's sources, without a checkout."""
    packed = folder / "source.tar"
    subprocess.run(["git", "archive", "-o", packed, commit, "src"], cwd=ROOT, check=True)
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    return folder / "src"


async def compare(
    commit: str, games: int, rate: int, seconds: float, rounds: int, mode: str
) -> dict[str, Any]:
    """By turns, so that whatever else the machine does is shared."""
    found: dict[str, list[Any]] = {"now": [], "then": []}
    with tempfile.TemporaryDirectory() as folder:
        source = source_of(commit, Path(folder))
        for _ in range(rounds):
            for side, path in (("then", source), ("now", None)):
                found[side].append(await moves(games, rate, seconds, mode, path))
    costs = {side: [run["cpu_us_per_move"] for run in runs] for side, runs in found.items()}
    now, then = (statistics.median(costs[side]) for side in ("now", "then"))
    return {
        "cpu_us_per_move": costs,
        "yardstick_ms": {s: [run["yardstick_ms"] for run in runs] for s, runs in found.items()},
        "moves_per_s": {s: [run["moves_per_s"] for run in runs] for s, runs in found.items()},
        "ack_ms_p99": {s: [run["ack_ms_p99"] for run in runs] for s, runs in found.items()},
        "not_acked": sum(run["not_acked"] for runs in found.values() for run in runs),
        "now_over_then": round(now / then, 3),
        "kept": now <= then,
    }


# ── PostgreSQL beside SQLite ──


async def engines(games: int, rate: int, seconds: float, rounds: int, mode: str) -> dict[str, Any]:
    """By turns. The database's own CPU counts apart: it may be on another machine."""
    found: dict[str, list[Any]] = {"sqlite": [], "postgresql": []}
    with postgres(**CAREFUL) as cluster:
        for _ in range(rounds):
            found["sqlite"].append(await moves(games, rate, seconds, mode))
            found["postgresql"].append(await moves(games, rate, seconds, mode, None, cluster))
    told = ("cpu_us_per_move", "database_cpu_us_per_move", "moves_per_s", "ack_ms_median",
            "ack_ms_p99", "not_acked", "yardstick_ms")  # fmt: skip
    fastest = max(run["moves_per_s"] for run in found["postgresql"])
    return {
        **{name: {side: [run[name] for run in runs] for side, runs in found.items()}
           for name in told},
        "kept": fastest >= min(rate * 0.95, MOVES_PER_S),
    }  # fmt: skip


PROCESSES = (1, 2, 4)


async def processes(
    games: int, rate: int, seconds: float, mode: str, together: bool
) -> dict[str, Any]:
    """Each game's seats spread over all of them, or together at one. On a machine with a core for
    each it is the moves/s that count; on this one what a move costs server and database."""
    with postgres(**CAREFUL) as cluster:
        found = {
            n: await moves(games, rate, seconds, mode, None, cluster, n, together)
            for n in PROCESSES
        }
    told = ("moves_per_s", "cpu_us_per_move", "database_cpu_us_per_move", "ack_ms_median",
            "ack_ms_p99", "views_per_move", "not_acked", "yardstick_ms", "memory_mib")  # fmt: skip
    return {
        **{name: {n: run[name] for n, run in found.items()} for name in told},
        "kept": all(
            run["not_acked"] == 0 and run["games_where_all_seats_saw_the_last_move"] == games
            for run in found.values()
        ),
    }


# ── a cold table ──


async def cold(mode: str, runs: int = 5) -> dict[str, Any]:
    opened, delays, usual = [], [], []
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            db = Path(folder) / "cold.db"
            name = await long_game(db)
            async with server(db, mode) as there, AsyncExitStack() as stack:
                base = f"http://127.0.0.1:{there.port}"
                other = await stack.enter_async_context(
                    httpx.AsyncClient(base_url=base, timeout=60)
                )
                stranger = await stack.enter_async_context(
                    httpx.AsyncClient(base_url=base, timeout=60)
                )
                made = await new_table(other, "me", "me")
                await stranger.get("/healthz")
                usual += [await one_move(other, made["table"]) for _ in range(20)]
                opening = asyncio.create_task(timed(stranger, f"/api/tables/{name}/view"))
                during = []
                while not opening.done():
                    during.append(await one_move(other, made["table"]))
                opened.append(await opening)
                delays.append(max(during, default=0.0) - statistics.median(usual))
    return {
        "entries": ENTRIES,
        "opened_ms": [round(ms) for ms in opened],
        "another_tables_move_ms": round(statistics.median(usual), 1),
        "delayed_by_ms": [round(ms) for ms in delays],
        "kept": statistics.median(opened) <= COLD_MS and statistics.median(delays) <= DELAY_MS,
    }


async def timed(browser: httpx.AsyncClient, path: str) -> float:
    began = time.monotonic()
    answer = await browser.get(path)
    assert answer.status_code == 200, answer.text
    return (time.monotonic() - began) * 1000


async def one_move(browser: httpx.AsyncClient, table: str) -> float:
    view = (await browser.get(f"/api/tables/{table}/view")).json()
    command = {"move_id": f"move-{view['version']:08d}", "version": view["version"],
               "seat": view["seat"], "moves": [view["legal"][0]["move"]]}  # fmt: skip
    began = time.monotonic()
    answer = await browser.post(f"/api/tables/{table}/command", json=command)
    assert answer.status_code == 200, answer.text
    return (time.monotonic() - began) * 1000


# ── bots ──


async def bots(tables: int, answers: int, mode: str) -> dict[str, Any]:
    """Tables of four strong bots, each with a spectator; and a person who plays against one."""
    from rialto.bots.levels import LEVELS

    best = LEVELS[-1].name
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        async with (
            server(Path(folder) / "bots.db", mode, None, **USUAL) as there,
            AsyncExitStack() as stack,
        ):
            base = f"http://127.0.0.1:{there.port}"
            browser = await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=60))
            mine = await new_table(browser, "me", best)
            cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items())
            me = await sit(stack, there.port, mine["table"], cookie)
            await wait_for_turn(me, 600)  # the worker compiles first
            for _ in range(tables):
                made = await new_table(browser, *[best] * 4)
                await sit(stack, there.port, made["table"], "")
            waits = list[float]()
            while len(waits) < answers and me.view["status"] == "running":
                await wait_for_turn(me, 60)
                if me.view["status"] != "running":
                    break
                await me.play(rng.choice(me.view["legal"])["move"])
                asked = time.monotonic()
                version = me.view["version"]
                if not me.view.get("legal"):
                    await me.see(version + 1)
                    waits.append(time.monotonic() - asked)
    return {
        "tables_of_four": tables,
        "level": best,
        "answers": len(waits),
        "median_s": round(statistics.median(waits), 2),
        "worst_s": round(max(waits), 2),
        "kept": max(waits) <= ANSWER_S,
    }


async def sit(stack: AsyncExitStack, port: int, table: str, cookie: str) -> Player:
    ws = await stack.enter_async_context(
        connect(
            f"ws://127.0.0.1:{port}/ws/tables/{table}", max_size=None, compression=None,
            additional_headers={"Cookie": cookie} if cookie else {}, ping_interval=None,
        )
    )  # fmt: skip
    player = Player(ws)
    await player.receive()
    if not cookie:
        asyncio.create_task(drain(player))  # noqa: RUF006  # it ends with the socket
    return player


async def drain(player: Player) -> None:
    """A spectator who looks at everything and keeps nothing."""
    async for _ in player.ws:
        pass


async def wait_for_turn(me: Player, seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while me.view["status"] == "running" and not me.view.get("legal"):
            await me.receive(seconds)


MODES: dict[str, Callable[[argparse.Namespace], Coroutine[Any, Any, dict[str, Any]]]] = {
    "compare": lambda x: compare(x.against, x.games, x.rate, x.seconds, x.rounds, x.mode),
    "engines": lambda x: engines(x.games, x.rate, x.seconds, x.rounds, x.mode),
    "processes": lambda x: processes(x.games, x.rate, x.seconds, x.mode, x.together),
    "cold": lambda x: cold(x.mode),
    "bots": lambda x: bots(x.tables, x.answers, x.mode),
    "reviews": lambda x: reviews(x.tables, x.rate, x.rounds, x.mode),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=[*MODES])
    parser.add_argument("--against", default="824a827", metavar="COMMIT")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--together", action="store_true", help="each game at one process")
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--answers", type=int, default=40)
    parser.add_argument("--mode", default="1", help="RIALTO_JIT of the server")
    given = parser.parse_args()
    found = asyncio.run(MODES[given.what](given))
    print(json.dumps(found, indent=2))
    return 0 if found["kept"] else 1


if __name__ == "__main__":
    sys.exit(main())
