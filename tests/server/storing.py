"""What the tests of stores write, and how."""

from collections.abc import Callable
from typing import Any

import msgspec

from rialto.server.store import (
    Entry,
    KeptSeat,
    KeptTable,
    Store,
    Transaction,
)

HOST, ANNA, BEN = b"host", b"anna", b"ben"


def table(name: str = "t", **given: Any) -> KeptTable:
    plain = KeptTable(
        id=name,
        created=1,
        updated=1,
        rules=1,
        open=False,
        host=HOST,
        setup={"house": {"players": 2}, "names": ["Anna", "Ben"], "clock": None},
        seats=[KeptSeat("person", None, "Anna"), KeptSeat("empty", None, "Ben")],
        holders={ANNA: {0}},
    )
    return msgspec.structs.replace(plain, **given)


def entry(seq: int, move_id: str | None = None, what: str = "move") -> Entry:
    return Entry(seq, 5, what, 0, "pass", 7, move_id)


async def write(store: Store, *changes: Callable[[Transaction], None]) -> None:
    transaction = store.transaction()
    for change in changes:
        change(transaction)
    await transaction.commit()


async def keep(store: Store, made: KeptTable) -> None:
    await write(store, lambda c: c.create_table(made))


async def the_table(store: Store) -> KeptTable:
    kept = await store.table("t")
    assert kept is not None
    return kept
