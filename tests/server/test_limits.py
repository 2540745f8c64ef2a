"""What is limited, by household and by table, and what is not waited for (D10, D11)."""

import asyncio
import json
import threading
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from rialto.server.auth import Who
from rialto.server.limits import household
from rialto.server.store import Entry
from rialto.server.store.sqlite_store import SqliteStore
from rialto.server.web import streams
from tests.server import bare
from tests.server.live import Live, new_table, serving, settings
from tests.server.test_tables import finished_table, ok, problem


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("?", "?", True),
    ],
)
def test_a_network_of_one_customer_counts_as_one(one: str, other: str, same: bool) -> None:
    assert (household(one) == household(other)) == same


async def test_tables_are_limited_by_household(tmp_path: Path) -> None:
    """D10: an IPv6 customer has more addresses than anybody can count."""
    given = settings(tmp_path, creations_per_minute=3)
    async with serving(given) as live, live.browser() as browser:
        body = {"seats": [{"kind": "me"}] * 2}
        codes = []
        for n in range(5):
            headers = {"x-forwarded-for": f"2001:db8::{n:x}"}
            answer = await browser.post("/api/tables", json=body, headers=headers)
            codes.append(answer.status_code)
        assert codes == [201, 201, 201, 429, 429]
        elsewhere = {"x-forwarded-for": "2001:db8:0:1::1"}
        assert (await browser.post("/api/tables", json=body, headers=elsewhere)).status_code == 201


async def test_pages_and_files_have_a_rate(tmp_path: Path) -> None:
    given = settings(tmp_path, files_per_second=1)
    async with serving(given) as live, live.browser() as browser:
        for path in ("/openapi.json", "/", "/t/x", "/icon.svg"):
            codes = await asyncio.gather(*(browser.get(path) for _ in range(30)))
            assert 429 in {answer.status_code for answer in codes}, path
        assert (await browser.get("/api/tables")).status_code == 200


# ── those who play come before those who watch ──


async def test_spectators_do_not_take_a_players_place(tmp_path: Path) -> None:
    """D10: strangers fill a table; who has a seat there comes in all the same."""
    given = settings(tmp_path, most_sockets_per_table=3, most_sockets=7)
    async with AsyncExitStack() as stack:
        live: Live = await stack.enter_async_context(serving(given))
        host = await stack.enter_async_context(live.browser())
        made = await new_table(host, "me", "me")
        other = await new_table(host, "me", "me")

        async def watches(table: str) -> int | None:
            ws = await stack.enter_async_context(live.socket(None, table))
            try:
                await ws.recv()
            except Exception:
                return int(ws.close_code)
            return None

        assert [await watches(made["table"]) for _ in range(4)] == [None] * 3 + [4429]
        assert [await watches(other["table"]) for _ in range(3)] == [None] * 2 + [4429]
        for seat in (0, 1):
            ws = await stack.enter_async_context(live.socket(host, made["table"], f"?seat={seat}"))
            assert json.loads(await ws.recv())["view"]["seat"] == seat


# ── half-sent requests ──


async def half_sent(port: int, text: bytes) -> bytes:
    """What comes back until the server closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text)
    async with asyncio.timeout(30):
        answer = await reader.read()
    writer.close()
    return answer


HEAD = b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@pytest.mark.parametrize("text", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: localhost\r\nX: "])
async def test_a_head_that_does_not_come_is_not_waited_for(tmp_path: Path, text: bytes) -> None:
    """D10: half-sent requests held connections for as long as anybody liked."""
    async with serving(settings(tmp_path, head_s=0.2)) as live:
        assert await half_sent(live.port, text) == b""


async def test_nor_is_the_second_head_of_a_connection(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, head_s=0.2)) as live:
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        async with asyncio.timeout(30):
            assert await reader.readuntil(b'{"status":"ok"}')
            writer.write(b"GET /healthz HT")
            assert await reader.read() == b""
        writer.close()


async def test_what_has_come_is_not_closed_for_it(tmp_path: Path) -> None:
    """Sockets, and connections of a proxy, on which the next request may take its time."""
    async with serving(settings(tmp_path, head_s=1)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n"
        reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
        async with live.socket(browser, made["table"], "?seat=0") as ws, asyncio.timeout(30):
            await ws.recv()
            writer.write(ask)
            assert await reader.readuntil(b'{"status":"ok"}')
            assert await half_sent(live.port, b"GET / HT") == b"", "its time is over"
            writer.write(ask)
            assert await reader.readuntil(b'{"status":"ok"}')
            await ws.send('{"type":"ping"}')
            assert json.loads(await ws.recv())["type"] == "pong"
        writer.close()


async def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, body_s=0.2)) as live:
        answer = await half_sent(live.port, HEAD + b'Content-Length: 99\r\n\r\n{"sec')
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"too_slow"' in answer


async def test_a_stream_outlives_the_limit_for_bodies(tmp_path: Path) -> None:
    given = settings(tmp_path, body_s=2, head_s=2, keep_alive_s=0.6)
    async with serving(given) as live, live.browser() as program:
        token = (await ok(program.post("/api/bot/tokens", json={"name": "Bot"}), 201))["token"]
        headers = {"authorization": f"Bearer {token}"}
        async with program.stream("GET", "/api/bot/stream", headers=headers) as stream:
            lines = stream.aiter_lines()
            assert [await anext(lines) for _ in range(5)] == [""] * 5


# ── records ──


async def test_a_record_is_kept_without_what_is_none_of_it(tmp_path: Path) -> None:
    """D10, D12: long names made replays of 80 MB, anything was kept under an unknown key, and half
    a character could be stored and not be read."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await finished_table(live, browser)
        record = await ok(browser.get(f"/api/tables/{made['table']}/record"))
        for change, where in (
            ({"names": ["x" * 480, "y"]}, "names.0"),
            ({"names": ["<b>", "y"]}, "names.0"),
            ({"names": ["\ud800", "y"]}, "names.0"),
            ({"luggage": "x" * 1000}, "luggage"),
            ({"moves": record["moves"] * 20}, "moves"),
            ({"moves": ["\udc00", *record["moves"][1:]]}, "moves.0"),
        ):
            body = json.dumps({**record, **change})
            kind = {"content-type": "application/json"}
            sent = browser.post("/api/records", content=body, headers=kind)
            assert where in await problem(sent, 409, "bad_record")
            begin = f'{{"seats":[{{"kind":"me"}},{{"kind":"me"}}],"record":{body}}}'
            sent = browser.post("/api/tables", content=begin, headers=kind)
            assert where in await problem(sent, 409, "bad_record")
        kept = await ok(browser.post("/api/records", json=record), 201)
        assert await ok(browser.get(f"/api/records/{kept['id']}")) == record


