"""`rialto serve --workers`: one port, several processes, one truth."""

import asyncio
import os
import random
import signal
from pathlib import Path

import httpx2 as httpx
import psutil

from rialto.server.store import Url
from tests.patience import PATIENCE_S
from tests.server.live import new_table
from tests.server.test_serve import rialto, said, started

LIMITS = {"RIALTO_REQUESTS_PER_SECOND": "100000", "RIALTO_LOG_LEVEL": "warning"}


async def several(folder: Path, url: Url, n: int) -> asyncio.subprocess.Process:
    words = ("serve", "--port", "0", "--workers", str(n))
    return await rialto(folder, *words, RIALTO_DB=url.secret, **LIMITS)


def workers_of(parent: int) -> list[int]:
    return [child.pid for child in psutil.Process(parent).children()]


async def play(base: str, cookies: httpx.Cookies, table: str, moves: int) -> None:
    """Each request by a line of its own, so that any worker may get it."""
    rng = random.Random(5)
    for n in range(moves):
        async with httpx.AsyncClient(base_url=base, cookies=cookies, timeout=PATIENCE_S) as one:
            view = (await one.get(f"/api/tables/{table}/view")).json()
        async with httpx.AsyncClient(base_url=base, cookies=cookies, timeout=PATIENCE_S) as other:
            move = {"move_id": f"move-{view['version']:06d}-{n}", "version": view["version"],
                    "seat": view["seat"], "moves": [rng.choice(view["legal"])["move"]]}  # fmt: skip
            answer = await other.post(f"/api/tables/{table}/command", json=move)
        assert answer.status_code == 200 and answer.json()["version"] > view["version"], answer.text


async def test_workers_share_a_port_and_are_replaced(tmp_path: Path, url: Url) -> None:
    server = await several(tmp_path, url, 2)
    base = await started(server)
    async with httpx.AsyncClient(base_url=base, timeout=PATIENCE_S) as browser:
        made = await new_table(browser, "me", "me")
        cookies = browser.cookies
    await play(base, cookies, made["table"], 12)
    before = workers_of(server.pid)
    assert len(before) == 2
    os.kill(before[0], signal.SIGKILL)
    async with asyncio.timeout(PATIENCE_S):
        while before[0] in workers_of(server.pid) or len(workers_of(server.pid)) < 2:
            await asyncio.sleep(0.05)
    await play(base, cookies, made["table"], 4)
    after = workers_of(server.pid)
    server.send_signal(signal.SIGTERM)
    code, _, err = await said(server)
    assert (code, "a worker has ended" in err, "Traceback" in err) == (0, True, False)
    assert not any(psutil.pid_exists(pid) for pid in after)


async def test_workers_end_with_their_parent(tmp_path: Path, url: Url) -> None:
    server = await several(tmp_path, url, 1)
    await started(server)
    (worker,) = workers_of(server.pid)
    server.kill()
    await server.wait()
    async with asyncio.timeout(PATIENCE_S):
        while psutil.pid_exists(worker):
            await asyncio.sleep(0.05)


async def test_workers_on_a_file_are_refused_in_a_line(tmp_path: Path) -> None:
    for words, why in (
        (("--db", "mine.db"), "--workers needs postgresql://"),
        (("--db", "postgresql://nobody@127.0.0.1:1/none"), "refused"),
    ):
        code, _, err = await said(
            await rialto(tmp_path, "serve", "--port", "0", "--workers", "2", *words)
        )
        assert (code, why in err, err.count("\n")) == (2, True, 1), err
    assert not (tmp_path / "mine.db").exists()
