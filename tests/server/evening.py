"""A host and two friends at a private table, and a clock that the test turns."""

from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from tests.server.live import Json, Live, Player, new_table, serving, settings
from tests.server.test_seats import join, view
from tests.server.test_tables import ok

MINUTE = 60_000


class Times:
    """A wall clock that the test turns."""

    def __init__(self) -> None:
        self.now = 1_000_000_000

    def __call__(self) -> int:
        return self.now


class Evening:
    """A host and two friends at a private table of three, in three browsers."""

    def __init__(self, live: Live, browsers: list[Any], made: Json, times: Times) -> None:
        self.live, self.made, self.times = live, made, times
        self.anna, self.ben, self.cleo = browsers
        self.path = f"/api/tables/{made['table']}"

    @property
    def table(self) -> Any:
        return self.live.hall.tables[self.made["table"]]

    async def open(self, browser: Any) -> Player:
        player = Player(await self.live.socket(browser, self.made["table"]))
        await player.receive()
        return player

    async def propose(self, browser: Any, kind: str, seat: int | None = None) -> None:
        body = {"kind": kind} | ({} if seat is None else {"seat": seat})
        await ok(browser.post(f"{self.path}/propose", json=body))

    async def answer(self, browser: Any, yes: bool, **more: Any) -> None:
        [asked] = await self.asked()
        await ok(browser.post(f"{self.path}/answer", json={"n": asked["n"], "yes": yes, **more}))

    async def asked(self) -> list[Json]:
        proposals: list[Json] = (await view(self.anna, self.path))["proposals"]
        return proposals


async def seat_three(stack: AsyncExitStack, tmp_path: Path, **given: Any) -> Evening:
    times = Times()
    live = await stack.enter_async_context(serving(settings(tmp_path), now=times))
    browsers = [await stack.enter_async_context(live.browser()) for _ in range(3)]
    made = await new_table(browsers[0], "me", "person", "person", **given)
    for browser, seat, name in zip(browsers[1:], made["seats"][1:], ("Ben", "Cleo"), strict=True):
        await join(browser, seat["link"], name)
    return Evening(live, browsers, made, times)
