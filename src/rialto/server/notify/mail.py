"""News as mail, where a mail server is configured: to confirmed addresses only, in the language of
whoever reads it, not in their quiet hours, and with a link that ends it. Addresses stand in no
log."""

import asyncio
import hashlib
import hmac
import secrets
import smtplib
import ssl
from collections.abc import Sequence
from datetime import datetime
from email.message import EmailMessage
from email.utils import parseaddr
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from rialto.locales import words
from rialto.server.auth import SECRET_BYTES, hash_of, to_text
from rialto.server.notify.deliveries import Outcome
from rialto.server.notify.news import News
from rialto.server.services import Services
from rialto.server.store import Delivery, MailAddress

KEY: Final = "mail"
PAUSES_S: Final[tuple[float, ...]] = (10.0, 60.0, 600.0, 3600.0)
PATIENCE_S: Final = 15.0
CONFIRM: Final = "confirm"
"""The kind of a message that asks whether the address is theirs."""
HOUR_MS: Final = 3600 * 1000


async def load_key(services: Services) -> bytes:
    """Links in mails are made from it; it is made at the first start."""
    key = await services.store.own_key(KEY)
    if key is None:
        key = secrets.token_bytes(32)
        changes = services.store.transaction()
        changes.keep_own_key(KEY, key)
        await services.write(changes)
    return key


def quiet_for_ms(kept: MailAddress, now: int) -> int:
    """How long it still is quiet where they are."""
    if kept.quiet_from is None or kept.quiet_to is None or kept.quiet_from == kept.quiet_to:
        return 0
    local = now + offset_ms(kept, now)
    hour = local // HOUR_MS % 24
    since = (hour - kept.quiet_from) % 24
    if since >= (kept.quiet_to - kept.quiet_from) % 24:
        return 0
    return (kept.quiet_to - hour) % 24 * HOUR_MS - local % HOUR_MS


def offset_ms(kept: MailAddress, now: int) -> int:
    """Of their clock against UTC."""
    if kept.zone is not None and (zone := zone_of(kept.zone)) is not None:
        offset = datetime.fromtimestamp(now / 1000, zone).utcoffset()
        if offset is not None:
            return int(offset.total_seconds()) * 1000
    return kept.offset_min * 60_000


def zone_of(name: str) -> ZoneInfo | None:
    """Nothing for a name that means none."""
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, ZoneInfoNotFoundError):
        return None


class Mail:
    """A way for messages: to confirmed addresses, and to others to ask whether they are theirs."""

    name = "mail"

    def __init__(self, services: Services, key: bytes) -> None:
        self._services, self._key = services, key
        self._one_by_one = asyncio.Lock()

    @property
    def possible(self) -> bool:
        return bool(self._services.settings.smtp_host)

    @property
    def pauses_s(self) -> Sequence[float]:
        return PAUSES_S

    # ── links ──

    def secret(self, what: str, kept: MailAddress) -> str:
        """The same for the same address, so that only its hash has to be kept."""
        said = b"\0".join((what.encode(), kept.who, kept.address.encode()))
        return to_text(hmac.digest(self._key, said, hashlib.sha256)[:SECRET_BYTES])

    def hash_of(self, what: str, kept: MailAddress) -> bytes:
        return hash_of(self.secret(what, kept))

    def _link(self, rest: str) -> str:
        return self._services.settings.public_url.rstrip("/") + rest

    # ── sending ──

    async def targets(self, who: bytes) -> list[str]:
        kept = await self._services.store.mail_of(who)
        return [kept.address] if self.possible and kept is not None and kept.confirmed else []

    async def quiet_ms(self, sent: Delivery) -> int:
        """Whoever has just asked for mail is awake."""
        kept = await self._services.store.mail_of(sent.who)
        if kept is None or sent.kind == CONFIRM:
            return 0
        return quiet_for_ms(kept, self._services.now())

    async def send(self, sent: Delivery, news: News | None) -> Outcome:
        kept = await self._services.store.mail_of(sent.who)
        # It may have been switched off meanwhile.
        if kept is None or kept.address != sent.target or kept.confirmed == (sent.kind == CONFIRM):
            return Outcome.DONE
        if sent.kind == CONFIRM:
            message = self.question(kept)
        elif news is None:
            return Outcome.DONE
        else:
            text = f"{news.text(kept.lang)}\n\n{self._link(news.path)}\n"
            message = self.compose(kept, news.title(kept.lang), text)
        message["Message-ID"] = f"<{sent.id}@{parseaddr(self._services.settings.mail_from)[1]}>"
        try:
            async with self._one_by_one:
                await asyncio.to_thread(self._hand_over, message)
        except smtplib.SMTPRecipientsRefused:
            return Outcome.REFUSED
        except (OSError, smtplib.SMTPException):
            return Outcome.LATER
        return Outcome.DONE

    def question(self, kept: MailAddress) -> EmailMessage:
        """Whether the address is theirs."""
        said = words(kept.lang)
        link = self._link(f"/me#confirm={self.secret('confirm', kept)}")
        text = f"{said.t('notify.mail.confirm')}\n\n{link}\n"
        return self.compose(kept, said.t("notify.mail.confirm.subject"), text)

    def compose(self, kept: MailAddress, subject: str, text: str) -> EmailMessage:
        stop = self._link(f"/me#stop={self.secret('stop', kept)}")
        message = EmailMessage()
        message["From"] = self._services.settings.mail_from
        message["To"] = kept.address
        message["Subject"] = f"Rialto: {subject}"
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{stop}>"
        message.set_content(f"{text}\n{words(kept.lang).t('notify.mail.stop')}\n{stop}\n")
        return message

    def _hand_over(self, message: EmailMessage) -> None:
        """In a thread."""
        given = self._services.settings
        tls = ssl.create_default_context()
        if given.smtp_tls == "tls":
            line: smtplib.SMTP = smtplib.SMTP_SSL(
                given.smtp_host, given.smtp_port, timeout=PATIENCE_S, context=tls
            )
        else:
            line = smtplib.SMTP(given.smtp_host, given.smtp_port, timeout=PATIENCE_S)
        with line:
            if given.smtp_tls == "starttls":
                line.starttls(context=tls)
            if given.smtp_user:
                line.login(given.smtp_user, given.smtp_password)
            line.send_message(message)
