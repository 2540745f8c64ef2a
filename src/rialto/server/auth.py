"""Who is who, without accounts.

A seat link carries a 128-bit secret in the URL fragment, which browsers never send; the page posts
it once and gets an HttpOnly cookie. Programs carry a bearer token instead. Only hashes of any of
them are stored: a stolen database opens no seat.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Final

COOKIE: Final = "rialto"
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
    """A browser or a program, known by the hash of what it carries; nobody has none."""

    key: bytes | None
    program: bool = False


NOBODY: Final = Who(None)


class Secrets:
    """Makes secrets and names; the source of entropy is injected."""

    def __init__(self, entropy: Entropy = secrets.token_bytes) -> None:
        self._entropy = entropy

    def secret(self) -> str:
        return to_text(self._entropy(SECRET_BYTES))

    def token(self) -> str:
        return TOKEN_PREFIX + self.secret()

    def table_name(self) -> str:
        # 31 letters in 256 values: the remainder shifts odds by a hair; 58 bits are plenty.
        letters = self._entropy(TABLE_LENGTH)
        return "".join(TABLE_LETTERS[b % len(TABLE_LETTERS)] for b in letters)


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def hashed(secret: str) -> bytes:
    """The secrets have 128 bits of entropy, so a plain hash cannot be searched."""
    return hashlib.sha256(secret.encode()).digest()


def who_is(headers: dict[str, str]) -> Who:
    """From the Authorization header, else the cookie."""
    authorization = headers.get("authorization", "")
    if authorization[:7].lower() == "bearer ":
        token = authorization[7:].strip()
        if token.startswith(TOKEN_PREFIX) and len(token) == len(TOKEN_PREFIX) + SECRET_LENGTH:
            return Who(hashed(token), program=True)
        return NOBODY
    session = session_of(headers.get("cookie", ""))
    return Who(hashed(session)) if session else NOBODY


def session_of(cookies: str) -> str | None:
    try:
        morsel = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    value = morsel.value if morsel else ""
    return value if len(value) == SECRET_LENGTH and value.isascii() else None


def cookie_header(session: str, *, secure: bool) -> str:
    """Strict would drop the seat of somebody who follows a link from a chat, so Lax."""
    age = COOKIE_DAYS * 24 * 3600
    tail = "; Secure" if secure else ""
    return f"{COOKIE}={session}; HttpOnly; SameSite=Lax; Path=/; Max-Age={age}{tail}"
