"""What every store engine promises of tables: their parts, and lists of them."""

from typing import Any

import msgspec
import pytest

from rialto.fair.section import Missing
from rialto.server.store import (
    KeptDays,
    KeptFair,
    KeptSeat,
    KeptTable,
    Notice,
    Part,
    Proposal,
    Result,
    Spoken,
    Store,
    StoreConflict,
)
from tests.server.storing import ANNA, BEN, HOST, entry, keep, table, the_table, write


async def test_a_table_is_read_as_it_was_written(store: Store) -> None:
    assert await store.table("t") is None
    assert await store.table_and_log("t") is None
    made = table(open=True, rematch="u", result=Result([5, 3], [0, 1]), status="over")
    await keep(store, made)
    assert await store.table("t") == made
    log = [entry(0), entry(1, "move-id-1")]
    await write(store, lambda c: c.append("t", log))
    assert await store.entries("t") == log
    kept = msgspec.structs.replace(made, version=2)
    assert await store.table_and_log("t") == (kept, log)


async def test_games_begin_and_end(store: Store) -> None:
    await keep(store, table())
    await write(store, lambda c: c.set_status("t", "running", 4))
    kept = await store.table("t")
    assert kept is not None
    assert (kept.status, kept.updated, kept.result) == ("running", 4, None)
    result = Result([30, 40], [1, 0])
    await write(
        store,
        lambda c: c.set_status("t", "over", 6, result),
        lambda c: c.set_rematch("t", "u"),
        lambda c: c.set_host("t", BEN),
    )
    kept = await store.table("t")
    assert kept is not None
    assert (kept.status, kept.result, kept.rematch, kept.host) == ("over", result, "u", BEN)


async def test_a_fair_shuffle_is_kept_beside_the_log(store: Store) -> None:
    await keep(store, table())
    kept = await store.table("t")
    assert kept is not None and kept.fair is None
    first = KeptFair(secret=b"s" * 32, commitment=b"c" * 32, live=False, given=7)
    await keep(store, table("u", fair=first))
    await write(store, lambda c: c.keep_fair("t", first))
    for name in ("t", "u"):
        kept = await store.table(name)
        assert kept is not None and kept.fair == first
    later = msgspec.structs.replace(
        first,
        attempt=2,
        parts=(Part(seat=0), Part(seat=1, seal=b"a" * 32, number=b"n" * 32)),
        missing=(Missing(1, 0, "Žofie"),),
    )
    await write(store, lambda c: c.keep_fair("t", later))
    kept = await store.table("t")
    assert kept is not None and kept.fair == later
    assert await store.entries("t") == [] and kept.version == 0
    with pytest.raises(StoreConflict):
        await write(store, lambda c: c.keep_fair("nowhere", first))
    await write(store, lambda c: c.delete_table("t"))
    assert await store.table("t") is None


async def test_days_are_kept_with_the_table(store: Store) -> None:
    kept = KeptDays(
        since=(5, None), before=(3, None), holiday_ms=(7, 8), holiday_until=(0, 9),
        missed=(True, False),
    )  # fmt: skip
    setup = {"house": {"players": 2}, "names": ["Anna", "Ben"], "clock": None, "days": {"days": 1}}
    changes = store.transaction()
    changes.create_table(table("t", status="running", setup=setup, days=kept))
    await changes.commit()
    found = await store.table("t")
    assert found is not None and found.days == kept
    assert await store.tables_to_wake() == ["t"]
    later = msgspec.structs.replace(kept, since=(None, 6))
    changes = store.transaction()
    changes.keep_days("t", later)
    await changes.commit()
    found = await store.table("t")
    assert found is not None and found.days == later
    changes = store.transaction()
    changes.delete_table("t")
    await changes.commit()
    assert await store.table("t") is None


async def test_of_notices_the_newest_are_kept(store: Store) -> None:
    await keep(store, table())
    told = [Notice(n, 5, 0, "seated", 1, "Zoe") for n in (1, 2, 3)]
    for notice in told:
        await write(store, lambda c, notice=notice: c.add_notice("t", notice, 2))  # type: ignore[misc]
    assert list((await the_table(store)).notices) == told[1:]
    with pytest.raises(StoreConflict):
        await write(store, lambda c: c.add_notice("t", told[2], 2))


