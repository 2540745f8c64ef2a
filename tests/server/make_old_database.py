"""Makes the database of an older version that the migrations are tested on.

    git worktree add --detach /tmp/at824 824a827
    python -m tests.server.make_old_database /tmp/at824/src tests/server/old/schema-1

It starts that version's server, plays by HTTP, and keeps what the server said of every table just
before it was stopped: NAME.db.xz and NAME.json.xz. Every game is another one each time, so the
files were made once.
"""

import asyncio
import json
import lzma
import os
import random
import signal
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.server.crashes import free_port
from tests.server.live import Json, new_table

MOST_MOVES = 2000


class Visitor:
    """A browser that plays all of its seats at random, with a command id for every move."""

    def __init__(self, base: str, seed: int) -> None:
        self.http = httpx.AsyncClient(base_url=base, timeout=30)
        self.rng = random.Random(seed)
        self.n = 0

    async def play(self, table: str, moves: int, undo: float = 0.0) -> None:
        """Until it is over, or so many moves, or another's turn."""
        for _ in range(moves):
            view = (await self.http.get(f"/api/tables/{table}/view")).json()
            if view["status"] != "running" or not view["legal"]:
                return
            self.n += 1
            body = {"version": view["version"], "seat": view["seat"]}
            if view["can_undo"] and self.rng.random() < undo:
                await self.post(f"{table}/undo", {**body, "move_id": f"undo-{self.n:06d}"})
            else:
                move = self.rng.choice(view["legal"])["move"]
                command = {**body, "move_id": f"move-{self.n:06d}", "moves": [move]}
                await self.post(f"{table}/command", command)

    async def post(self, path: str, body: Json) -> Json:
        answer = await self.http.post(f"/api/tables/{path}", json=body)
        assert answer.status_code == 200, answer.text
        made: Json = answer.json()
        return made

    @property
    def cookie(self) -> str:
        return str(self.http.cookies["rialto"])


def secret_of(link: str) -> str:
    return link.partition("#")[2]


async def furnish(base: str) -> Json:
    """Tables of every kind, and what has to be known to sit down at them again."""
    host, guest = Visitor(base, 1), Visitor(base, 2)
    tables: dict[str, str] = {}

    over = await new_table(host.http, "me", "me", "me", open=True, house={"edition": "czech"})
    tables["over"] = over["table"]
    await host.play(over["table"], MOST_MOVES, undo=0.05)

    joined = await new_table(host.http, "me", "person", clock={"bank_s": 86400, "increment_s": 5})
    tables["joined"] = joined["table"]
    link = secret_of(joined["seats"][1]["link"])
    await guest.http.post("/api/join", json={"secret": link, "name": "Zoë"})
    for _ in range(40):
        await host.play(joined["table"], 3, undo=0.2)
        await guest.play(joined["table"], 3, undo=0.2)

    neutral = await new_table(host.http, "me", "me", house={"neutral": True, "board": "banks"})
    tables["neutral"] = neutral["table"]
    await host.play(neutral["table"], 60, undo=0.1)

    waiting = await new_table(host.http, "me", "person", "person", open=True)
    tables["waiting"] = waiting["table"]
    await guest.post(f"{waiting['table']}/sit", {"seat": 2, "name": "Ola"})
    unused = secret_of(waiting["seats"][1]["link"])

    left = await new_table(host.http, "me", "person")
    tables["left"] = left["table"]
    await guest.http.post("/api/join", json={"secret": secret_of(left["seats"][1]["link"])})
    await host.play(left["table"], 5)
    await guest.post(f"{left['table']}/leave", {})

    bots = await new_table(host.http, "me", "random")
    tables["bots"] = bots["table"]
    while (await host.http.get(f"/api/tables/{bots['table']}")).json()["round"] < 2:
        await host.play(bots["table"], 1)
    while not (await host.http.get(f"/api/tables/{bots['table']}/view")).json()["legal"]:
        await asyncio.sleep(0.01)

    given_up = await new_table(host.http, "me", "me")
    tables["abandoned"] = given_up["table"]
    await host.play(given_up["table"], 20)
    await host.http.post(f"/api/tables/{given_up['table']}/abandon")

    record = (await host.http.get(f"/api/tables/{over['table']}/record")).json()
    kept = (await host.http.post("/api/records", json=record)).json()["id"]
    branch = await new_table(host.http, "me", "me", "me", record_id=kept, from_move=200)
    tables["branch"] = branch["table"]
    await host.play(branch["table"], 10)

    token = (await host.http.post("/api/bot/tokens", json={"name": "Bot"})).json()["token"]
    told: dict[str, Any] = {}
    for name, table in tables.items():
        path = f"/api/tables/{table}"
        told[name] = {
            "summary": (await host.http.get(path)).json(),
            "views": [(await v.http.get(f"{path}/view")).json() for v in (host, guest)],
            "since": (await host.http.get(f"{path}/since/0")).json()["events"],
            "record": (await host.http.get(f"{path}/record")).json(),
        }
    return {"tables": tables, "told": told, "sessions": [host.cookie, guest.cookie],
            "link": link, "unused": unused, "record": kept, "token": token}  # fmt: skip


async def make(source: Path, target: Path) -> None:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "old.db"
        server = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "rialto.cli.main", "serve", "--port", str(port), "--db", str(db),
            cwd=folder, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(source), "RIALTO_JIT": "0",
                 "RIALTO_BOT_WORKERS": "0", "RIALTO_BOT_PAUSE_MS": "0",
                 "RIALTO_REQUESTS_PER_SECOND": "100000"},
        )  # fmt: skip
        assert server.stdout is not None
        await server.stdout.readline()
        told = await furnish(f"http://127.0.0.1:{port}")
        server.send_signal(signal.SIGTERM)
        await server.wait()
        with closing(sqlite3.connect(db)) as store:
            store.execute("VACUUM")
            told["schema"] = store.execute("PRAGMA user_version").fetchone()[0]
        target.parent.mkdir(exist_ok=True)
        for kind, body in (("db", db.read_bytes()), ("json", json.dumps(told).encode())):
            packed = lzma.compress(body, preset=9)
            target.with_name(f"{target.name}.{kind}.xz").write_bytes(packed)
            print(f"{kind}: {len(body)} bytes, packed {len(packed)}")


if __name__ == "__main__":
    asyncio.run(make(Path(sys.argv[1]).resolve(), Path(sys.argv[2])))
