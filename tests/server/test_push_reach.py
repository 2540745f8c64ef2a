"""Where push messages may go, and that nothing goes anywhere else."""

import asyncio
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rialto.server.notify import reach
from rialto.server.notify.reach import Rules, Unreachable, check_endpoint, deliver, is_public
from rialto.server.trouble import Trouble
from tests.server.live import new_table, serving, settings
from tests.server.receiver import receiving

LOCAL = Rules(loopback=True)

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
     "2002:7f00:1::", "::", "::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::7f00:1",
     "64:ff9b:1::a00:1", "fec0::1", "2001::1", "2001:db8::1", "ff0e::1", "192.0.0.8", "192.88.99.1",
     "198.18.0.1", "240.0.0.1"],
)  # fmt: skip
def test_private_addresses_are_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111"])
def test_others_are(address: str) -> None:
    assert is_public(address)


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
