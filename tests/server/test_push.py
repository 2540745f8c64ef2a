"""Push messages: sealed for one browser, sent to nowhere but where they may go, tried again."""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256

from rialto.server.notify import push as pushing
from rialto.server.notify import reach
from rialto.server.notify.reach import Rules, Unreachable, check_endpoint, deliver, is_public
from rialto.server.notify.sealing import (
    derive,
    new_key,
    point,
    private_key,
    public_key,
    seal,
    to_bytes,
    to_text,
)
from rialto.server.trouble import Trouble
from tests.server.live import Json, Live, new_table, serving, settings, until

TEXT = b"When I grow up, I want to be a watermelon"
LOCAL = Rules(loopback=True)


def test_the_example_of_rfc_8291() -> None:
    """Appendix A, with the keys and the salt that it gives."""
    sealed = seal(
        TEXT,
        to_bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        ),
        to_bytes("BTBZMqHH6r4Tts7J_aSIgg"),
        sender=to_bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"),
        salt=to_bytes("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert to_text(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
        "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qul"
        "cy4a-fN"
    )


@dataclass
class Receiver:
    """A push service for one browser: it keeps requests, and opens what only that browser can."""

    port: int = 0
    answers: list[bytes] = field(default_factory=list)
    """What is answered, one after the other; then 201."""
    heads: list[dict[str, str]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)
    own: bytes = field(default_factory=new_key)
    auth: bytes = b"0123456789abcdef"

    @property
    def public(self) -> bytes:
        return point(private_key(self.own).public_key())

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self.port}/send/secret-name"

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        pairs = (line.partition(": ")[::2] for line in head.split("\r\n")[1:] if line)
        said = dict(pairs)
        self.bodies.append(await reader.readexactly(int(said["content-length"])))
        self.heads.append(said)
        answer = self.answers.pop(0) if self.answers else b"HTTP/1.1 201 Created"
        writer.write(answer + b"\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    def opened(self, body: bytes) -> Json:
        salt, size = body[:16], body[20]
        sender, sealed = body[21 : 21 + size], body[21 + size :]
        shared = private_key(self.own).exchange(ec.ECDH(), public_key(sender))
        secret = derive(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = derive(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\x02")
        told: Json = json.loads(text[:-1])
        return told

    def subscription(self, lang: str = "en") -> Json:
        return {
            "endpoint": self.endpoint,
            "key": to_text(self.public),
            "auth": to_text(self.auth),
            "lang": lang,
        }


@asynccontextmanager
async def receiving(*answers: bytes) -> AsyncIterator[Receiver]:
    receiver = Receiver(answers=list(answers))
    server = await asyncio.start_server(receiver.serve, "127.0.0.1", 0)
    receiver.port = server.sockets[0].getsockname()[1]
    try:
        yield receiver
    finally:
        server.close()
        await server.wait_closed()


# ── a whole message ──


async def game_of_two(live: Live, anna: httpx.AsyncClient, ben: httpx.AsyncClient) -> str:
    """Ben sits by a link; nobody looks on."""
    made = await new_table(anna, "me", "person", days={"days": 1})
    secret = made["seats"][1]["link"].split("#")[1]
    await ben.post("/api/join", json={"secret": secret, "name": "Ben"})
    return str(made["table"])


async def until_asked(live: Live, name: str, seat: int) -> None:
    table = await live.hall.get(name)
    for _ in range(50):
        asked = next(iter(table.asked()))
        if asked == seat:
            return
        move = table.game.legal(asked)[0].text
        await table.submit(asked, f"push-{table.version:05d}", table.version, [move])


async def test_who_is_not_there_is_told_in_their_language(tmp_path: Path) -> None:
    given = settings(tmp_path, push_loopback=True)
    async with (
        receiving() as receiver,
        serving(given) as live,
        live.browser() as anna,
        live.browser() as ben,
    ):
        await new_table(ben, "me", "person")
        state = await ben.post("/api/me/push", json=receiver.subscription("de"))
        assert state.status_code == 200, state.text
        assert state.json()["on"] is True
        name = await game_of_two(live, anna, ben)
        await until(lambda: len(receiver.bodies) >= 1)
        assert receiver.opened(receiver.bodies[0])["title"] == "Eine Partie hat begonnen"
        table = await live.hall.get(name)
        await until_asked(live, name, 0)
        before = len(receiver.bodies)
        await until_asked(live, name, 1)
        await until(lambda: len(receiver.bodies) > before)
        told = receiver.opened(receiver.bodies[-1])
        anna_called = table.chairs[0].name
        assert told == {
            "title": "Du bist dran",
            "body": f"Mit {anna_called}",
            "url": f"/t/{name}",
            "kind": "turn",
        }
        check_signature(receiver.heads[-1]["authorization"], state.json()["key"], receiver)
        off = await ben.post("/api/me/push/off", json={"endpoint": receiver.endpoint})
        assert off.json()["on"] is False


def check_signature(header: str, key: str, receiver: Receiver) -> None:
    token, said = header.removeprefix("vapid t=").split(", k=")
    assert said == key
    head, claims, signature = token.split(".")
    raw = to_bytes(signature)
    r, s = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    public_key(to_bytes(key)).verify(
        encode_dss_signature(r, s), f"{head}.{claims}".encode(), ec.ECDSA(SHA256())
    )
    assert json.loads(to_bytes(claims))["aud"] == f"http://127.0.0.1:{receiver.port}"


async def test_our_key_stays(tmp_path: Path) -> None:
    keys = []
    for _ in range(2):
        async with serving(settings(tmp_path)) as live, live.browser() as anna:
            await new_table(anna, "me", "random")
            keys.append((await anna.get("/api/me/push")).json()["key"])
    assert keys[0] == keys[1]
    assert len(to_bytes(keys[0])) == 65


# ── failing, and trying again ──


async def push_one(tmp_path: Path, receiver: Receiver, until_bodies: int) -> int:
    """How many subscriptions are left after one message."""
    given = settings(tmp_path, push_loopback=True)
    async with serving(given) as live, live.browser() as anna, live.browser() as ben:
        await new_table(ben, "me", "person")
        await ben.post("/api/me/push", json=receiver.subscription())
        await game_of_two(live, anna, ben)
        await until(lambda: len(receiver.bodies) >= until_bodies)
        await until(lambda: live.app.state.push.waiting == 0)
        return int((await ben.get("/api/me/push")).json()["on"])


async def test_a_delivery_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pushing, "PAUSES_S", (0.01, 0.01, 0.01))
    caplog.set_level(logging.DEBUG)
    bad = b"HTTP/1.1 503 Busy"
    async with receiving(bad, b"nonsense", bad) as receiver:
        assert await push_one(tmp_path, receiver, 4) == 1
        assert "secret-name" not in caplog.text
        assert receiver.endpoint not in caplog.text


async def test_it_is_given_up_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pushing, "PAUSES_S", (0.01,))
    async with receiving(*[b"HTTP/1.1 500 No"] * 9) as receiver:
        assert await push_one(tmp_path, receiver, 2) == 1
        assert len(receiver.bodies) == 2
        assert "push given up" in caplog.text


async def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async with receiving(b"HTTP/1.1 410 Gone") as receiver:
        assert await push_one(tmp_path, receiver, 1) == 0


# ── where nothing may go ──

BAD = [
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://[::1]/x",
    "https://10.0.0.1/x",
    "https://169.254.169.254/latest/meta-data",
    "https://fcm.googleapis.com@127.0.0.1/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://fcm.googleapis.com:8443/x",
    "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com/x#y",
    "https://fcm.googleapis.com/x\r\nx: y",
    "https://fcm.googleapis.com/ x",
    "ftp://fcm.googleapis.com/x",
    "file:///etc/passwd",
    "https://user:word@fcm.googleapis.com/x",
    "https://2130706433/x",
    "https://0x7f000001/x",
    "https://evilpush.apple.com.example/x",
    "https://fcm.googleapis.com/" + "x" * 2000,
    "https://[fe80::1%eth0]/x",
    "//fcm.googleapis.com/x",
    "",
]


@pytest.mark.parametrize("url", BAD)
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(Trouble) as told:
        check_endpoint(url, Rules())
    assert told.value.code in ("bad_endpoint", "unknown_push_service")


@pytest.mark.parametrize(
    "url",
    [
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://updates.push.services.mozilla.com/wpush/v2/abc",
        "https://web.push.apple.com/abc",
        "https://wns2-db5p.notify.windows.com/w/?token=abc",
    ],
)
def test_the_known_services_are_allowed(url: str) -> None:
    assert check_endpoint(url, Rules()).port == 443


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1",
     "0.0.0.0", "224.0.0.1", "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
     "2002:7f00:1::", "::"],
)  # fmt: skip
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


