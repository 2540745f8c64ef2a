"""Load: many live games over real sockets, idle sockets, and a restart with many games.

    python -m tests.server.load moves --games 500 --rate 500 --seconds 60    (or: --postgresql)
    python -m tests.server.load idle --sockets 5000                          (or: --postgresql)
    python -m tests.server.load restart --games 1000

What counts is the server process: its CPU time and memory, from outside.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psutil

from rialto.server.store import Place, Url
from tests.server.crashes import free_port
from tests.server.live import new_table
from tests.server.postgres import CAREFUL, Cluster, postgres
from tests.server.stocked import half_played
from tests.server.thin import Seat, Socket, Tally

ROOT = Path(__file__).parents[2]
STARTS = 4
LIMITS = {
    "RIALTO_BOT_WORKERS": "0",
    "RIALTO_BOT_PAUSE_MS": "0",
    "RIALTO_MOST_SOCKETS": "20000",
    "RIALTO_MOST_SOCKETS_PER_ADDRESS": "20000",
    "RIALTO_MOST_SOCKETS_PER_TABLE": "1000",
    "RIALTO_CREATIONS_PER_MINUTE": "1000000",
    "RIALTO_REQUESTS_PER_SECOND": "1000000",
}


@dataclass
class Server:
    port: int
    process: psutil.Process
    began: float
    started_s: float
    log: asyncio.StreamReader

    async def said(self, words: str) -> None:
        """Until that is in the log."""
        while words not in (line := (await self.log.readline()).decode()):
            assert line, "the server has ended"

    def cpu_s(self) -> float:
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def memory_mib(self) -> float:
        return float(self.process.memory_info().rss) / 2**20


@asynccontextmanager
async def server(
    db: Place, mode: str = "1", source: Path | None = None, **more: str
) -> AsyncIterator[Server]:
    """`rialto serve` as it is, or as other sources have it, with more settings."""
    port = free_port()
    began = time.monotonic()
    code = "import sys; from rialto.cli.serve import serve; sys.exit(serve(port=int(sys.argv[1])))"
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(port), cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE,
        env={**os.environ, **LIMITS, **more, **as_installed(db), "RIALTO_JIT": mode,
             "RIALTO_DB": db.secret if isinstance(db, Url) else str(db),
             **({"PYTHONPATH": str(source)} if source else {})},
    )  # fmt: skip
    while not await ready(port):
        assert child.returncode is None, "the server did not start"
        await asyncio.sleep(0.005)
    try:
        assert child.stderr is not None
        took = time.monotonic() - began
        yield Server(port, psutil.Process(child.pid), began, took, child.stderr)
    finally:
        child.terminate()
        await child.wait()


def as_installed(db: Place) -> dict[str, str]:
    """With compiled bytecode, as on every machine where it has been started before."""
    if isinstance(db, Url):
        return {}
    folder = db.parent
    return {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}


async def ready(port: int) -> bool:
    """Asked by hand: a comfortable client takes as long to load as the server."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.write(b"GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    status = await reader.readline()
    writer.close()
    return b" 200 " in status


def yardstick_ms() -> float:
    """CPU time of a fixed piece of work: how slow this machine is just now. On a shared one the
    same work costs several times the CPU time while others are busy."""
    began = time.thread_time()
    total = 0
    for i in range(1_000_000):
        total += i
    return (time.thread_time() - began) * 1000


async def open_games(there: Server, n: int, seats: int) -> list[tuple[str, str]]:
    """Tables with every seat one browser's; name and cookie."""
    made = []
    base = f"http://127.0.0.1:{there.port}"
    for _ in range(n):
        async with httpx.AsyncClient(base_url=base, timeout=60) as browser:
            table = await new_table(browser, *["me"] * seats)
            cookie = "; ".join(f"{k}={v}" for k, v in browser.cookies.items())
            made.append((table["table"], cookie))
    return made


async def sit_down(
    table: str, cookie: str, ports: Sequence[int], tally: Tally, name: str
) -> list[Seat]:
    """At every seat of a table, each by the server with that port."""
    loop, seats = asyncio.get_running_loop(), list[Seat]()
    for p, port in enumerate(ports):
        path = f"/ws/tables/{table}?seat={p}"
        make = partial(Seat, path, cookie, f"127.0.0.1:{port}", tally, f"{name}s{p}")
        _, seat = await loop.create_connection(make, "127.0.0.1", port)
        await seat.opened
        seats.append(seat)
    return seats


