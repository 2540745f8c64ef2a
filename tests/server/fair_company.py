"""People with browsers of their own who shuffle together at a real server."""

import asyncio
import hashlib
import random
from contextlib import AsyncExitStack
from typing import Any

import httpx2 as httpx

from rialto.fair.protocol import seal_of
from tests.server.live import Json, Live, Player, ids, new_table
from tests.server.test_tables import ok

LATE_MS = 30_000


def number(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()


def seal(name: str) -> str:
    return seal_of(number(name)).hex()


class Clock:
    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms


class Company:
    """A server, and people with browsers of their own."""

    def __init__(self, live: Live, stack: AsyncExitStack, clock: Clock) -> None:
        self.live, self.clock, self._stack = live, clock, stack

    async def browser(self) -> httpx.AsyncClient:
        return await self._stack.enter_async_context(self.live.browser())

    async def table_of(self, *names: str, **more: Any) -> tuple[str, list[httpx.AsyncClient]]:
        """A table at which all of these sit, each with a sealed number; nothing is opened yet."""
        first = await self.browser()
        made = await new_table(
            first, "me", *["person"] * (len(names) - 1), seal=seal(names[0]), **more
        )
        browsers = [first]
        for name, seat in zip(names[1:], made["seats"][1:], strict=True):
            guest = await self.browser()
            secret = seat["link"].split("#")[1]
            body = {"secret": secret, "name": name, "seal": seal(name)}
            await ok(guest.post("/api/join", json=body))
            browsers.append(guest)
        return made["table"], browsers

    async def status(self, table: str) -> str:
        async with self.live.browser() as anybody:
            told: str = (await ok(anybody.get(f"/api/tables/{table}")))["status"]
            return told

    async def shuffle(self, table: str) -> Json:
        """As everybody sees it."""
        async with self.live.browser() as anybody:
            shown: Json = (await ok(anybody.get(f"/api/tables/{table}/view")))["fair"]
            return shown

    async def play_out(self, table: str, browser: httpx.AsyncClient, seats: int) -> Json:
        """Whoever holds all seats plays to the end; the record."""
        async with AsyncExitStack() as lines:
            players = []
            for seat in range(seats):
                ws = await lines.enter_async_context(
                    self.live.socket(browser, table, f"?seat={seat}")
                )
                players.append(Player(ws, fresh=ids(f"seat-{seat}")))
            rng = random.Random(1)
            await asyncio.gather(*(player.play_to_the_end(rng) for player in players))
        return await ok(browser.get(f"/api/tables/{table}/record"))


async def post(browser: httpx.AsyncClient, table: str, what: str, **body: Any) -> None:
    await ok(browser.post(f"/api/tables/{table}/fair/{what}", json={"attempt": 1, **body}))


async def opens(browser: httpx.AsyncClient, table: str, name: str, **more: Any) -> None:
    await post(browser, table, "open", number=number(name).hex(), **more)