class Names:
    """Names as somebody evil would have them resolve."""

    def __init__(self, *addresses: str) -> None:
        self.addresses, self.asked = addresses, 0

    async def __call__(self, host: str, port: int, **more: Any) -> list[Any]:
        self.asked += 1
        kind = socket.AF_INET
        return [(kind, socket.SOCK_STREAM, 6, "", (a, port)) for a in self.addresses]


@dataclass
class Lines:
    """Instead of the network: where a connection would go."""

    went: list[str] = field(default_factory=list)

    async def __call__(self, address: str, port: int, **more: Any) -> Any:
        self.went.append(address)
        raise ConnectionRefusedError


class Loop:
    def __init__(self, names: Names) -> None:
        self.getaddrinfo = names


async def reach_by(
    names: Names, monkeypatch: pytest.MonkeyPatch, url: str = "https://push.example.org/x"
) -> list[str]:
    lines = Lines()
    monkeypatch.setattr(reach, "running_loop", lambda: Loop(names))
    monkeypatch.setattr(reach, "open_connection", lines)
    with pytest.raises(Unreachable):
        await deliver(url, {}, b"x", Rules(any_service=True))
    return lines.went


async def test_no_request_reaches_a_private_address(monkeypatch: pytest.MonkeyPatch) -> None:
    for addresses in (["127.0.0.1"], ["10.0.0.7"], ["::1"], ["8.8.8.8", "192.168.1.1"], []):
        assert await reach_by(Names(*addresses), monkeypatch) == []


