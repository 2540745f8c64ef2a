"""Mail: to confirmed addresses, in their language, not in quiet hours, with a way out."""

import asyncio
import re
from collections.abc import AsyncIterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from aiosmtpd.smtp import SMTP

from rialto.server.notify import mail as mailing
from rialto.server.notify.mail import quiet_for_ms
from rialto.server.settings import BadSettings, Settings, load_settings
from rialto.server.store import MailAddress
from tests.server.live import new_table, serving, settings, until
from tests.server.test_push import game_of_two

HOUR = 3_600_000


class Post:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuse = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuse:
            self.refuse -= 1
            return "451 try again"
        read = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(read, EmailMessage)
        self.mails.append(read)
        return "250 OK"


@pytest.fixture
async def post() -> AsyncIterator[tuple[Post, int]]:
    keeper = Post()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(keeper, loop=loop), "127.0.0.1", 0)
    yield keeper, server.sockets[0].getsockname()[1]
    server.close()


def with_mail(tmp_path: Path, port: int) -> Settings:
    return settings(
        tmp_path,
        smtp_host="127.0.0.1",
        smtp_port=port,
        smtp_tls="none",
        mail_from="rialto@example.org",
        public_url="https://rialto.example.org",
    )


def secret_in(message: EmailMessage, what: str) -> str:
    found = re.search(rf"https://rialto\.example\.org/me#{what}=([\w-]{{22}})", text_of(message))
    assert found is not None
    return found[1]


def text_of(message: EmailMessage) -> str:
    return str(message.get_content())


async def ask_for_mail(browser: httpx.AsyncClient, **more: Any) -> httpx.Response:
    await new_table(browser, "me", "person")
    body = {"address": "ben@example.org", "lang": "pl", **more}
    return await browser.post("/api/me/mail", json=body)


async def test_a_confirmed_address_is_told_and_can_end_it(
    tmp_path: Path, post: tuple[Post, int]
) -> None:
    keeper, port = post
    async with (
        serving(with_mail(tmp_path, port)) as live,
        live.browser() as anna,
        live.browser() as ben,
        live.browser() as nobody,
    ):
        assert (await ask_for_mail(ben)).json()["confirmed"] is False
        await until(lambda: len(keeper.mails) == 1)
        assert "Czy to twój adres?" in keeper.mails[0]["Subject"]
        again = await ask_for_mail(anna)
        assert again.json()["error"] == "mail_just_sent", "nobody is flooded"
        await game_of_two(live, anna, ben)
        await until(lambda: live.app.state.deliveries.waiting == 0)
        assert len(keeper.mails) == 1, "not before it is confirmed"
        wanted = {"secret": secret_in(keeper.mails[0], "confirm")}
        assert (await nobody.post("/api/mail/confirm", json=wanted)).status_code == 200
        name = await game_of_two(live, anna, ben)
        await until(lambda: len(keeper.mails) == 2)
        told = keeper.mails[1]
        assert told["To"] == "ben@example.org"
        assert "Gra się zaczęła" in told["Subject"]
        assert f"https://rialto.example.org/t/{name}" in text_of(told)
        stop = {"secret": secret_in(told, "stop")}
        assert stop["secret"] in told["List-Unsubscribe"]
        assert (await nobody.post("/api/mail/stop", json=stop)).status_code == 200
        assert (await nobody.post("/api/mail/stop", json=stop)).json()["error"] == "no_mail_link"
        assert (await ben.get("/api/me/mail")).json()["address"] is None


async def test_a_mail_is_tried_again(
    tmp_path: Path, post: tuple[Post, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailing, "PAUSES_S", (0.01, 0.01))
    keeper, port = post
    keeper.refuse = 2
    async with serving(with_mail(tmp_path, port)) as live, live.browser() as ben:
        await ask_for_mail(ben)
        await until(lambda: len(keeper.mails) == 1)


async def test_without_a_mail_server_there_is_none(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as ben:
        assert (await ask_for_mail(ben)).json()["error"] == "no_mail"
        assert (await ben.get("/api/me/mail")).json()["possible"] is False


@pytest.mark.parametrize(
    "address", ["", "ben", "a@b", "a@b.c\r\nBcc: x@y.z", "a b@c.de", "<a@b.cd>", "a@b.cd,e@f.gh"]
)
async def test_bad_addresses_are_refused(tmp_path: Path, address: str) -> None:
    async with serving(with_mail(tmp_path, 1)) as live, live.browser() as ben:
        assert (await ask_for_mail(ben, address=address)).status_code == 422


@pytest.mark.parametrize(
    ("hour", "wait_h"), [(21, 0), (22, 10), (23, 9), (0, 8), (7, 1), (8, 0), (12, 0)]
)
def test_quiet_hours_are_those_of_the_reader(hour: int, wait_h: int) -> None:
    kept = MailAddress(
        who=b"w", address="a@b.cd", lang="en", confirmed=True, quiet_from=22, quiet_to=8,
        offset_min=120, at=0,
    )  # fmt: skip
    assert quiet_for_ms(kept, (hour - 2) % 24 * HOUR) == wait_h * HOUR


def test_mail_needs_a_sender_and_an_address_for_links() -> None:
    with pytest.raises(BadSettings, match="SMTP_HOST"):
        load_settings(smtp_host="mail.example.org")
