"""What a review costs the live tables: how long a move waits for its acknowledgement while a game
is reviewed, and without, by turns (`python -m tests.server.speed reviews`)."""

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

import httpx2 as httpx

from tests.server.load import ROOT, open_games, server, sit_down, yardstick_ms
from tests.server.thin import Seat, Tally

DELAY_MS = 50
"""Nobody notices."""
SEATS = 4
RECORD = ROOT / "tests" / "replays" / "4-players-standard-banks.json"
ONE_WORKER = {"RIALTO_BOT_WORKERS": "1"}
LOOK_S = 0.5
"""Between two looks at how far the review is, as the page does."""


async def reviews(tables: int, rate: int, rounds: int, mode: str) -> dict[str, Any]:
    """Each review is followed by as long a time without one, at the same tables."""
    loud, quiet, took = Tally(), Tally(), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        async with (
            server(Path(folder) / "reviews.db", mode, None, **ONE_WORKER) as there,
            AsyncExitStack() as stack,
        ):
            base = f"http://127.0.0.1:{there.port}"
            browser = await stack.enter_async_context(httpx.AsyncClient(base_url=base, timeout=60))
            await review(browser, -1)  # compiles what is not compiled yet
            company = [
                await sit_down(*made, [there.port] * SEATS, Tally(), f"t{t}")
                for t, made in enumerate(await open_games(there, tables, SEATS))
            ]
            yard = [yardstick_ms()]
            for n in range(rounds):
                began = time.monotonic()
                reviewing = asyncio.create_task(review(browser, n))
                await play(company, rate, loud, reviewing.done)
                await reviewing
                took.append(time.monotonic() - began)
                until = time.monotonic() + took[-1]
                await play(company, rate, quiet, lambda: time.monotonic() >= until)  # noqa: B023
                yard.append(yardstick_ms())
    return {
        "tables": tables,
        "moves_per_s_wanted": rate,
        "review_s": [round(s) for s in took],
        "with_a_review": told(loud),
        "without": told(quiet),
        "yardstick_ms": [round(ms) for ms in yard],
        "kept": not loud.bad
        and not quiet.bad
        and waits(loud, 0.95) - waits(quiet, 0.95) <= DELAY_MS,
    }


async def review(browser: httpx.AsyncClient, n: int) -> None:
    """A game is brought and reviewed for all seats. Other names: one that was not reviewed yet."""
    record = json.loads(RECORD.read_text("utf-8"))
    saved = await browser.post("/api/records", json={**record, "names": [f"{n}"] * SEATS})
    path = f"/api/records/{saved.json()['id']}/review"
    state = (await browser.post(path, json={"mode": "quick"})).json()
    while state["stage"] != "done":
        assert state["stage"] in ("waiting", "working"), state
        await asyncio.sleep(LOOK_S)
        state = (await browser.get(path)).json()


async def play(
    company: list[list[Seat]], rate: int, tally: Tally, enough: Callable[[], bool]
) -> None:
    """One table after the other, so many moves a second; what is sent is counted there."""
    for seat in (seat for seats in company for seat in seats):
        seat.tally = tally
    began, done, turns = time.monotonic(), 0, cycle(company)
    while not enough():
        due = int((time.monotonic() - began) * rate) - done
        for seats in (next(turns) for _ in range(due)):
            any(seat.play() for seat in seats)
        done += due
        await asyncio.sleep(0.005)
    while tally.acked + len(tally.bad) < tally.moves:
        await asyncio.sleep(0.005)


def waits(tally: Tally, part: float) -> float:
    return sorted(tally.waits_ms)[int((len(tally.waits_ms) - 1) * part)]


def told(tally: Tally) -> dict[str, Any]:
    return {
        "moves": tally.acked,
        "refused": tally.bad[:3],
        "ack_ms_median": round(statistics.median(tally.waits_ms), 1),
        "ack_ms_p95": round(waits(tally, 0.95), 1),
        "ack_ms_worst": round(waits(tally, 1.0), 1),
    }
