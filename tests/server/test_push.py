"""Push messages: sealed for one browser, sent to nowhere but where they may go, tried again."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from rialto.server.notify import push as pushing
from rialto.server.notify.sealing import (
    public_key,
    seal,
    to_bytes,
    to_text,
)
from tests.patience import PATIENCE_S
from tests.server.live import Live, new_table, serving, settings, until
from tests.server.receiver import Receiver, receiving

TEXT = b"When I grow up, I want to be a watermelon"


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
        asked = next(iter(table.to_move))
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
        await until(lambda: live.app.state.deliveries.waiting == 0)
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


class Wall:
    """A wall clock that is turned on by hand."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        return self.ms


async def test_a_message_outlives_a_restart_and_comes_once(tmp_path: Path) -> None:
    """The service is down; the server is stopped; after the pause the next one delivers it."""
    given, wall = settings(tmp_path, push_loopback=True), Wall()
    async with receiving(b"HTTP/1.1 503 Busy") as receiver:
        async with serving(given, now=wall) as live, live.browser() as anna, live.browser() as ben:
            await new_table(ben, "me", "person")
            await ben.post("/api/me/push", json=receiver.subscription())
            name = await game_of_two(live, anna, ben)
            await until_async(lambda: tries(live), [1])
        assert len(receiver.bodies) == 1
        wall.ms += 60_000
        for _ in range(2):
            async with serving(given, now=wall) as live:
                await until_async(lambda live=live: tries(live), [])  # type: ignore[misc]
                await until(lambda live=live: live.app.state.deliveries.waiting == 0)  # type: ignore[misc]
            assert len(receiver.bodies) == 2, "not a third time"
    assert receiver.opened(receiver.bodies[1])["url"] == f"/t/{name}"


async def tries(live: Live) -> list[int]:
    return [sent.tries for sent in await live.hall.services.store.deliveries(10)]


async def until_async(ask: Callable[[], Awaitable[Any]], wanted: Any) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while await ask() != wanted:
            await asyncio.sleep(0.005)


async def test_what_comes_late_is_sent_only_if_it_is_still_true(tmp_path: Path) -> None:
    """Ben's turn is told late, after Ben has moved: nothing is sent any more."""
    given, wall = settings(tmp_path, push_loopback=True), Wall()
    async with receiving() as receiver:
        async with serving(given, now=wall) as live, live.browser() as anna, live.browser() as ben:
            await new_table(ben, "me", "person")
            await ben.post("/api/me/push", json=receiver.subscription())
            name = await game_of_two(live, anna, ben)
            await until_asked(live, name, 0)
            await until(lambda: live.app.state.deliveries.waiting == 0)
            receiver.answers = [b"HTTP/1.1 503 Busy"]
            await until_asked(live, name, 1)
            await until_async(lambda: tries(live), [1])
            table = await live.hall.get(name)
            while 1 in table.to_move:
                move = table.game.legal(1)[0].text
                await table.submit(1, f"late-{table.version:05d}", table.version, [move])
            assert await tries(live) == [1], "it still waits"
        before = len(receiver.bodies)
        wall.ms += 60_000
        async with serving(given, now=wall) as live:
            await until_async(lambda: tries(live), [])
        assert len(receiver.bodies) == before


async def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path) -> None:
    async with receiving(b"HTTP/1.1 410 Gone") as receiver:
        assert await push_one(tmp_path, receiver, 1) == 0