async def test_proposals_talk_and_quiet(store: Store) -> None:
    await keep(store, table())
    asked = Proposal(
        n=1, kind="device", seat=0, by=None, who=BEN, at=5, version=0, yes=[1], bots=[1]
    )
    await write(store, lambda c: c.keep_proposals("t", [asked]), lambda c: c.set_quiet("t", True))
    kept = await the_table(store)
    assert (kept.proposals, kept.quiet) == ([asked], True)
    await write(store, lambda c: c.keep_proposals("t", []), lambda c: c.set_quiet("t", False))
    kept = await the_table(store)
    assert (kept.proposals, kept.quiet) == ([], False)
    said = [Spoken(n, 5, 0, None, "Zoe", None, f"line {n}") for n in (1, 2)]
    said.append(Spoken(3, 6, 2, 1, "Ben", "rose", ""))
    for line in said:
        await write(store, lambda c, line=line: c.add_spoken("t", line, BEN, 2))  # type: ignore[misc]
    assert await store.talk("t") == said[1:]
    assert await store.talk("nowhere") == []
    assert (await store.talk_of(BEN), await store.talk_of(ANNA)) == ({"t": said[1:]}, {})
    await write(store, lambda c: c.forget_spoken("t", ANNA))
    assert await store.talk("t") == said[1:]
    await write(store, lambda c: c.forget_spoken("t", BEN))
    assert await store.talk("t") == []


async def test_lists(store: Store) -> None:
    """Public tables with a free seat come first; one's own are listed whether public or not."""
    wanted: dict[str, dict[str, Any]] = {
        "waiting": {"open": True, "updated": 1},
        "running": {"open": True, "updated": 9, "status": "running", "holders": {BEN: {1}}},
        "hidden": {"updated": 5},
        "over": {"open": True, "updated": 7, "status": "over", "result": Result([1, 2], [1, 0])},
        "mine-over": {"updated": 8, "status": "over", "holders": {BEN: {0}}},
        "theirs-over": {"updated": 8, "status": "over"},
        "abandoned": {"open": True, "updated": 6, "status": "abandoned", "holders": {BEN: {0}}},
    }
    for name, given in wanted.items():
        await keep(store, table(name, host=name.encode(), **given))

    def names(tables: list[KeptTable]) -> list[str]:
        return [t.id for t in tables]

    assert names(await store.open_tables(9)) == ["waiting", "running"]
    assert names(await store.open_tables(1)) == ["waiting"]
    assert names(await store.tables_of(BEN, 9)) == ["running", "mine-over", "abandoned"]
    assert names(await store.tables_of(b"hidden", 9)) == ["hidden"]
    assert names(await store.finished_tables(BEN, 9)) == ["mine-over", "over"]
    assert names(await store.finished_tables(None, 9)) == ["over"]
    assert await store.tables_held(BEN) == ["running"]
    assert await store.count_tables() == 3


async def test_a_hidden_table_is_not_listed(store: Store) -> None:
    await keep(store, table())

    async def listed() -> list[list[str]]:
        return [[t.id for t in await store.tables_of(who, 9)] for who in (HOST, ANNA)]

    await write(store, lambda c: c.hide_table("t", ANNA))
    await write(store, lambda c: c.hide_table("t", ANNA))
    assert await listed() == [["t"], []]
    assert await store.all_of(ANNA) == ["t"], "without exception"
    await write(store, lambda c: c.show_table("t", ANNA))
    assert await listed() == [["t"], ["t"]]


async def test_practice_is_not_listed_until_it_is_kept(store: Store) -> None:
    await keep(store, table(practice=True))
    await keep(store, table("over", practice=True, status="over"))
    await keep(store, table("plain"))
    assert await store.practice_tables() == ["over", "t"]
    assert [t.id for t in await store.tables_of(ANNA, 9)] == ["plain"]
    assert await store.finished_tables(ANNA, 9) == []
    await write(store, lambda c: c.keep_practice("over"), lambda c: c.keep_practice("t"))
    assert await store.practice_tables() == []
    assert {t.id for t in await store.tables_of(ANNA, 9)} == {"plain", "over", "t"}
    assert [t.id for t in await store.finished_tables(ANNA, 9)] == ["over"]
    assert not (await the_table(store)).practice


async def test_games_in_which_a_bot_or_a_clock_goes_on_are_found(store: Store) -> None:
    """For somebody: those of bots among themselves wait until they are watched."""
    person, bot = KeptSeat("person", None, "A"), KeptSeat("bot", "merchant", "B")
    away = KeptSeat("person", None, "C", away=True)
    clock = {"clock": {"bank_ms": 1, "increment_ms": 0}}
    wanted: dict[str, dict[str, Any]] = {
        "bot": {"status": "running", "seats": [person, bot]},
        "clock": {"status": "running", "setup": clock},
        "people": {"status": "running"},
        "away": {"status": "running", "seats": [person, away]},
        "over": {"status": "over", "seats": [person, bot]},
        "bots": {"status": "running", "seats": [bot, bot], "setup": clock},
        "all-away": {"status": "running", "seats": [away, bot]},
    }
    for name, given in wanted.items():
        await keep(store, table(name, **given))
    assert sorted(await store.tables_to_wake()) == ["away", "bot", "clock"]
