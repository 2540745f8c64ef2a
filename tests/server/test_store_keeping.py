"""What every store engine promises to whoever keeps it: to delete, forget, report and list."""

from rialto.server.store import (
    Blocked,
    Link,
    Notice,
    Report,
    Session,
    Spoken,
    Store,
    Token,
)
from tests.server.storing import (
    ANNA,
    BEN,
    HOST,
    entry,
    keep,
    table,
    the_table,
    write,
)


async def test_a_table_is_deleted_with_all_of_it(store: Store) -> None:
    await keep(store, table("t", leavers={BEN: {1}}))
    await keep(store, table("u"))
    await write(
        store,
        lambda c: c.append("t", [entry(0), entry(1)]),
        lambda c: c.append("u", [entry(0)]),
        lambda c: c.add_link(Link(secret=b"secret", table="t", seat=1)),
        lambda c: c.remember_leaver("t", 1, BEN),
        lambda c: c.add_notice("t", Notice(1, 5, 0, "left", 1, "Ben"), 9),
    )
    await write(store, lambda c: c.delete_table("t"))
    assert (await store.table("t"), await store.entries("t")) == (None, [])
    assert await store.link(b"secret") is None
    assert len(await store.entries("u")) == 1
    await keep(store, table("t"))
    assert (await the_table(store)).notices == []


async def test_tables_that_nobody_wants_are_found(store: Store) -> None:
    await keep(store, table("old", updated=10))
    await keep(store, table("sat-down", updated=10))
    await write(store, lambda c: c.add_notice("sat-down", Notice(1, 50, 0, "seated", 1, "Ben"), 9))
    await keep(store, table("new", updated=50))
    await keep(store, table("idle", updated=10, status="running"))
    await keep(store, table("played", updated=10, status="running"))
    await write(store, lambda c: c.append("played", [entry(0, "a-move")._replace(at=50)]))
    for name, late in {
        "stand-in": entry(0, "bot-1-move"), "chance": entry(0), "returned": entry(0, what="back")
    }.items():  # fmt: skip
        await keep(store, table(name, updated=10, status="running"))
        await write(store, lambda c, n=name, e=late: c.append(n, [e._replace(at=50)]))  # type: ignore[misc]
    await keep(store, table("talked", updated=10, status="running"))
    said = Spoken(n=1, at=50, version=0, seat=0, name="Ben", reaction=None, text="Ciao")
    await write(store, lambda c: c.add_spoken("talked", said, b"ben", 9))
    await keep(store, table("over", updated=10, status="over"))
    assert await store.tables_waiting_since(50) == ["old"]
    assert sorted(await store.tables_idle_since(50)) == ["chance", "idle", "stand-in"]


async def test_what_was_not_used_is_forgotten(store: Store) -> None:
    await keep(
        store, table("t", host=b"session-host", holders={b"session-seat": {0}, b"token-seat": {1}})
    )
    for name, seen in (("old", 10), ("host", 30), ("seat", 30), ("seatless", 30), ("new", 50)):
        session = Session(secret=name.encode(), who=f"session-{name}".encode(), seen=seen)
        await write(store, lambda c, session=session: c.keep_session(session))  # type: ignore[misc]
    await write(
        store,
        lambda c: c.keep_token(b"token-old", "Bot", 10),
        lambda c: c.keep_token(b"token-seat", "Bot", 10),
        lambda c: c.keep_token(b"token-new", "Bot", 50),
        lambda c: c.keep_record("old", 10, b"{}"),
        lambda c: c.keep_record("new", 50, b"{}"),
        lambda c: c.add_link(Link(secret=b"link-old", table="t", seat=0, expires=10)),
        lambda c: c.add_link(Link(secret=b"link-seat", table="t", seat=0)),
    )
    await write(
        store,
        lambda c: c.forget_sessions(unseen_since=20, seatless_since=40),
        lambda c: c.forget_tokens(unused_since=20),
        lambda c: c.forget_records(unused_since=20),
        lambda c: c.forget_links(expired_before=20),
    )
    names = (b"old", b"host", b"seat", b"seatless", b"new")
    assert [n for n in names if await store.session(n)] == [b"host", b"seat", b"new"]
    tokens = (b"token-old", b"token-seat", b"token-new")
    assert [t for t in tokens if await store.token_used(t) is not None] == list(tokens[1:])
    assert [r for r in ("old", "new") if await store.record(r)] == ["new"]
    assert [s for s in (b"link-old", b"link-seat") if await store.link(s)] == [b"link-seat"]


async def test_it_can_prove_that_it_writes(store: Store) -> None:
    assert await store.last_alive() is None
    for at in (1, 2):
        await write(store, lambda c, at=at: c.prove_alive(at))  # type: ignore[misc]
        assert await store.last_alive() == at


