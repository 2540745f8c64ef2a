"""News as mail, where a mail server is configured: to confirmed addresses only, in the language of
whoever reads it, not in their quiet hours, and with a link that ends it. Nobody's move waits for
one; it is tried again with growing pauses and then given up. Addresses stand in no log."""

import asyncio
import hashlib
import hmac
import secrets
import smtplib
import ssl
from collections.abc import Coroutine
from email.message import EmailMessage
from typing import Any, Final

from rialto.locales import words
from rialto.server.auth import SECRET_BYTES, hash_of, to_text
from rialto.server.logs import LOG, say
from rialto.server.notify.news import News
from rialto.server.services import Services
from rialto.server.store import MailAddress

KEY: Final = "mail"
PAUSES_S: Final[tuple[float, ...]] = (10.0, 60.0, 600.0, 3600.0)
PATIENCE_S: Final = 15.0
MOST_WAITING: Final = 2000
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
    local = now + kept.offset_min * 60_000
    hour = local // HOUR_MS % 24
    since = (hour - kept.quiet_from) % 24
    if since >= (kept.quiet_to - kept.quiet_from) % 24:
        return 0
    return (kept.quiet_to - hour) % 24 * HOUR_MS - local % HOUR_MS


class Mail:
    def __init__(self, services: Services, key: bytes) -> None:
        self._services, self._key = services, key
        self._one_by_one = asyncio.Lock()
        self.waiting = 0

    @property
    def possible(self) -> bool:
        return bool(self._services.settings.smtp_host)

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

    def tell(self, who: bytes, news: News) -> None:
        self._begin(self._tell(who, news))

    def confirm(self, kept: MailAddress) -> None:
        """Ask whether the address is theirs."""
        said = words(kept.lang)
        link = self._link(f"/me#confirm={self.secret('confirm', kept)}")
        text = f"{said.t('notify.mail.confirm')}\n\n{link}\n"
        self._begin(self._send(kept, said.t("notify.mail.confirm.subject"), text))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        if self.waiting >= MOST_WAITING:
            work.close()
            say("too many mails wait", level=30)
            return
        self.waiting += 1
        self._services.spawn(self._carry_out(work))

    async def _carry_out(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except Exception as error:
            # Without a trace: it might show an address.
            LOG.error("mail failed", extra={"facts": {"why": type(error).__name__}})
        finally:
            self.waiting -= 1

    async def _tell(self, who: bytes, news: News) -> None:
        kept = await self._services.store.mail_of(who)
        if not self.possible or kept is None or not kept.confirmed:
            return
        await asyncio.sleep(quiet_for_ms(kept, self._services.now()) / 1000)
        # It may have been switched off meanwhile.
        kept = await self._services.store.mail_of(who)
        if kept is None or not kept.confirmed:
            return
        text = f"{news.text(kept.lang)}\n\n{self._link(news.path)}\n"
        await self._send(kept, news.title(kept.lang), text)

    async def _send(self, kept: MailAddress, subject: str, text: str) -> None:
        message = self.compose(kept, subject, text)
        for pause in (*PAUSES_S, None):
            try:
                async with self._one_by_one:
                    await asyncio.to_thread(self._hand_over, message)
                return
            except (OSError, smtplib.SMTPException) as error:
                if pause is None or isinstance(error, smtplib.SMTPRecipientsRefused):
                    say("mail given up", level=30, why=type(error).__name__)
                    return
            await asyncio.sleep(pause)

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
