"""A push service for one browser, which opens what is sent there."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from rialto.server.notify.sealing import (
    derive,
    new_key,
    point,
    private_key,
    public_key,
    to_text,
)
from tests.server.live import Json


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
