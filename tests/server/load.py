"""Load: many live games over real sockets, idle sockets, and a restart with many games.

    python -m tests.server.load moves --games 500 --rate 500 --seconds 60
    python -m tests.server.load idle --sockets 5000
    python -m tests.server.load restart --games 1000

The players are a thin WebSocket client of their own, for a comfortable one would cost more than
the server it measures. What counts is the server process: its CPU time and memory, from outside.
"""

import argparse
import asyncio
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx
import psutil

from tests.server.crashes import free_port
from tests.server.live import new_table

ROOT = Path(__file__).parents[2]
VERSION = re.compile(rb'"version":(\d+)')
LEGAL = re.compile(rb'"legal":\[\{"move":"([^"]+)"')
LIMITS = {
    "RIALTO_BOT_WORKERS": "0",
    "RIALTO_BOT_PAUSE_MS": "0",
    "RIALTO_MOST_SOCKETS": "20000",
    "RIALTO_MOST_SOCKETS_PER_ADDRESS": "20000",
    "RIALTO_MOST_SOCKETS_PER_TABLE": "1000",
    "RIALTO_CREATIONS_PER_MINUTE": "1000000",
    "RIALTO_REQUESTS_PER_SECOND": "1000000",
    "RIALTO_LOG_LEVEL": "warning",
}


@dataclass
class Server:
    port: int
    process: psutil.Process
    started_s: float

    def cpu_s(self) -> float:
        times = self.process.cpu_times()
        return float(times.user + times.system)

    def memory_mib(self) -> float:
        return float(self.process.memory_info().rss) / 2**20


@asynccontextmanager
async def server(db: Path, mode: str = "1") -> AsyncIterator[Server]:
    """`rialto serve` as it is."""
    port = free_port()
    began = time.monotonic()
    code = "import sys; from rialto.cli.serve import serve; from pathlib import Path; " \
           "sys.exit(serve(port=int(sys.argv[1]), db=Path(sys.argv[2])))"  # fmt: skip
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, str(port), str(db), cwd=ROOT,
        stdout=asyncio.subprocess.DEVNULL, env={**os.environ, **LIMITS, "RIALTO_JIT": mode},
    )  # fmt: skip
    async with httpx.AsyncClient() as client:
        while True:
            try:
                await client.get(f"http://127.0.0.1:{port}/readyz")
                break
            except httpx.HTTPError:
                assert child.returncode is None, "the server did not start"
                await asyncio.sleep(0.01)
    try:
        yield Server(port, psutil.Process(child.pid), time.monotonic() - began)
    finally:
        child.terminate()
        await child.wait()


def yardstick_ms() -> float:
    """CPU time of a fixed piece of work: how slow this machine is just now. On a shared one the
    same work costs several times the CPU time while others are busy."""
    began = time.thread_time()
    total = 0
    for i in range(1_000_000):
        total += i
    return (time.thread_time() - began) * 1000


