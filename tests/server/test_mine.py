"""A name that stays: results, a code for another device, devices that are signed out."""

import base64
import sqlite3
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from websockets.exceptions import ConnectionClosed

from rialto.server.auth import Secrets
from rialto.server.keeping.devices import code_hash, new_code
from rialto.server.keeping.results import results
from rialto.server.store import KeptSeat, KeptTable, Result
from rialto.server.web.device_names import device_name
from tests.server.live import Live, Player, new_table, serving, settings

ANNA, BEN = b"anna", b"ben"


def over(n: int, ranking: list[int], totals: list[int], **given: Any) -> KeptTable:
    plain: dict[str, Any] = {
        "seats": [
            KeptSeat("person", None, "Anna"),
            KeptSeat("person", None, f"Ben {n}"),
            KeptSeat("bot", "merchant", "Chiara"),
        ],
        "holders": {ANNA: {0}, BEN: {1}},
        "status": "over",
        "result": Result(totals, ranking, [[t - 3, 1, 1, 1] for t in totals]),
    }
    return KeptTable(
        id=f"t{n}", created=n, updated=n, rules=1, open=False, host=ANNA, setup={},
        **{**plain, **given},
    )  # fmt: skip


def test_results_add_up() -> None:
    """Newest first: won, won, lost, won; the last of Ben's names is the one he has now."""
    tables = [
        over(4, [0, 1, 2], [60, 50, 40]),
        over(3, [0, 2, 1], [51, 40, 50]),
        over(2, [1, 2, 0], [30, 60, 50]),
        over(1, [0, 1, 2], [59, 50, 40]),
        over(0, [0, 1], [99, 98], holders={ANNA: {0, 1}}),
        over(9, [0, 1], [99, 98], status="running"),
    ]
    told = results(tables, ANNA)
    assert (told.games, told.won, told.streak, told.best_streak) == (4, 3, 2, 2)
    assert told.mean_points == 50.0
    against = {(r.bot, r.name): (r.games, r.ahead) for r in told.against}
    assert against == {(None, "Ben 4"): (4, 3), ("merchant", "Chiara"): (4, 3)}
    assert told.parts is not None
    assert (told.parts.during, told.parts.districts) == (47.0, 1.0)


def test_games_from_before_parts_were_kept_count_without_them() -> None:
    told = results([over(1, [0, 1, 2], [9, 8, 7], result=Result([9, 8, 7], [0, 1, 2]))], ANNA)
    assert (told.games, told.parts) == (1, None)


def test_a_code_has_128_bits_and_is_the_same_however_it_is_typed() -> None:
    code = new_code(Secrets(lambda n: bytes(range(n))))
    letters = code.replace("-", "").upper()
    assert base64.b32decode(letters + "======") == bytes(range(16))
    assert code_hash(code) == code_hash(f" {letters[:9]} {letters[9:]}")
    assert code_hash(code) != code_hash(code[:-1] + "b")


@pytest.mark.parametrize(
    ("said", "name"),
    [
        (
            "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
            "Firefox, Linux",
        ),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18) Version/18 Safari/604", "Safari, iPhone"),
        ("<script>", ""),
    ],
)
def test_a_device_is_called_by_its_maker_alone(said: str, name: str) -> None:
    assert device_name(said) == name


async def make_code(browser: httpx.AsyncClient) -> str:
    answer = await browser.post("/api/me/code", json={})
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code"])


async def enter(browser: httpx.AsyncClient, code: str) -> httpx.Response:
    return await browser.post("/api/me/enter", json={"code": code})


async def tables_of(browser: httpx.AsyncClient) -> set[str]:
    return {table["table"] for table in (await browser.get("/api/mine")).json()["tables"]}


async def notices(live: Live, table: str) -> list[str]:
    return [notice.code for notice in (await live.hall.get(table)).notices]


async def test_a_code_carries_everything_over(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as old, live.browser() as new:
        made = (await new_table(old, "me", "random"))["table"]
        brought = (await new_table(new, "me", "random"))["table"]
        code = await make_code(old)
        assert (await enter(new, code)).status_code == 200
        assert await tables_of(old) == await tables_of(new) == {made, brought}
        assert (await notices(live, made))[-1] == "device"
        assert (await notices(live, brought))[-1] == "device"
        async with live.socket(new, made) as ws:
            player = Player(ws)
            await player.receive()
            assert player.view["seat"] == 0
        stored = (tmp_path / "rialto.db").read_bytes() + (tmp_path / "rialto.db-wal").read_bytes()
        assert code.encode() not in stored
        assert code.replace("-", "").encode() not in stored


async def test_wrong_used_and_withdrawn_codes_change_nothing(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as old, live.browser() as new:
        await new_table(old, "me", "random")
        wrong = new_code(Secrets())
        assert (await enter(new, wrong)).json()["error"] == "no_code"
        first = await make_code(old)
        second = await make_code(old)
        assert (await enter(new, first)).json()["error"] == "no_code", "there is one code"
        withdrawn = (await old.post("/api/me/code/withdraw", json={})).json()
        assert withdrawn["code"] is None
        assert (await enter(new, second)).json()["error"] == "no_code"
        third = await make_code(old)
        assert (await enter(new, third)).status_code == 200
        async with live.browser() as late:
            assert (await enter(late, third)).json()["error"] == "code_used"
            assert await tables_of(late) == set()
            assert (await late.get("/api/me/devices")).json()["error"] == "no_person"
        for bad in ("", "x" * 25, "1" * 26, "a" * 61, "é" * 26):
            assert (await enter(new, bad)).status_code == 422


async def test_one_owns_code_is_not_used_up(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as old:
        await new_table(old, "me", "random")
        await make_code(old)
        code = await make_code(old)
        assert (await enter(old, code)).json()["code"] is not None


async def test_a_device_is_signed_out(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as old, live.browser() as new:
        made = (await new_table(old, "me", "random"))["table"]
        await enter(new, await make_code(old))
        listed = (await old.get("/api/me/devices")).json()["devices"]
        assert [d["here"] for d in listed].count(True) == 1
        other = next(d["device"] for d in listed if not d["here"])
        async with live.socket(new, made) as ws:
            player = Player(ws)
            await player.receive()
            left = (await old.post("/api/me/signout", json={"device": other})).json()
            assert len(left["devices"]) == 1
            with pytest.raises(ConnectionClosed):
                while True:
                    await player.receive()
        assert await tables_of(new) == set()
        again = await old.post("/api/me/signout", json={"device": other})
        assert again.json()["error"] == "no_device"


async def test_codes_are_rate_limited(tmp_path: Path) -> None:
    given = settings(tmp_path, codes_per_minute=3)
    async with serving(given) as live, live.browser() as browser:
        tried = [(await enter(browser, new_code(Secrets()))).status_code for _ in range(5)]
        assert tried == [404, 404, 404, 429, 429]


async def test_who_is_forgotten_leaves_no_code(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as old, live.browser() as new:
        await new_table(old, "me", "random")
        code = await make_code(old)
        await old.post("/api/me/forget", json={})
        assert (await enter(new, code)).json()["error"] == "no_code"
    with sqlite3.connect(tmp_path / "rialto.db") as db:
        assert db.execute("SELECT count(*) FROM codes").fetchone() == (0,)
    db.close()
