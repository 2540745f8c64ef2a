"""A person on several devices: a code that carries them over, and devices that are signed out.

Without accounts a person is a key that the first session was given. A code gives another session
the same key, so seats, results and everything else are theirs there, too. What the other device
had of its own comes along.
"""

import base64
import hashlib
import re
from typing import Final

from rialto.server.auth import SECRET_BYTES, Secrets, hash_of
from rialto.server.closing import COME_AGAIN
from rialto.server.store import Session
from rialto.server.table.hall import Hall
from rialto.server.trouble import Trouble

GROUP: Final = 4
MOST_TABLES: Final = 1000


# ── codes ──


def new_code(secrets: Secrets) -> str:
    """128 bits, in letters and digits that can be read out and typed."""
    letters = base64.b32encode(secrets.octets(SECRET_BYTES)).decode().rstrip("=").lower()
    return "-".join(letters[i : i + GROUP] for i in range(0, len(letters), GROUP))


def code_hash(code: str) -> bytes:
    """However it was typed."""
    return hash_of(re.sub(r"[\s-]", "", code).lower())


async def make_code(hall: Hall, who: bytes) -> str:
    """It is shown now and never again; an earlier one is no longer good."""
    code = new_code(hall.services.secrets)
    changes = hall.services.store.transaction()
    changes.keep_code(code_hash(code), who, hall.services.now())
    await hall.services.write(changes)
    return code


async def withdraw_code(hall: Hall, who: bytes) -> None:
    changes = hall.services.store.transaction()
    changes.drop_codes(who)
    await hall.services.write(changes)


async def enter_code(hall: Hall, code: str, who: bytes | None) -> bytes:
    """Whose it is. The code is used up, and everybody at their tables is told; whatever `who` had
    is theirs from now on."""
    found = await hall.services.store.code(code_hash(code))
    if found is None:
        raise Trouble("no_code")
    if found.used:
        raise Trouble("code_used")
    if found.who == who:
        return who
    changes = hall.services.store.transaction()
    changes.use_code(code_hash(code))
    moved = [] if who is None else await hall.services.store.tables_held(who)
    if who is not None:
        changes.join_person(who, found.who)
    await hall.services.write(changes)
    if who is not None:
        load_anew(hall, who)
    await tell_tables(hall, found.who, moved)
    return found.who


def load_anew(hall: Hall, who: bytes) -> None:
    """Tables in memory still know them by the key that they had."""
    for table in list(hall.tables.values()):
        if who == table.header.host or who in table.holders or who in table.leavers:
            hall.out_of_sync(table)


async def tell_tables(hall: Hall, who: bytes, moved: list[str]) -> None:
    held = await hall.services.store.tables_held(who)
    for name in list(dict.fromkeys([*moved, *held]))[:MOST_TABLES]:
        table = await hall.get(name)
        async with table.change() as change:
            for seat in sorted(table.holders.get(who, set())):
                change.notice("device", seat)


# ── devices ──


def sign_of(session: Session) -> str:
    """A name for a device that opens nothing."""
    return hashlib.sha256(b"device" + session.secret).hexdigest()[:16]


async def sign_out(hall: Hall, who: bytes, device: str) -> Session:
    """It is unknown from now on; what it shows is closed, and the others come again."""
    sessions = await hall.services.store.sessions_of(who)
    gone = next((session for session in sessions if sign_of(session) == device), None)
    if gone is None:
        raise Trouble("no_device")
    changes = hall.services.store.transaction()
    changes.drop_session(gone.secret)
    await hall.services.write(changes)
    return gone


def close_lines(hall: Hall, who: bytes) -> None:
    for table in hall.tables.values():
        for seat in table.holders.get(who, set()):
            table.display.drop(seat, COME_AGAIN)
