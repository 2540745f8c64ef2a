"""What every store engine promises of seats: who has them, and the links to them."""

import msgspec
import pytest

from rialto.server.store import (
    KeptSeat,
    Link,
    Store,
    StoreConflict,
)
from tests.server.storing import ANNA, BEN, keep, table, the_table, write


async def test_seats_change_hands(store: Store) -> None:
    await keep(store, table())
    await write(store, lambda c: c.take_seat("t", 1, "Zoe"))
    assert (await the_table(store)).seats[1] == KeptSeat("person", None, "Zoe")
    await write(store, lambda c: c.mark_hinted("t", 0))
    assert [s.hinted for s in (await the_table(store)).seats] == [True, False]
    await write(store, lambda c: c.mark_away("t", 1, True), lambda c: c.rename("t", 0, "Ada"))
    assert [(s.name, s.away) for s in (await the_table(store)).seats] == [
        ("Ada", False),
        ("Zoe", True),
    ]
    await write(store, lambda c: c.mark_away("t", 1, False), lambda c: c.free_seat("t", 1, "Ben"))
    assert (await the_table(store)).seats[1] == KeptSeat("empty", None, "Ben")
    await write(store, lambda c: c.seat_bot("t", 1, "merchant"))
    assert (await the_table(store)).seats[1] == KeptSeat("bot", "merchant", "Ben")


async def test_only_a_free_seat_is_taken(store: Store) -> None:
    await keep(store, table())
    for taken in (
        lambda c: c.take_seat("t", 0, "Zoe"),
        lambda c: c.seat_bot("t", 0, "merchant"),
        lambda c: c.take_seat("t", 7, "Zoe"),
        lambda c: c.take_seat("nowhere", 0, "Zoe"),
    ):
        with pytest.raises(StoreConflict):
            await write(store, lambda c: c.hold("t", 0, BEN), taken)
    kept = await the_table(store)
    assert (kept.seats[0], kept.holders) == (KeptSeat("person", None, "Anna"), {ANNA: {0}})


async def test_holders_and_leavers_come_and_go(store: Store) -> None:
    await keep(store, table())
    await write(store, lambda c: c.hold("t", 1, BEN), lambda c: c.hold("t", 0, BEN))
    assert (await the_table(store)).holders == {ANNA: {0}, BEN: {0, 1}}
    await write(store, lambda c: c.let_go("t", 0, but=ANNA))
    assert (await the_table(store)).holders == {ANNA: {0}, BEN: {1}}
    await write(store, lambda c: c.let_go("t", 1), lambda c: c.remember_leaver("t", 1, BEN))
    assert ((await the_table(store)).holders, (await the_table(store)).leavers) == (
        {ANNA: {0}},
        {BEN: {1}},
    )
    assert [t.id for t in await store.tables_of(BEN, 9)] == ["t"], "to come back to it"
    await write(store, lambda c: c.forget_leavers("t", 1))
    assert (await the_table(store)).leavers == {}


async def test_a_seat_is_opened_once_and_for_all(store: Store) -> None:
    await keep(store, table())
    assert not (await the_table(store)).seats[0].opened
    await write(store, lambda c: c.mark_opened("t", 0))
    assert [seat.opened for seat in (await the_table(store)).seats] == [True, False]


async def test_a_link_is_used_once(store: Store) -> None:
    await keep(store, table())
    link = Link(secret=b"secret", table="t", seat=1)
    device = Link(secret=b"device", table="t", seat=0, device=True, expires=99)
    await write(store, lambda c: c.add_link(link), lambda c: c.add_link(device))
    assert [await store.link(s) for s in (b"secret", b"device", b"x")] == [link, device, None]
    assert (await the_table(store)).invited == {1}
    await write(store, lambda c: c.use_link(b"secret", BEN))
    assert await store.link(b"secret") == msgspec.structs.replace(link, used_by=BEN)
    assert (await the_table(store)).invited == set()
    for who in (BEN, ANNA):
        with pytest.raises(StoreConflict):
            await write(store, lambda c, who=who: c.use_link(b"secret", who))  # type: ignore[misc]


async def test_links_to_a_seat_are_dropped(store: Store) -> None:
    await keep(store, table())
    for secret, seat, used_by in (
        (b"0", 1, None),
        (b"1", 1, ANNA),
        (b"2", 1, BEN),
        (b"3", 0, ANNA),
    ):
        link = Link(secret=secret, table="t", seat=seat, used_by=used_by)
        await write(store, lambda c, link=link: c.add_link(link))  # type: ignore[misc]

    async def left() -> list[bytes]:
        return [s for s in (b"0", b"1", b"2", b"3") if await store.link(s)]

    await write(store, lambda c: c.drop_links("t", 1, but_of=BEN))
    assert await left() == [b"2", b"3"]
    await write(store, lambda c: c.drop_links("t", 1))
    assert await left() == [b"3"]


async def test_one_link_for_a_group(store: Store) -> None:
    await keep(store, table(group_link=b"all"))
    await keep(store, table("u"))
    assert await store.group(b"all") == "t"
    await write(store, lambda c: c.set_group_link("t", b"new"))
    assert (await store.group(b"all"), await store.group(b"new")) == (None, "t")
    assert (await the_table(store)).group_link == b"new"
    await write(store, lambda c: c.set_group_link("t", None))
    assert await store.group(b"new") is None