async def test_the_line_goes_to_the_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = Names("8.8.8.8", "9.9.9.9")
    assert await reach_by(names, monkeypatch) == ["8.8.8.8"]
    assert names.asked == 1, "a second look could find another address"


async def test_redirects_are_not_followed() -> None:
    async with receiving() as private:
        answer = f"HTTP/1.1 307 Over there\r\nLocation: {private.endpoint}".encode()
        async with receiving(answer) as receiver:
            status, _ = await deliver(receiver.endpoint, {}, b"x", LOCAL)
            assert status == 307
        assert private.heads == []


async def test_time_and_size_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    async with receiving(b"HTTP/1.1 201 Created\r\nx: " + b"y" * 40_000) as receiver:
        with pytest.raises(Unreachable):
            await deliver(receiver.endpoint, {}, b"x", LOCAL)
    monkeypatch.setattr(reach, "PATIENCE_S", 0.05)
    waiting = asyncio.Event()

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await waiting.wait()
        writer.close()

    server = await asyncio.start_server(never, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(Unreachable):
        await deliver(f"http://127.0.0.1:{port}/", {}, b"x", LOCAL)
    waiting.set()
    server.close()


async def test_loopback_is_for_tests_alone(tmp_path: Path) -> None:
    async with receiving() as receiver:
        async with serving(settings(tmp_path)) as live, live.browser() as ben:
            await new_table(ben, "me", "person")
            for url in (receiver.endpoint, *BAD):
                wanted = {**receiver.subscription(), "endpoint": url}
                answer = await ben.post("/api/me/push", json=wanted)
                assert answer.status_code in (409, 422), url
            wanted = {**receiver.subscription(), "endpoint": "https://web.push.apple.com/x"}
            bad_key = await ben.post("/api/me/push", json={**wanted, "key": "B" + "A" * 86})
            assert bad_key.json()["error"] == "bad_push_key"
            assert (await ben.get("/api/me/push")).json()["on"] is False
        assert receiver.heads == []
