"""What every store engine promises to whoever writes: all or nothing, once, in order."""

import asyncio

import pytest

from rialto.server.store import (
    Entry,
    Store,
    StoreClosed,
    StoreConflict,
    StoreError,
)
from tests.server.storing import entry, keep, table, write


@pytest.mark.parametrize("second", [entry(0), entry(1, "move-id-0")])
async def test_a_number_or_move_id_is_given_once(store: Store, second: Entry) -> None:
    await keep(store, table())
    await write(store, lambda c: c.append("t", [entry(0, "move-id-0")]))
    with pytest.raises(StoreConflict):
        await write(store, lambda c: c.rename("t", 0, "Zoe"), lambda c: c.append("t", [second]))
    assert [e.seq for e in await store.entries("t")] == [0], "all or none"
    kept = await store.table("t")
    assert kept is not None
    assert kept.seats[0].name == "Anna"


async def test_of_two_who_write_the_same_number_one_is_told(store: Store) -> None:
    await keep(store, table())
    outcomes = await asyncio.gather(
        *(write(store, lambda c: c.append("t", [entry(0)])) for _ in range(5)),
        return_exceptions=True,
    )
    assert [type(o) for o in outcomes if o is not None] == [StoreConflict] * 4
    assert len(await store.entries("t")) == 1


async def test_one_that_cannot_be_written_harms_no_other(store: Store) -> None:
    """Whatever is wrong with it, and whoever is written in the same moment."""
    await keep(store, table())
    broken = Entry(0, 5, "move", 0, "\ud800", 0, None)
    huge = Entry(0, 2**80, "move", 0, "pass", 0, None)
    outcomes = await asyncio.gather(
        write(store, lambda c: c.append("t", [broken])),
        write(store, lambda c: c.append("nowhere", [entry(0)])),
        write(store, lambda c: c.append("t", [huge])),
        write(store, lambda c: c.append("t", [entry(0)])),
        return_exceptions=True,
    )
    assert [isinstance(o, StoreError) for o in outcomes] == [True, True, True, False]
    await write(store, lambda c: c.append("t", [entry(1)]))
    assert [e.seq for e in await store.entries("t")] == [0, 1]


async def test_a_log_has_no_gap(store: Store) -> None:
    await keep(store, table())
    with pytest.raises(StoreConflict):
        await write(store, lambda c: c.append("t", [entry(0), entry(2)]))
    assert await store.entries("t") == []


async def test_what_is_beside_the_log_is_changed_by_one_at_a_time(store: Store) -> None:
    await keep(store, table())
    await write(store, lambda c: c.advance("t", 0), lambda c: c.rename("t", 0, "Antonia"))
    with pytest.raises(StoreConflict):
        await write(store, lambda c: c.advance("t", 0), lambda c: c.rename("t", 0, "Anja"))
    kept = await store.table("t")
    assert kept is not None and (kept.revision, kept.seats[0].name) == (1, "Antonia")
    with pytest.raises(StoreConflict):
        await write(store, lambda c: c.advance("nowhere", 0))


async def test_who_was_behind_reads_only_what_is_new(store: Store) -> None:
    await keep(store, table())
    await keep(store, table("u"))
    log = [entry(n) for n in range(4)]
    await write(store, lambda c: c.append("t", log), lambda c: c.advance("u", 0))
    assert await store.entries("t", 3) == log[3:]
    found = await store.table_and_log("t", 1)
    assert found is not None and (found[0].version, found[1]) == (4, log[1:])
    assert await store.standing(["t", "u", "nowhere"]) == {"t": (4, 0), "u": (0, 1)}


async def test_commits_are_told_of(store: Store) -> None:
    told: list[int] = []
    store.on_commit(lambda size, seconds: told.append(size))
    await keep(store, table())
    with pytest.raises(StoreConflict):
        await keep(store, table())
    assert told == [1]


async def test_closing_finishes_what_was_handed_in(store: Store) -> None:
    await keep(store, table())
    jobs = []
    for n in range(100):
        transaction = store.transaction()
        transaction.append("t", [entry(n)])
        jobs.append(transaction.commit())
    await store.ready()
    await asyncio.to_thread(store.close)
    for job in jobs:
        await job
    with pytest.raises(StoreClosed):
        await write(store, lambda c: c.append("t", [entry(100)]))
    with pytest.raises(StoreClosed):
        await store.entries("t")