async def test_long_names_from_before_are_shown_shortened(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await finished_table(live, browser)
        record = await ok(browser.get(f"/api/tables/{made['table']}/record"))
        changes = live.hall.services.store.transaction()
        body = json.dumps({**record, "names": ["x" * 4800, "y"]}).encode()
        changes.keep_record("old", live.hall.services.now(), body)
        await changes.commit()
        replay = await ok(browser.get("/api/records/old/replay"))
        assert replay["names"] == ["x" * 24, "y"]


# ── the store fails ──


def stuck_store(db: Path) -> tuple[SqliteStore, threading.Event]:
    """One whose commits wait until they are let go on."""
    go_on = threading.Event()
    go_on.set()

    def probe(point: str) -> None:
        if point == "before-append":
            go_on.wait(30)

    return SqliteStore(db, probe=probe), go_on


async def test_ready_means_that_it_can_write(tmp_path: Path) -> None:
    """D11: it said so while every write waited for ever."""
    given = settings(tmp_path, write_s=3)
    store, go_on = stuck_store(tmp_path / "rialto.db")
    async with serving(given, store=store) as live, live.browser() as browser:
        assert (await ok(browser.get("/readyz")))["status"] == "ready"
        go_on.clear()
        live.hall.services._proof = None
        await problem(browser.get("/readyz"), 503, "store_failed")
        go_on.set()
        live.hall.services._proof = None
        assert (await ok(browser.get("/readyz")))["status"] == "ready"


async def test_a_write_that_takes_too_long_is_not_waited_for(tmp_path: Path) -> None:
    """Nobody knows then what is on disk, so the table is loaded from there; sent again, the move
    is played once."""
    given = settings(tmp_path, write_s=3)
    store, go_on = stuck_store(tmp_path / "rialto.db")
    async with serving(given, store=store) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        table = live.hall.tables[made["table"]]
        seat = table.game.to_move[0]
        command = {"move_id": "slow-move", "version": table.version, "seat": seat,
                   "moves": [table.game.legal(seat)[0].text]}  # fmt: skip
        path = f"/api/tables/{made['table']}/command"
        go_on.clear()
        await problem(browser.post(path, json=command), 503, "store_failed")
        go_on.set()
        await live.hall.services.prove()
        done = await ok(browser.post(path, json=command))
        entries = await store.entries(made["table"])
        assert done["version"] == len(entries)
        assert [e.move_id for e in entries if e.move_id] == ["slow-move"]


# ── programs ──


async def program(live: Live, browser: Any) -> dict[str, str]:
    token = (await ok(browser.post("/api/bot/tokens", json={"name": "Bot"}), 201))["token"]
    return {"authorization": f"Bearer {token}"}


async def test_a_slow_program_misses_nothing_that_still_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D12: lines were dropped without a word."""
    monkeypatch.setattr(streams, "MOST_WAITING", 2)
    with bare.hall(tmp_path) as hall:
        assert bare.ME.key is not None
        async with streams.Stream(hall, Who(bare.ME.key, program=True)) as stream:
            tables = [await bare.table(hall, "me", "me") for _ in range(4)]
            await tables[1].abandon()
            wanted = {
                *((t.id, p, "start") for t in tables if t is not tables[1] for p in (0, 1)),
                *((t.id, t.game.to_move[0], "turn") for t in tables if t is not tables[1]),
                *((tables[1].id, p, "finish") for p in (0, 1)),
            }
            told = set[tuple[str, int, str]]()
            async with asyncio.timeout(30):
                while not wanted <= told:
                    line = json.loads(await stream.next() or b"")
                    told.add((line["table"], line["seat"], line["type"]))


async def test_one_game_that_cannot_be_read_does_not_end_the_stream_of_all(tmp_path: Path) -> None:
    with bare.hall(tmp_path) as hall:
        assert bare.ME.key is not None
        bad, good = [await bare.table(hall, "me", "me") for _ in range(2)]
        changes = hall.services.store.transaction()
        changes.append(bad.id, [Entry(bad.version, 0, "move", 0, "juggle", 0, None)])
        await changes.commit()
        hall.tables.clear()
        async with streams.Stream(hall, Who(bare.ME.key, program=True)) as stream:
            told = json.loads(await stream.next() or b"")
        assert told["table"] == good.id


async def test_tokens_are_bounded(tmp_path: Path) -> None:
    async with serving(settings(tmp_path, most_tokens=1)) as live, live.browser() as browser:
        await program(live, browser)
        more = browser.post("/api/bot/tokens", json={"name": "Bot"})
        await problem(more, 503, "too_many_tokens")
