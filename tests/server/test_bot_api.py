"""Programs at the table: tokens, ND-JSON streams, the documented client; bots in workers."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE_S
from tests.server.live import Player, new_table, serving, settings
from tests.server.test_tables import ok, problem, secret_of


async def token_for(browser: Any, name: str = "Bot") -> dict[str, str]:
    body = await ok(browser.post("/api/bot/tokens", json={"name": name}), 201)
    return {"authorization": f"Bearer {body['token']}"}


async def test_the_documented_client_plays_a_whole_game(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "person", "random")
        secret = secret_of(made["seats"][0]["link"])
        program = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "rialto.server.example_bot", live.base, secret,
            stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip
        said, _ = await asyncio.wait_for(program.communicate(), 60)
        assert program.returncode == 0
        table = live.hall.tables[made["table"]]
        assert table.status == "over"
        assert said.decode().strip() == f"ranking: {table.game.ranking}"


async def test_the_stream_tells_of_turns_and_keeps_alive(tmp_path: Path) -> None:
    given = settings(tmp_path, keep_alive_s=0.1)
    async with serving(given) as live, live.browser() as host, live.browser() as program:
        headers = await token_for(program)
        made = await new_table(host, "person", "me")
        secret = secret_of(made["seats"][0]["link"])
        async with program.stream("GET", "/api/bot/stream", headers=headers) as stream:
            assert stream.headers["content-type"].startswith("application/x-ndjson")
            lines = stream.aiter_lines()
            assert await anext(lines) == ""
            await ok(program.post("/api/join", json={"secret": secret}, headers=headers))
            told = [json.loads(line) async for line in take(lines, 1)]
            assert told == [{"type": "start", "table": made["table"], "seat": 0}]
            table = live.hall.tables[made["table"]]
            n = 0
            while 0 not in table.game.to_move:
                n += 1
                move = table.game.legal(1)[0].text
                await table.submit(1, f"host-{n:05d}", table.version, [move])
            told = [json.loads(line) async for line in take(lines, 1)]
            assert told == [
                {"type": "turn", "table": made["table"], "seat": 0, "version": table.version}
            ]
            await table.abandon()
            told = [json.loads(line) async for line in take(lines, 1)]
            assert told == [{"type": "finish", "table": made["table"], "seat": 0}]


async def take(lines: Any, n: int) -> Any:
    """The next n lines that say something."""
    while n:
        async with asyncio.timeout(PATIENCE_S):
            line = await anext(lines)
        if line:
            n -= 1
            yield line


async def test_only_tokens_that_we_gave_are_good(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        await problem(browser.get("/api/bot/stream"), 401, "token_needed")
        for wrong in ("rialto_" + "A" * 22, "x"):
            headers = {"authorization": f"Bearer {wrong}"}
            await problem(browser.get("/api/mine", headers=headers), 401, "token_needed")


async def test_a_move_that_is_not_legal_is_refused_with_its_rule(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        headers = await token_for(browser)
        made = await new_table(browser, "person", "person")
        path = f"/api/bot/tables/{made['table']}/move"
        for link in made["seats"]:
            body = {"secret": secret_of(link["link"])}
            await ok(browser.post("/api/join", json=body, headers=headers))
        answer = await browser.post(path, json={"move": "build green-4"}, headers=headers)
        assert answer.status_code == 409
        assert answer.json()["rule"] == "S6"
        assert answer.json()["refusal"] == "not_a_start_building"


async def test_bots_think_in_workers(tmp_path: Path) -> None:
    """A level for people, asked in a process of its own: the plain one, without compiling."""
    given = settings(tmp_path, bot_workers=1, bot_think_ms=50)
    async with serving(given) as live, live.browser() as browser:
        live.hall.services.bots._compiled[0].start = asyncio.Event().wait  # never ready
        made = await new_table(browser, "me", "gondolier")
        async with live.socket(browser, made["table"]) as ws:
            player = Player(ws)
            await player.receive()
            for _ in range(6):
                while not player.view["legal"]:
                    await player.receive(60)
                answer = await player.play(player.view["legal"][0]["move"])
                await player.see(answer["version"])
        metrics = live.metrics()
    assert 'rialto_bot_moves_total{level="gondolier"}' in metrics
    assert "rialto_bot_failures_total 0.0" in metrics