async def moves(
    games: int, rate: int, seconds: float, mode: str, source: Path | None = None,
    cluster: Cluster | None = None, processes: int = 1, together: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """On a file, or in a database of its own; the CPU of that is told apart. The seats of each game
    are spread over all processes, or all at one."""
    with tempfile.TemporaryDirectory() as folder:
        db: Place = Path(folder) / "load.db" if cluster is None else cluster.new_url()
        async with AsyncExitStack() as stack:
            servers = [
                await stack.enter_async_context(server(db, mode, source)) for _ in range(processes)
            ]
            tally, company = Tally(), list[list[Seat]]()
            for g in range(games):
                ports = [servers[(g + p * (not together)) % processes].port for p in range(4)]
                made = await open_games(servers[g % processes], 1, 4)
                company.append(await sit_down(*made[0], ports, tally, f"g{g}"))
            await asyncio.sleep(2)
            yard = [yardstick_ms()]
            cpu, began = sum(there.cpu_s() for there in servers), time.monotonic()
            spent = cluster.cpu_s() if cluster else 0.0
            done, turn = 0, 0
            order = list(range(games))
            random.Random(1).shuffle(order)
            views = tally.views
            while time.monotonic() - began < seconds:
                if len(yard) == 1 and time.monotonic() - began > seconds / 2:
                    yard.append(yardstick_ms())
                due = int((time.monotonic() - began) * rate) - done
                for _ in range(min(due, games)):
                    seats = company[order[turn % games]]
                    turn += 1
                    done += any(seat.play() for seat in seats)
                await asyncio.sleep(0.005)
            while tally.acked + len(tally.bad) < tally.moves:
                await asyncio.sleep(0.05)
            took = time.monotonic() - began
            cpu = sum(there.cpu_s() for there in servers) - cpu
            spent = cluster.cpu_s() - spent if cluster else 0.0
            yard.append(yardstick_ms())
            await asyncio.sleep(1)
            versions = [{seat.version for seat in seats} for seats in company]
            waits = sorted(tally.waits_ms)
            return {
                "games": games,
                "sockets": games * 4,
                "moves": tally.acked,
                "moves_per_s": round(tally.acked / took),
                "cpu_us_per_move": round(cpu / tally.acked * 1e6),
                "database_cpu_us_per_move": round(spent / tally.acked * 1e6),
                "cpu_share": round(cpu / took, 2),
                "yardstick_ms": [round(ms) for ms in yard],
                "ack_ms_median": round(statistics.median(waits), 1),
                "ack_ms_p99": round(waits[int(len(waits) * 0.99)], 1),
                "not_acked": tally.moves - tally.acked,
                "other_answers": tally.bad[:3],
                "views_per_move": round((tally.views - views) / tally.acked, 2),
                "games_where_all_seats_saw_the_last_move": sum(len(v) == 1 for v in versions),
                "sockets_lost": sum(seat.lost for seats in company for seat in seats),
                "memory_mib": [round(there.memory_mib()) for there in servers],
            }


async def idle(sockets: int, mode: str, cluster: Cluster | None = None) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        db: Place = Path(folder) / "load.db" if cluster is None else cluster.new_url()
        async with server(db, mode) as there:
            tables = await open_games(there, sockets // 100, 2)
            await asyncio.sleep(1)
            base = there.memory_mib()
            host = f"127.0.0.1:{there.port}"
            held = []
            for n in range(sockets):
                table, _ = tables[n % len(tables)]
                _, socket = await loop.create_connection(
                    partial(Socket, f"/ws/tables/{table}", "", host),
                    "127.0.0.1",
                    there.port,
                )
                await socket.opened
                held.append(socket)
            await asyncio.sleep(3)
            grown = there.memory_mib() - base
            return {
                "sockets": sum(not s.lost for s in held),
                "first_views": sum(s.frames > 0 for s in held),
                "base_mib": round(base),
                "grown_mib": round(grown),
                "kib_per_socket": round(grown * 1024 / sockets, 1),
            }


async def restart(games: int, mode: str) -> dict[str, Any]:
    """Games half played, then a new process: until it serves, and until all are refolded. The first
    of the starts without games writes the bytecode; the best of them counts."""
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "load.db"
        made = await half_played(db, games)
        yard = [yardstick_ms()]
        empty = Path(folder) / "empty.db"
        starts = []
        for _ in range(STARTS):
            async with server(empty, mode) as there:
                starts.append((there.cpu_s(), there.started_s))
                yard.append(yardstick_ms())
        base_cpu, base = min(starts)
        async with server(db, mode) as there:
            serving, serving_cpu = there.started_s, there.cpu_s()
            await there.said('"games refolded", "games": ' + str(games))
            refolded = time.monotonic() - there.began
            yard.append(yardstick_ms())
            return {
                "games": games,
                "entries": made,
                "yardstick_ms": [round(ms) for ms in yard],
                "empty_serving_s": round(base, 2),
                "empty_serving_cpu_s": round(base_cpu, 2),
                "serving_s": round(serving, 2),
                "serving_cpu_s": round(serving_cpu, 2),
                "all_refolded_s": round(refolded, 2),
                "cpu_until_all_refolded_s": round(there.cpu_s(), 2),
                "memory_mib": round(there.memory_mib()),
            }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["moves", "idle", "restart"])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--mode", default="1", help="RIALTO_JIT of the server")
    parser.add_argument("--postgresql", action="store_true", help="moves, idle: not on a file")
    args = parser.parse_args()
    with postgres(**CAREFUL) if args.postgresql else nullcontext() as cluster:
        if args.what == "moves":
            work = moves(args.games, args.rate, args.seconds, args.mode, None, cluster)
        elif args.what == "idle":
            work = idle(args.sockets, args.mode, cluster)
        else:
            work = restart(args.games, args.mode)
        result = asyncio.run(work)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