def report(text: str, name: str = "t") -> Report:
    return Report(at=7, table=name, seat=1, name="Ben", who=BEN, by=0, by_who=ANNA, text=text)


async def test_reports_are_kept_and_deleted(store: Store) -> None:
    await write(store, lambda c: c.add_report(report("rude")))
    await write(store, lambda c: c.add_report(report("slow", "u")))
    told = await store.reports()
    assert [(r.id, r.text) for r in told] == [(1, "rude"), (2, "slow")]
    assert (told[0].who, told[0].by_who, told[0].name) == (BEN, ANNA, "Ben")
    assert [r.text for r in await store.reports("u")] == ["slow"]
    await write(store, lambda c: c.delete_report(1))
    assert [r.id for r in await store.reports()] == [2]
    await write(store, lambda c: c.forget_reports(before=8))
    assert await store.reports() == []


async def test_a_host_blocks_somebody_once(store: Store) -> None:
    for name in ("Ben", "Benjamin"):
        await write(store, lambda c, name=name: c.block(HOST, Blocked(BEN, name, 3)))  # type: ignore[misc]
    assert await store.is_blocked(HOST, BEN)
    assert not await store.is_blocked(ANNA, BEN)
    assert await store.blocked_by(HOST) == [Blocked(BEN, "Ben", 3)]
    await write(store, lambda c: c.unblock(HOST, BEN))
    assert not await store.is_blocked(HOST, BEN)


async def test_a_name_is_forgotten_wherever_it_is(store: Store) -> None:
    await keep(store, table("t"))
    await write(
        store,
        lambda c: c.take_seat("t", 1, "Benjamin"),
        lambda c: c.add_notice("t", Notice(1, 5, 0, "seated", 1, "Benjamin"), 9),
        lambda c: c.add_notice("t", Notice(2, 5, 0, "seated", 0, "Anna"), 9),
    )
    await write(store, lambda c: c.forget_name("t", 1, "Bruno"))
    kept = await the_table(store)
    assert [seat.name for seat in kept.seats] == ["Anna", "Bruno"]
    assert kept.setup["names"] == ["Anna", "Bruno"]
    assert [notice.name for notice in kept.notices] == ["Bruno", "Anna"]


async def test_a_person_is_forgotten_wherever_they_are(store: Store) -> None:
    await keep(store, table("t", host=ANNA, leavers={}, holders={ANNA: {0}, BEN: {1}}))
    await write(
        store,
        lambda c: c.keep_session(Session(secret=b"cookie", who=ANNA, seen=9)),
        lambda c: c.add_link(Link(secret=b"link", table="t", seat=0)),
        lambda c: c.use_link(b"link", ANNA),
        lambda c: c.block(ANNA, Blocked(BEN, "Ben", 3)),
        lambda c: c.add_report(report("rude")),
    )
    await write(store, lambda c: c.forget_person(ANNA))
    kept = await the_table(store)
    assert (kept.host, kept.holders) == (b"", {BEN: {1}})
    assert await store.session(b"cookie") is None
    assert not await store.is_blocked(ANNA, BEN)
    assert [r.by_who for r in await store.reports()] == [b""]
    link = await store.link(b"link")
    assert link is not None
    assert link.used_by == b"", "it does not become good again"


async def test_whoever_runs_the_server_sees_all(store: Store) -> None:
    await keep(store, table("old", updated=10, status="over"))
    await keep(store, table("new", updated=50, status="abandoned"))
    await keep(store, table("on", updated=20, status="running"))
    assert [t.id for t in await store.all_tables(None, 9)] == ["new", "on", "old"]
    assert [t.id for t in await store.all_tables("over", 9)] == ["old"]
    assert [t.id for t in await store.all_tables(None, 1)] == ["new"]
    assert await store.tables_ended_before(50) == ["old"]
    await write(
        store,
        lambda c: c.keep_token(b"\xab\xcd", "Bot", 3),
        lambda c: c.keep_session(Session(secret=b"cookie", who=b"\xab\xee", seen=9)),
        lambda c: c.keep_record("r", 4, b"{}"),
    )
    assert await store.tokens() == [Token(b"\xab\xcd", "Bot", 3, 3)]
    assert [(r.id, r.created, r.used, r.size) for r in await store.records()] == [("r", 4, 4, 2)]
    assert await store.people("ab") == [b"\xab\xcd", b"\xab\xee"]
    assert await store.people("ABC") == [b"\xab\xcd"]
    assert await store.people("cd") == []
    await write(store, lambda c: c.delete_record("r"), lambda c: c.forget_person(b"\xab\xcd"))
    assert (await store.records(), await store.tokens()) == ([], [])
