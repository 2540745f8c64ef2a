"""Who is who, without accounts.

A seat link carries a 128-bit secret in the URL fragment, which browsers never send; the page posts
it once and gets an HttpOnly cookie. Programs carry a bearer token instead. Only hashes of any of
them are stored: a stolen database opens no seat.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

COOKIE: Final = "rialto"
TLS_COOKIE: Final = "__Host-rialto"
"""Under TLS: a cookie of this name can be set by this host alone, and not by a neighbour."""
COOKIE_DAYS: Final = 180
SECRET_BYTES: Final = 16
SECRET_LENGTH: Final = 22
TOKEN_PREFIX: Final = "rialto_"
TABLE_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""No i, l, o, 0, 1: table names are read aloud."""
TABLE_LENGTH: Final = 12

Entropy = Callable[[int], bytes]


@dataclass(frozen=True, slots=True)
class Who:
    """A browser or a program that is known here; nobody has no key."""

    key: bytes | None
    program: bool = False


NOBODY: Final = Who(None)


class Secrets:
    """Makes secrets and names; the source of entropy is injected."""

    def __init__(self, entropy: Entropy = secrets.token_bytes) -> None:
        self._entropy = entropy

    def secret(self) -> str:
        return to_text(self._entropy(SECRET_BYTES))

    def octets(self, size: int) -> bytes:
        return self._entropy(size)

    def token(self) -> str:
        return TOKEN_PREFIX + self.secret()

    def table_name(self) -> str:
        # 31 letters in 256 values: the remainder shifts odds by a hair; 58 bits are plenty.
        letters = self._entropy(TABLE_LENGTH)
        return "".join(TABLE_LETTERS[b % len(TABLE_LETTERS)] for b in letters)


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def hash_of(secret: str) -> bytes:
    """The secrets have 128 bits of entropy, so a plain hash cannot be searched."""
    return hashlib.sha256(secret.encode()).digest()


def bearer(authorization: str) -> str | None:
    """What follows `Bearer`; None if it is another header."""
    return authorization[7:].strip() if authorization[:7].lower() == "bearer " else None


def is_token(text: str) -> bool:
    return text.startswith(TOKEN_PREFIX) and is_secret(text[len(TOKEN_PREFIX) :])


def is_secret(text: str) -> bool:
    return len(text) == SECRET_LENGTH and text.isascii()


def sessions_in(cookies: str, name: str) -> Iterator[str]:
    """What cookies of this name hold. Each is read by itself: whatever a neighbour on the same
    host has put into its own is none of our business."""
    for cookie in cookies.split(";"):
        key, _, value = cookie.strip().partition("=")
        value = value.strip('"')
        if key == name and is_secret(value):
            yield value


def cookie_header(session: str, *, secure: bool) -> str:
    """Strict would drop the seat of somebody who follows a link from a chat, so Lax."""
    age = COOKIE_DAYS * 24 * 3600
    rest = f"HttpOnly; SameSite=Lax; Path=/; Max-Age={age}"
    if secure:
        return f"{TLS_COOKIE}={session}; {rest}; Secure"
    return f"{COOKIE}={session}; {rest}"


def clear_cookie_headers() -> list[str]:
    """Under either name."""
    gone = "=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0"
    return [COOKIE + gone, f"{TLS_COOKIE}{gone}; Secure"]