class Socket(asyncio.Protocol):
    """The least that is a WebSocket client: text frames in, masked text frames out."""

    def __init__(self, path: str, cookie: str, host: str) -> None:
        self.hello = (
            f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
        ).encode()
        self.buffer = bytearray()
        self.open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False
        self.frames = 0

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.hello)

    def connection_lost(self, error: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(error or ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        if not self.open:
            end = self.buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            assert self.buffer.startswith(b"HTTP/1.1 101"), bytes(self.buffer[:200])
            del self.buffer[: end + 4]
            self.open = True
            self.opened.set_result(None)
        while (frame := self.next_frame()) is not None:
            self.take(*frame)

    def next_frame(self) -> tuple[int, bytes] | None:
        b = self.buffer
        if len(b) < 2:
            return None
        size, at = b[1] & 127, 2
        if size == 126:
            size, at = int.from_bytes(b[2:4], "big"), 4
        elif size == 127:
            size, at = int.from_bytes(b[2:10], "big"), 10
        if len(b) < at + size:
            return None
        opcode, body = b[0] & 15, bytes(b[at : at + size])
        del b[: at + size]
        return opcode, body

    def take(self, opcode: int, body: bytes) -> None:
        if opcode == 9:
            self.send_frame(10, body)
        elif opcode == 1:
            self.frames += 1
            self.hear(body)

    def hear(self, body: bytes) -> None:
        """For players."""

    def send_frame(self, opcode: int, body: bytes) -> None:
        # A mask of zeros is a mask.
        size = len(body)
        head = bytes([128 | opcode, 128 | size]) if size < 126 else (
            bytes([128 | opcode, 254]) + size.to_bytes(2, "big")
        )  # fmt: skip
        self.transport.write(head + b"\0\0\0\0" + body)


@dataclass
class Tally:
    moves: int = 0
    acked: int = 0
    bad: list[str] = field(default_factory=list)
    waits_ms: list[float] = field(default_factory=list)
    over: int = 0


class Seat(Socket):
    """Plays the first legal move when it is told to."""

    def __init__(self, path: str, cookie: str, host: str, tally: Tally, name: str) -> None:
        super().__init__(path, cookie, host)
        self.tally, self.name = tally, name
        self.version, self.move = 0, ""
        self.acked = 0
        """A choice is made on a view that is not older than one's own last move."""
        self.sent_at = 0.0
        self.sent = 0
        self.waiting = False

    def hear(self, body: bytes) -> None:
        if body.startswith(b'{"type":"view"'):
            found = VERSION.search(body)
            assert found is not None
            self.version = int(found[1])
            legal = LEGAL.search(body, 0, 400_000)
            self.move = legal[1].decode() if legal else ""
        elif body.startswith(b'{"type":"ack"'):
            self.tally.acked += 1
            found = VERSION.search(body)
            assert found is not None
            self.acked = int(found[1])
            self.tally.waits_ms.append((time.monotonic() - self.sent_at) * 1000)
            self.waiting = False
        else:
            self.tally.bad.append(body.decode()[:200])
            self.waiting = False

    def play(self) -> bool:
        if not self.move or self.waiting or self.version < self.acked:
            return False
        self.sent += 1
        command = {"type": "command", "move_id": f"{self.name}-{self.sent:06d}",
                   "version": self.version, "moves": [self.move]}  # fmt: skip
        self.waiting, self.move = True, ""
        self.sent_at = time.monotonic()
        self.tally.moves += 1
        self.send_frame(1, json.dumps(command).encode())
        return True


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


async def moves(games: int, rate: int, seconds: float, mode: str) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder) / "load.db", mode) as there:
            tables = await open_games(there, games, 4)
            tally, company = Tally(), list[list[Seat]]()
            host = f"127.0.0.1:{there.port}"
            for g, (table, cookie) in enumerate(tables):
                seats = []
                for p in range(4):
                    path = f"/ws/tables/{table}?seat={p}"
                    _, seat = await loop.create_connection(
                        partial(Seat, path, cookie, host, tally, f"g{g}s{p}"),
                        "127.0.0.1",
                        there.port,
                    )
                    await seat.opened
                    seats.append(seat)
                company.append(seats)
            await asyncio.sleep(2)
            yard = [yardstick_ms()]
            cpu, began = there.cpu_s(), time.monotonic()
            done, turn = 0, 0
            order = list(range(games))
            random.Random(1).shuffle(order)
            while time.monotonic() - began < seconds:
                due = int((time.monotonic() - began) * rate) - done
                for _ in range(min(due, games)):
                    seats = company[order[turn % games]]
                    turn += 1
                    done += any(seat.play() for seat in seats)
                await asyncio.sleep(0.005)
            while tally.acked + len(tally.bad) < tally.moves:
                await asyncio.sleep(0.05)
            took, cpu = time.monotonic() - began, there.cpu_s() - cpu
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
                "cpu_share": round(cpu / took, 2),
                "yardstick_ms": [round(ms) for ms in yard],
                "ack_ms_median": round(statistics.median(waits), 1),
                "ack_ms_p99": round(waits[int(len(waits) * 0.99)], 1),
                "not_acked": tally.moves - tally.acked,
                "other_answers": tally.bad[:3],
                "games_where_all_seats_saw_the_last_move": sum(len(v) == 1 for v in versions),
                "sockets_lost": sum(seat.lost for seats in company for seat in seats),
                "memory_mib": round(there.memory_mib()),
            }


