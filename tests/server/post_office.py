"""A mail server that keeps what it is given."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.smtp import SMTP


class Post:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuse = 0
        self.port = 0

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.refuse:
            self.refuse -= 1
            return "451 try again"
        read = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(read, EmailMessage)
        self.mails.append(read)
        return "250 OK"


@asynccontextmanager
async def post_office() -> AsyncIterator[Post]:
    keeper = Post()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(keeper, loop=loop), "127.0.0.1", 0)
    keeper.port = server.sockets[0].getsockname()[1]
    try:
        yield keeper
    finally:
        server.close()


def mail_by(post: Post) -> dict[str, Any]:
    """Settings of a server that hands its mail over there."""
    return {
        "smtp_host": "127.0.0.1",
        "smtp_port": post.port,
        "smtp_tls": "none",
        "mail_from": "rialto@example.org",
        "public_url": "https://rialto.example.org",
    }


def secret_in(message: EmailMessage, what: str) -> str:
    found = re.search(rf"https://rialto\.example\.org/me#{what}=([\w-]{{22}})", text_of(message))
    assert found is not None
    return found[1]


def text_of(message: EmailMessage) -> str:
    return str(message.get_content())
