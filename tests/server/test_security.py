"""The gate: who may ask, from where, how much; and what never leaves the server."""

import asyncio
import io
import json
import logging
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from rialto.server.auth import Secrets, cookie_header, sessions_in
from rialto.server.logs import JsonLines, set_up
from rialto.server.settings import BadSettings, load_settings, own_addresses
from tests.server.live import Player, new_table, serving, settings
from tests.server.test_tables import ok, problem, secret_of

LOGGERS = ("rialto", "uvicorn", "uvicorn.access", "websockets")


async def test_every_answer_has_its_headers(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        for path in ("/", "/healthz", "/api/tables", "/api/nowhere", "/t/anything"):
            headers = (await browser.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy, path
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
            assert headers["x-frame-options"] == "DENY"
        assert (await browser.get("/api/tables")).headers["cache-control"] == "no-store"


async def test_other_names_are_refused(tmp_path: Path) -> None:
    given = settings(tmp_path, hosts=["rialto.example"])
    async with serving(given) as live, live.browser() as browser:
        for name, status in (("rialto.example", 200), ("evil.example", 421), ("", 421)):
            answer = await browser.get("/healthz", headers={"host": name})
            assert answer.status_code == status, name


async def test_other_sites_may_not_write(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        body = {"seats": [{"kind": "me"}] * 2}
        elsewhere = ("https://evil.example", "null", f"http://127.0.0.1:{live.port + 1}")
        for origin in (*elsewhere, "http://[x", "http://[::1", "//"):
            answer = browser.post("/api/tables", json=body, headers={"origin": origin})
            await problem(answer, 403, "wrong_origin")
        own = {"origin": live.base}
        made = await ok(browser.post("/api/tables", json=body, headers=own), 201)
        for wrong in ("https://evil.example", "http://[x"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(
                    f"ws://127.0.0.1:{live.port}/ws/tables/{made['table']}", origin=Origin(wrong)
                )
            assert refused.value.response.status_code == 403


async def test_sizes_and_rates_are_limited(tmp_path: Path) -> None:
    given = settings(tmp_path, body_bytes=2000, creations_per_minute=3, joins_per_minute=2)
    async with serving(given) as live, live.browser() as browser:
        big = {"seats": [{"kind": "me"}] * 2, "position": "x" * 3000}
        await problem(browser.post("/api/tables", json=big), 413, "too_large")

        async def endless() -> Any:
            for _ in range(100):
                yield b"x" * 1000

        await problem(browser.post("/api/tables", content=endless()), 413, "too_large")
        for _ in range(3):
            await new_table(browser, "me", "me")
        body = {"seats": [{"kind": "me"}] * 2}
        await problem(browser.post("/api/tables", json=body), 429, "too_many_requests")
        for status, code in ((404, "no_secret"), (404, "no_secret"), (429, "too_many_requests")):
            guess = browser.post("/api/join", json={"secret": "A" * 22})
            await problem(guess, status, code)
    calm = settings(tmp_path, requests_per_second=2)
    async with serving(calm) as live, live.browser() as browser:
        answers = [(await browser.get("/api/tables")).status_code for _ in range(12)]
        assert answers[:8] == [200] * 8
        assert answers[-1] == 429


async def test_tables_and_sockets_are_bounded(tmp_path: Path) -> None:
    given = settings(tmp_path, most_tables=2, most_sockets_per_table=2, most_records=1)
    async with serving(given) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        await new_table(browser, "me", "me")
        body = {"seats": [{"kind": "me"}] * 2}
        await problem(browser.post("/api/tables", json=body), 503, "too_many_tables")
        sockets = [await live.socket(None, made["table"]) for _ in range(3)]
        for ws in sockets[:2]:
            await ws.recv()
        await sockets[2].wait_closed()
        assert sockets[2].close_code == 4429
        for ws in sockets:
            await ws.close()


def test_the_cookie_is_for_the_server_alone() -> None:
    plain, tls = cookie_header("x" * 22, secure=False), cookie_header("x" * 22, secure=True)
    for word in ("HttpOnly", "SameSite=Lax", "Path=/"):
        assert word in plain
    assert "Secure" not in plain
    assert tls.endswith("; Secure")
    assert plain.startswith("rialto=")
    assert tls.startswith("__Host-rialto=")
    assert list(sessions_in("rialto=" + "a" * 22, "rialto")) == ["a" * 22]
    assert list(sessions_in("rialto=short; xrialto=" + "a" * 22, "rialto")) == []


async def test_secure_cookies_behind_a_proxy_with_tls(tmp_path: Path) -> None:
    """From a trusted proxy the original scheme is believed."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        answer = await browser.post(
            "/api/tables",
            json={"seats": [{"kind": "me"}] * 2},
            headers={"x-forwarded-proto": "https"},
        )
        assert "; Secure" in answer.headers["set-cookie"]
        assert "max-age" in answer.headers["strict-transport-security"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("RIALTO_PRT", "80"), ("RIALTO_PORT", "many"), ("RIALTO_LOG_LEVEL", "loud")],
)
def test_wrong_settings_are_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSettings, match=name):
        load_settings()


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIALTO_PORT", "1234")
    monkeypatch.setenv("RIALTO_JIT", "0")
    assert load_settings().port == 1234
    assert load_settings(port=99).port == 99, "the command line goes before it"


def test_a_home_network_just_works(tmp_path: Path) -> None:
    assert "192.168.1.5" not in settings(tmp_path, host="127.0.0.1").addressed_as()
    assert "192.168.1.5" in settings(tmp_path, host="192.168.1.5").addressed_as()
    assert set(own_addresses()) <= settings(tmp_path, host="0.0.0.0").addressed_as()


class Canary:
    """Entropy that can be recognised."""

    def __init__(self) -> None:
        self.made: list[bytes] = []
        self.rng = random.Random(11)

    def __call__(self, size: int) -> bytes:
        self.made.append(self.rng.randbytes(size))
        return self.made[-1]


@pytest.fixture
def log_lines(monkeypatch: pytest.MonkeyPatch) -> Iterator[io.StringIO]:
    """The logs as `rialto serve` sets them up, at their most talkative."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [(g, list(g.handlers), g.propagate, g.level, g.disabled) for g in loggers]
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    set_up("debug", as_json=True)
    yield written
    for logger, handlers, propagate, level, disabled in before:
        logger.handlers, logger.propagate, logger.disabled = handlers, propagate, disabled
        logger.setLevel(level)


async def test_secrets_appear_only_where_they_are_given(
    tmp_path: Path, log_lines: io.StringIO
) -> None:
    """Everything that leaves the server or is written down is searched for secrets, seeds and
    checksums; each secret is there exactly once, in the answer that gives it."""
    seed = 0x5EED_CA4A_4155_5EED
    heard: list[str] = []
    async with (
        serving(settings(tmp_path), secrets=Secrets(Canary()), seed=lambda: seed) as live,
        live.browser() as host,
        live.browser() as guest,
    ):
        made = await new_table(host, "me", "person")
        secret = secret_of(made["seats"][1]["link"])
        token = (await ok(guest.post("/api/bot/tokens", json={"name": "Bot"}), 201))["token"]
        await ok(guest.post("/api/join", json={"secret": secret}))
        sessions = [next(iter(b.cookies.values())) for b in (host, guest)]
        path = f"/api/tables/{made['table']}"
        table = live.hall.tables[made["table"]]
        checksums = set()
        async with (
            live.socket(host, made["table"]) as one,
            live.socket(guest, made["table"]) as two,
            live.socket(None, made["table"]) as watching,
        ):
            players = [Player(one), Player(two), Player(watching)]
            for player in players:
                await player.receive()
            rng = random.Random(8)
            for n in range(60):
                checksums.add(table.game.checksum())
                seat = table.game.to_move[0]
                await players[seat].see(table.version)
                move = rng.choice(players[seat].view["legal"])["move"]
                await players[seat].ask(
                    type="command", move_id=f"canary-{n:05d}", version=table.version, moves=[move]
                )
            for player in players:
                await player.see(table.version)
                heard += player.frames
        bearer = {"authorization": f"Bearer {token}"}
        for browser in (host, guest):
            for get in (path, f"{path}/view", f"{path}/since/0", f"{path}/record",
                        f"{path}/replay", "/api/mine", "/api/tables", "/api/history",
                        "/version", "/openapi.json"):  # fmt: skip
                heard.append((await browser.get(get)).text)
            heard.append((await browser.get("/api/mine", headers=bearer)).text)
            heard.append((await browser.post("/api/join", json={"secret": secret})).text)
            heard.append((await browser.post("/api/join", json={"secret": secret[:-1] + "!"})).text)
            for link in (f"{live.base}/t/{made['table']}#{secret}", f"#{secret}"):
                heard.append((await browser.post("/api/qr", json={"link": link})).text)
        heard.append(live.metrics())
    assert '"message": "request"' in log_lines.getvalue()
    heard.append(log_lines.getvalue())
    stored = (tmp_path / "rialto.db").read_bytes()
    for hidden in [secret, token, *sessions]:
        assert [text for text in heard if hidden in text] == []
        assert hidden.encode() not in stored
    for number in (str(seed), f"{seed:x}", str(seed % 2**64)):
        assert not any(number in text for text in heard)
    assert len(checksums) > 50
    for text in heard:
        assert not any(c in text for c in checksums)


async def test_a_failure_tells_nothing_of_our_insides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:

        async def fails(name: str) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(live.hall, "get", fails)
        message = await problem(browser.get("/api/tables/x/view"), 500, "internal")
        assert "Zero" not in message


async def test_a_full_disk_is_said_clearly_and_reading_goes_on(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        path = f"/api/tables/{made['table']}"
        table = live.hall.tables[made["table"]]
        store = live.hall.services.store

        def pages(n: int) -> None:
            store.press.db.execute(f"PRAGMA max_page_count = {n}")

        pages(1)
        codes = set()
        n = 0
        while "disk_full" not in codes:
            n += 1
            seat = table.game.to_move[0]
            command = {"move_id": f"full-{n:06d}", "version": table.version, "seat": seat,
                       "moves": [table.game.legal(seat)[0].text]}  # fmt: skip
            before = (table.version, table.game.checksum())
            answer = await browser.post(f"{path}/command", json=command)
            codes.add(answer.json().get("error"))
        assert answer.status_code == 507
        assert (table.version, table.game.checksum()) == before
        assert (await ok(browser.get(f"{path}/view")))["version"] == before[0]
        pages(1_000_000)
        # The same command, sent again, now goes through: no restart was needed.
        done = await ok(browser.post(f"{path}/command", json=command))
        assert done["version"] > before[0]


def test_log_lines_are_json() -> None:
    record = logging.LogRecord("rialto.server", 20, "", 0, "hello", (), None)
    record.facts = {"table": "abc"}
    line = json.loads(JsonLines().format(record))
    assert (line["message"], line["table"], line["level"]) == ("hello", "abc", "info")


@pytest.mark.parametrize("as_json", [True, False])
async def test_what_a_client_sends_cannot_forge_a_log_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    """D12: paths may hold line ends and escapes; every line begins with a word of ours."""
    written = io.StringIO()
    monkeypatch.setattr(sys, "stderr", written)
    before = [(g, g.handlers, g.propagate, g.level)
              for g in map(logging.getLogger, LOGGERS)]  # fmt: skip
    set_up("debug", as_json=as_json)
    try:
        async with serving(settings(tmp_path)) as live, live.browser() as browser:
            for path in ("%0aerror%20forged", "%0d%0aerror forged", "%1b[2Jx", "%e2%80%a8error"):
                await browser.get(f"/api/{path}")
    finally:
        for logger, handlers, propagate, level in before:
            logger.handlers, logger.propagate = handlers, propagate
            logger.setLevel(level)
    text = written.getvalue()
    assert text.count("forged") == 2
    lines = text.split("\n")[:-1]
    for line in lines:
        assert line.isprintable(), ascii(line)
        if as_json:
            assert json.loads(line)["message"]
        else:
            assert not line.startswith("error")


async def test_what_a_client_does_wrong_is_no_error_of_ours(
    tmp_path: Path, log_lines: io.StringIO
) -> None:
    """D12: broken handshakes and invalid UTF-8 were logged with a trace each."""
    async with serving(settings(tmp_path)) as live, live.browser() as browser:
        made = await new_table(browser, "me", "me")
        upgrade = (
            f"GET /ws/tables/{made['table']} HTTP/1.1\r\nHost: localhost\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        )
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        for text in (
            upgrade.encode() + b"\r\n",
            upgrade.replace("13", "99").encode() + key.encode() + b"\r\n",
            (upgrade + key + "\r\n").encode() + b"\x81\x83\0\0\0\0\xff\xfe\xfd",
            (upgrade + key + "\r\n").encode() + b"\xff\xff\xff",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", live.port)
            writer.write(text)
            writer.write_eof()
            async with asyncio.timeout(30):
                await reader.read()
            writer.close()
        assert (await browser.get("/healthz")).status_code == 200
    assert "Traceback" not in log_lines.getvalue()
    levels = {json.loads(line)["level"] for line in log_lines.getvalue().splitlines()}
    assert levels <= {"debug", "info", "warning"}