async def idle(sockets: int, mode: str) -> dict[str, Any]:
    loop = asyncio.get_running_loop()
    with tempfile.TemporaryDirectory() as folder:
        async with server(Path(folder) / "load.db", mode) as there:
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
    """Games half played, then a new process: until it serves, and until all are refolded."""
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "load.db"
        made = await asyncio.to_thread(half_played, db, games)
        empty = Path(folder) / "empty.db"
        async with server(empty, mode) as there:
            base, base_cpu = there.started_s, there.cpu_s()
        async with server(db, mode) as there:
            serving, serving_cpu = there.started_s, there.cpu_s()
            began = time.monotonic()
            async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{there.port}") as client:
                while True:
                    text = (await client.get("/metrics")).text
                    live = float(text.split("\nrialto_live_tables ")[1].split()[0])
                    if live >= games:
                        break
                    await asyncio.sleep(0.02)
            refolded = serving + time.monotonic() - began
            return {
                "games": games,
                "entries": made,
                "yardstick_ms": [round(yardstick_ms())],
                "empty_serving_s": round(base, 2),
                "empty_serving_cpu_s": round(base_cpu, 2),
                "serving_s": round(serving, 2),
                "serving_cpu_s": round(serving_cpu, 2),
                "all_refolded_s": round(refolded, 2),
                "cpu_until_all_refolded_s": round(there.cpu_s(), 2),
                "memory_mib": round(there.memory_mib()),
            }


def half_played(db: Path, games: int) -> int:
    """Written straight into the store: one game, under many names."""
    from rialto import Game
    from rialto.server.store import Entry, SqliteStore, append

    game = Game.new(4, seed=3)
    rng = random.Random(3)
    while game.state.round_no < 4:
        game.run_chance()
        seat = game.to_move[0]
        game.play(rng.choice(game.legal(seat)))
    game.run_chance()
    asked = game.to_move[0]
    kinds = [("person", None) if p == asked else ("bot", "random") for p in range(4)]
    setup = {"house": game.house.as_dict(), "names": list("ABCD"), "position": None, "clock": None}
    store = SqliteStore(db)
    for g in range(games):
        name = f"game{g:08d}"
        rows: list[Any] = [
            ("INSERT INTO games (id, created, updated, rules, status, open, host, header) "
             "VALUES (?, 0, 0, 1, 'running', 0, x'00', ?)", (name, json.dumps(setup)))
        ]  # fmt: skip
        rows += [
            # With bots, so that each game must be gone on with after a restart.
            (
                "INSERT INTO seats (game, seat, kind, bot, name) VALUES (?, ?, ?, ?, 'x')",
                (name, p, *kind),
            )
            for p, kind in enumerate(kinds)
        ]
        rows += [
            append(name, Entry(i, 0, "move", m.seat, m.text, 0, None))
            for i, m in enumerate(game.log)
        ]
        store.write(rows).result(60)
    store.close()
    return len(game.log) * games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["moves", "idle", "restart"])
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--rate", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--sockets", type=int, default=5000)
    parser.add_argument("--mode", default="1", help="RIALTO_JIT of the server")
    args = parser.parse_args()
    if args.what == "moves":
        result = asyncio.run(moves(args.games, args.rate, args.seconds, args.mode))
    elif args.what == "idle":
        result = asyncio.run(idle(args.sockets, args.mode))
    else:
        result = asyncio.run(restart(args.games, args.mode))
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
