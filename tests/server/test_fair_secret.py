"""The secret of a shuffle shows in nothing that a waiting table sends."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from rialto.fair.protocol import SIZE
from rialto.server.table import shuffle
from tests.server.fair_company import LATE_MS, Clock, Company, opens, post, seal
from tests.server.live import new_table, serving, settings
from tests.server.test_tables import ok
from tests.server.twins import secretive


async def test_what_a_waiting_table_shows_does_not_depend_on_the_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Free seats, sealed numbers, one of them open, one late, and another attempt."""
    monkeypatch.setattr(shuffle, "commitment_to", lambda *of: b"c" * SIZE)
    told: list[list[bytes]] = []
    for secret in (b"1" * SIZE, b"2" * SIZE):
        clock = Clock()
        made = secretive(secret)
        folder = tmp_path / secret.decode()[0]
        folder.mkdir()
        async with AsyncExitStack() as stack:
            live = await stack.enter_async_context(
                serving(settings(folder), secrets=made, now=lambda: 0, ticks=clock)
            )
            told.append(await waiting_bytes(Company(live, stack, clock)))
    assert told[0] == told[1]


async def waiting_bytes(company: Company) -> list[bytes]:
    seen: list[bytes] = []
    anna, bruno = await company.browser(), await company.browser()
    made = await new_table(anna, "me", "person", open=True, seal=seal("Anna"))
    path = f"/api/tables/{made['table']}"

    async def look() -> None:
        for what in ("", "/view", "/since/0", "/fair", "/record"):
            seen.append((await bruno.get(f"{path}{what}")).content)

    await look()
    await ok(bruno.post(f"{path}/sit", json={"seal": seal("Bruno")}))
    await look()
    await opens(bruno, made["table"], "Bruno")
    await look()
    company.clock.ms = LATE_MS
    await look()
    await post(bruno, made["table"], "anew")
    await look()
    assert len(set(seen)) > 10, "there was something to see"
    return seen
