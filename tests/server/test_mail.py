"""Mail: to confirmed addresses, in their language, not in quiet hours, with a way out."""

from collections.abc import AsyncIterator
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest

from rialto.server.notify import mail as mailing
from rialto.server.notify.mail import quiet_for_ms
from rialto.server.settings import BadSettings, load_settings
from rialto.server.store import MailAddress
from tests.server.live import new_table, serving, settings, until
from tests.server.post_office import Post, mail_by, post_office, secret_in, text_of
from tests.server.test_push import game_of_two

HOUR = 3_600_000


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    async with post_office() as keeper:
        yield keeper


async def ask_for_mail(browser: httpx.AsyncClient, **more: Any) -> httpx.Response:
    await new_table(browser, "me", "person")
    body = {"address": "ben@example.org", "lang": "pl", **more}
    return await browser.post("/api/me/mail", json=body)


async def test_a_confirmed_address_is_told_and_can_end_it(tmp_path: Path, post: Post) -> None:
    async with (
        serving(settings(tmp_path, **mail_by(post))) as live,
        live.browser() as anna,
        live.browser() as ben,
        live.browser() as nobody,
    ):
        assert (await ask_for_mail(ben)).json()["confirmed"] is False
        await until(lambda: len(post.mails) == 1)
        assert "Czy to twój adres?" in post.mails[0]["Subject"]
        again = await ask_for_mail(anna)
        assert again.json()["error"] == "mail_just_sent", "nobody is flooded"
        await game_of_two(live, anna, ben)
        await until(lambda: live.app.state.deliveries.waiting == 0)
        assert len(post.mails) == 1, "not before it is confirmed"
        wanted = {"secret": secret_in(post.mails[0], "confirm")}
        assert (await nobody.post("/api/mail/confirm", json=wanted)).status_code == 200
        name = await game_of_two(live, anna, ben)
        await until(lambda: len(post.mails) == 2)
        told = post.mails[1]
        assert told["To"] == "ben@example.org"
        assert "Gra się zaczęła" in told["Subject"]
        assert f"https://rialto.example.org/t/{name}" in text_of(told)
        stop = {"secret": secret_in(told, "stop")}
        assert stop["secret"] in told["List-Unsubscribe"]
        assert (await nobody.post("/api/mail/stop", json=stop)).status_code == 200
        assert (await nobody.post("/api/mail/stop", json=stop)).json()["error"] == "no_mail_link"
        assert (await ben.get("/api/me/mail")).json()["address"] is None


async def test_a_mail_is_tried_again(
    tmp_path: Path, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mailing, "PAUSES_S", (0.01, 0.01))
    post.refuse = 2
    async with serving(settings(tmp_path, **mail_by(post))) as live, live.browser() as ben:
        await ask_for_mail(ben)
        await until(lambda: len(post.mails) == 1)


async def test_without_a_mail_server_there_is_none(tmp_path: Path) -> None:
    async with serving(settings(tmp_path)) as live, live.browser() as ben:
        assert (await ask_for_mail(ben)).json()["error"] == "no_mail"
        assert (await ben.get("/api/me/mail")).json()["possible"] is False


@pytest.mark.parametrize(
    "address", ["", "ben", "a@b", "a@b.c\r\nBcc: x@y.z", "a b@c.de", "<a@b.cd>", "a@b.cd,e@f.gh"]
)
async def test_bad_addresses_are_refused(tmp_path: Path, post: Post, address: str) -> None:
    async with serving(settings(tmp_path, **mail_by(post))) as live, live.browser() as ben:
        assert (await ask_for_mail(ben, address=address)).status_code == 422


@pytest.mark.parametrize(
    ("hour", "wait_h"), [(21, 0), (22, 10), (23, 9), (0, 8), (7, 1), (8, 0), (12, 0)]
)
def test_quiet_hours_are_those_of_the_reader(hour: int, wait_h: int) -> None:
    kept = MailAddress(
        who=b"w", address="a@b.cd", lang="en", confirmed=True, quiet_from=22, quiet_to=8,
        offset_min=120, zone=None, at=0,
    )  # fmt: skip
    assert quiet_for_ms(kept, (hour - 2) % 24 * HOUR) == wait_h * HOUR


@pytest.mark.parametrize(
    ("zone", "winter"),
    [("Europe/Prague", 10), (None, 9), ("Europe/Atlantis", 9), ("../../etc/passwd", 9)],
)
def test_quiet_hours_follow_the_change_of_clocks(zone: str | None, winter: int) -> None:
    """Quiet from 22 to 8, said in summer. At 21:00 UTC it is 23:00 in Prague then, so 9 hours are
    left, and 22:00 once clocks went back. Without a zone that is known it stays as it was said."""
    kept = MailAddress(
        who=b"w", address="a@b.cd", lang="cs", confirmed=True, quiet_from=22, quiet_to=8,
        offset_min=120, zone=zone, at=0,
    )  # fmt: skip
    for day, wait_h in (("2026-10-24", 9), ("2026-10-26", winter)):
        at = datetime.fromisoformat(f"{day}T21:00:00+00:00")
        assert quiet_for_ms(kept, int(at.timestamp() * 1000)) == wait_h * HOUR


def test_mail_needs_a_sender_and_an_address_for_links() -> None:
    with pytest.raises(BadSettings, match="SMTP_HOST"):
        load_settings(smtp_host="mail.example.org")
