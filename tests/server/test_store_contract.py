"""What every store engine promises."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from rialto.fair.section import Missing
from rialto.server.store import (
    Delivery,
    Entry,
    KeptDays,
    KeptFair,
    KeptSeat,
    KeptTable,
    Link,
    MailAddress,
    Notice,
    Part,
    Proposal,
    Result,
    Session,
    Spoken,
    Store,
    StoreClosed,
    StoreConflict,
    StoreError,
    Subscription,
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


async def the_table(store: Store) -> KeptTable:
    kept = await store.table("t")
    assert kept is not None
    return kept


async def test_seats_change_hands(store: Store) -> None:
    await keep(store, table())
    await write(store, lambda c: c.take_seat("t", 1, "Zoe"))
    assert (await the_table(store)).seats[1] == KeptSeat("person", None, "Zoe")
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


async def test_one_link_for_a_group(store: Store) -> None:
    await keep(store, table(group_link=b"all"))
    await keep(store, table("u"))
    assert await store.group(b"all") == "t"
    await write(store, lambda c: c.set_group_link("t", b"new"))
    assert (await store.group(b"all"), await store.group(b"new")) == (None, "t")
    assert (await the_table(store)).group_link == b"new"
    await write(store, lambda c: c.set_group_link("t", None))
    assert await store.group(b"new") is None


async def test_a_seat_is_opened_once_and_for_all(store: Store) -> None:
    await keep(store, table())
    assert not (await the_table(store)).seats[0].opened
    await write(store, lambda c: c.mark_opened("t", 0))
    assert [seat.opened for seat in (await the_table(store)).seats] == [True, False]


async def test_a_hidden_table_is_not_listed(store: Store) -> None:
    await keep(store, table())

    async def listed() -> list[list[str]]:
        return [[t.id for t in await store.tables_of(who, 9)] for who in (HOST, ANNA)]

    await write(store, lambda c: c.hide_table("t", ANNA))
    await write(store, lambda c: c.hide_table("t", ANNA))
    assert await listed() == [["t"], []]
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


async def test_sessions(store: Store) -> None:
    assert await store.session(b"s") is None
    session = Session(secret=b"s", who=ANNA, seen=3)
    await write(store, lambda c: c.keep_session(session))
    assert await store.session(b"s") == session
    later = msgspec.structs.replace(session, seen=9, until=20)
    await write(store, lambda c: c.keep_session(later))
    assert await store.session(b"s") == later


async def test_a_log_has_no_gap(store: Store) -> None:
    await keep(store, table())
    with pytest.raises(StoreConflict):
        await write(store, lambda c: c.append("t", [entry(0), entry(2)]))
    assert await store.entries("t") == []


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


async def test_games_begin_and_end(store: Store) -> None:
    await keep(store, table())
    await write(store, lambda c: c.set_status("t", "running", 4))
    kept = await store.table("t")
    assert kept is not None
    assert (kept.status, kept.updated, kept.result) == ("running", 4, None)
    result = Result([30, 40], [1, 0])
    await write(
        store, lambda c: c.set_status("t", "over", 6, result), lambda c: c.set_rematch("t", "u")
    )
    kept = await store.table("t")
    assert kept is not None
    assert (kept.status, kept.result, kept.rematch) == ("over", result, "u")


async def test_records_and_tokens(store: Store) -> None:
    assert await store.record("r") is None
    await write(
        store,
        lambda c: c.keep_record("r", 3, b"{}"),
        lambda c: c.keep_token(b"token", "Bot", 3),
    )
    assert await store.record("r") == (b"{}", 3)
    assert (await store.count_records(), await store.count_tokens()) == (1, 1)
    assert await store.token_used(b"token") == 3
    assert await store.token_used(b"another") is None
    await write(store, lambda c: c.keep_review("r", "quick", b"old"))
    await write(store, lambda c: c.keep_review("r", "quick", b"new"))
    await write(store, lambda c: c.keep_review("other", "deep", b"other"))
    assert await store.review("r", "quick") == b"new"
    assert await store.review("r", "deep") is None
    await write(store, lambda c: c.use_record("r", 8), lambda c: c.use_token(b"token", 9))
    assert await store.record("r") == (b"{}", 8)
    assert await store.token_used(b"token") == 9
    await write(store, lambda c: c.forget_records(8))
    assert await store.review("r", "quick") == b"new"
    await write(store, lambda c: c.forget_records(9))
    assert await store.review("r", "quick") is None
    assert await store.review("other", "deep") == b"other"


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


async def test_a_code_is_good_once_and_there_is_one(store: Store) -> None:
    changes = store.transaction()
    changes.keep_code(b"first", ANNA, 1)
    changes.keep_code(b"second", ANNA, 2)
    await changes.commit()
    assert await store.code(b"first") is None
    made = await store.code_of(ANNA)
    assert made is not None and (made.at, made.used) == (2, False)
    changes = store.transaction()
    changes.use_code(b"second")
    await changes.commit()
    again = store.transaction()
    again.use_code(b"second")
    with pytest.raises(StoreConflict):
        await again.commit()
    gone = store.transaction()
    gone.drop_codes(ANNA)
    await gone.commit()
    assert await store.code(b"second") is None


async def test_two_are_one_person(store: Store) -> None:
    changes = store.transaction()
    changes.create_table(table("t", holders={ANNA: {0}, BEN: {0, 1}}, host=BEN))
    changes.keep_session(Session(secret=b"s", who=BEN, seen=1, created=1, device="Firefox"))
    await changes.commit()
    changes = store.transaction()
    changes.join_person(BEN, ANNA)
    await changes.commit()
    found = await store.table("t")
    assert found is not None
    assert (found.host, found.holders) == (ANNA, {ANNA: {0, 1}})
    assert [s.device for s in await store.sessions_of(ANNA)] == ["Firefox"]
    changes = store.transaction()
    changes.drop_session(b"s")
    await changes.commit()
    assert await store.sessions_of(ANNA) == []


def subscription(endpoint: str, at: int, who: bytes = ANNA) -> Subscription:
    return Subscription(
        endpoint=endpoint, who=who, session=b"s", key=b"k", auth=b"a", lang="pl", at=at
    )


async def test_subscriptions_are_few_and_go_with_their_session(store: Store) -> None:
    changes = store.transaction()
    changes.keep_session(Session(secret=b"s", who=ANNA, seen=1))
    for n in range(4):
        changes.subscribe(subscription(f"e{n}", n), 3)
    await changes.commit()
    assert [sub.endpoint for sub in await store.subscriptions_of(ANNA)] == ["e1", "e2", "e3"]
    changes = store.transaction()
    changes.subscribe(subscription("e1", 9, BEN), 3)
    changes.unsubscribe("e2", BEN)
    changes.unsubscribe("e3", ANNA)
    await changes.commit()
    assert await store.subscriptions_of(ANNA) == [subscription("e2", 2)]
    assert [sub.endpoint for sub in await store.subscriptions_of(BEN)] == ["e1"]
    changes = store.transaction()
    changes.drop_session(b"s")
    await changes.commit()
    assert await store.subscriptions_of(ANNA) == []


async def test_a_key_of_our_own_is_kept_as_it_was_first(store: Store) -> None:
    for body in (b"first", b"second"):
        changes = store.transaction()
        changes.keep_own_key("push", body)
        await changes.commit()
    assert await store.own_key("push") == b"first"
    assert await store.own_key("other") is None


async def test_mail_is_confirmed_and_ended_by_its_links(store: Store) -> None:
    kept = MailAddress(
        who=ANNA, address="a@example.org", lang="hu", confirmed=False, quiet_from=22, quiet_to=None,
        offset_min=60, at=5,
    )  # fmt: skip
    changes = store.transaction()
    changes.keep_mail(kept, b"yes", b"stop")
    await changes.commit()
    assert await store.mail_of(ANNA) == kept
    assert await store.mailed_at("a@example.org") == 5
    assert await store.mailed_at("b@example.org") is None
    changes = store.transaction()
    changes.confirm_mail(b"yes")
    await changes.commit()
    assert await store.mail_of(ANNA) == msgspec.structs.replace(kept, confirmed=True)
    for wrong in (store.transaction(), store.transaction()):
        wrong.confirm_mail(b"no")
        with pytest.raises(StoreConflict):
            await wrong.commit()
    changes = store.transaction()
    changes.stop_mail(b"stop")
    await changes.commit()
    assert await store.mail_of(ANNA) is None


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


async def test_messages_on_their_way(store: Store) -> None:
    """Of one table the newest goes to a place; they go with their person or their table."""

    def sent(name: str, target: str = "e1", due: int = 5, where: str = "t") -> Delivery:
        return Delivery(
            id=name, way="push", who=ANNA, target=target, kind="turn", table=where, due=due
        )

    await keep(store, table())
    for one in (sent("a"), sent("b", "e2", 9), sent("c", where="u"), sent("d", due=7)):
        await write(store, lambda c, one=one: c.keep_delivery(one))  # type: ignore[misc]
    assert [one.id for one in await store.deliveries(9)] == ["c", "d", "b"]
    assert await store.delivery("a") is None, "d has taken its place"
    await write(store, lambda c: c.put_off_delivery("d", 1, 99))
    assert await store.delivery("d") == msgspec.structs.replace(sent("d"), tries=1, due=99)
    assert [one.id for one in await store.deliveries(2)] == ["c", "b"]
    await write(store, lambda c: c.delete_table("t"))
    assert [one.id for one in await store.deliveries(9)] == ["c"]
    await write(store, lambda c: c.keep_delivery(sent("e", "e3")))
    await write(store, lambda c: c.drop_delivery("c"))
    await write(store, lambda c: c.join_person(ANNA, BEN))
    assert [one.who for one in await store.deliveries(9)] == [BEN]
    await write(store, lambda c: c.forget_person(BEN))
    assert await store.deliveries(9) == []
