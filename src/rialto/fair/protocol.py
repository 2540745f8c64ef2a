"""The published rule: commitment, seals, and the key that all draws of a game follow from.

Server, terminal and page compute the same; `web/src/lib/fair/protocol.ts` is the page's twin, and
both are held to tests/fair/vectors.json. A change here is another protocol with another name.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any, Final

PROTOCOL: Final = "rialto-fair-1"
SIZE: Final = 32
"""Bytes of a secret, a number, a hash or a key."""


def framed(*parts: bytes) -> bytes:
    """Each part after its length, so that no two lists of parts are the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def digest(purpose: str, *parts: bytes) -> bytes:
    """SHA-256, of its own for each purpose."""
    return hashlib.sha256(framed(f"{PROTOCOL} {purpose}".encode(), *parts)).digest()


def canonical(options: dict[str, Any]) -> bytes:
    """JSON with sorted keys and no spaces, in UTF-8."""
    return json.dumps(options, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commitment_to(secret: bytes, game: str, options: dict[str, Any]) -> bytes:
    """What the server publishes before anybody sits."""
    return digest("commitment", secret, game.encode(), canonical(options))


def seal_of(number: bytes) -> bytes:
    """What a page sends of its number before it opens it."""
    return digest("seal", number)


def key_of(secret: bytes, game: str, attempt: int, numbers: Sequence[tuple[int, bytes]]) -> bytes:
    """HKDF (RFC 5869) with SHA-256: the secret, salted with every player's number by seat."""
    parts = [part for seat, number in sorted(numbers) for part in (str(seat).encode(), number)]
    salt = digest("numbers", str(attempt).encode(), *parts)
    extracted = hmac.digest(salt, secret, "sha256")
    info = framed(f"{PROTOCOL} draws".encode(), game.encode())
    return hmac.digest(extracted, info + b"\x01", "sha256")
