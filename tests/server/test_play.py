"""A whole game over a real WebSocket."""

import random
from pathlib import Path

import pytest

from rialto.server.store import Place
from tests.server.live import Player, new_table, serving, settings


@pytest.mark.parametrize("seats", [("me", "random"), ("me", "random", "random", "random")])
async def test_a_whole_game_against_bots(
    tmp_path: Path, where: Place, seats: tuple[str, ...]
) -> None:
    async with serving(settings(tmp_path, db=where)) as live, live.browser() as browser:
        made = await new_table(browser, *seats)
        async with live.socket(browser, made["table"]) as ws:
            me = Player(ws)
            await me.receive()
            await me.play_to_the_end(random.Random(1))
        assert me.view["status"] == "over"
        assert sorted(me.view["ranking"]) == list(range(len(seats)))
        assert [e["version"] for e in me.events] == sorted(e["version"] for e in me.events)
        record = (await browser.get(f"/api/tables/{made['table']}/record")).json()
        assert record["result"]["ranking"] == me.view["ranking"]
