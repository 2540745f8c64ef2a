"""Connections to PostgreSQL, and its complaints in one line of ours."""

import itertools
import re
from functools import lru_cache
from typing import Any, Final, TypeAlias

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.types.numeric import Int8Dumper

from rialto.server.places import Url
from rialto.server.store.errors import (
    StoreConflict,
    StoreError,
    StoreFull,
)

OLDEST: Final = 13
"""It can say of a transaction whether it was committed, and is the oldest that we have tried."""
USUAL: Final = {
    "application_name": "rialto",
    "client_encoding": "utf8",
    "connect_timeout": "5",
    # A server that is cut off is noticed in seconds, not in hours.
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
READING: Final = (
    "SET default_transaction_isolation = 'repeatable read'",
    "SET default_transaction_read_only = on",
)
WRITING: Final = (
    "SET synchronous_commit = on",
    "SET lock_timeout = '10s'",
    # Whoever is paused in the middle of a transaction keeps nobody else waiting for long.
    "SET idle_in_transaction_session_timeout = '3s'",
)
Connection: TypeAlias = "psycopg.Connection[Any]"


def connect(url: Url, settings: tuple[str, ...] = ()) -> Connection:
    """Each statement is a transaction unless one is begun. What is wrong is said in one line."""
    try:
        given = conninfo_to_dict(url.secret)
        usual = {name: value for name, value in USUAL.items() if name not in given}
        wanted = make_conninfo(url.secret, **usual)
    except psycopg.Error as error:
        # Its words may hold a part of the password, but for these.
        why = str(error).strip()
        told = why if why.startswith("invalid URI query parameter") else "it cannot be read"
        raise StoreError(f"{url}: the connection string is wrong: {told}") from None
    try:
        db = psycopg.connect(wanted, autocommit=True, cursor_factory=psycopg.RawCursor)
        db.adapters.register_dumper(int, Int8Dumper)
        for setting in settings:
            db.execute(setting.encode())
    except (psycopg.Error, UnicodeError, OSError) as error:
        raise NoServer(f"{url}: {one_line(error)}") from None
    return db


class NoServer(StoreError):
    """There is no connection; nothing was written."""


@lru_cache(maxsize=1024)
def dollars(sql: str) -> bytes:
    """`?` and `?2` as `$1` and `$2`."""
    count = itertools.count(1)
    return re.sub(r"\?(\d*)", lambda mark: f"${mark[1] or next(count)}", sql).encode()


def one_line(error: BaseException) -> str:
    return " ".join(str(error).split())


def translate(error: Exception) -> StoreError:
    """PostgreSQL's complaints in our words."""
    if isinstance(error, StoreError):
        return error
    if isinstance(error, psycopg.errors.DiskFull):
        return StoreFull("the disk is full")
    if isinstance(error, psycopg.IntegrityError):
        return StoreConflict(one_line(error))
    return StoreError(f"the store failed: {one_line(error)}")
