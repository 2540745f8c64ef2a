"""What every store engine promises of people and what is kept beside the tables."""

import msgspec
import pytest

from rialto.server.store import (
    Delivery,
    MailAddress,
    Session,
    Store,
    StoreConflict,
    Subscription,
)
from tests.server.storing import ANNA, BEN, keep, table, write


async def test_sessions(store: Store) -> None:
    assert await store.session(b"s") is None
    session = Session(secret=b"s", who=ANNA, seen=3)
    await write(store, lambda c: c.keep_session(session))
    assert await store.session(b"s") == session
    later = msgspec.structs.replace(session, seen=9, until=20)
    await write(store, lambda c: c.keep_session(later))
    assert await store.session(b"s") == later


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


async def test_mail_is_confirmed_and_ended_by_its_links(store: Store) -> None:
    kept = MailAddress(
        who=ANNA, address="a@example.org", lang="hu", confirmed=False, quiet_from=22, quiet_to=None,
        offset_min=60, zone="Europe/Prague", at=5,
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
    again = store.transaction()
    again.keep_mail(kept, b"yes", b"stop")
    again.drop_mail(ANNA)
    await again.commit()
    assert await store.mail_of(ANNA) is None


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


async def test_a_key_of_our_own_is_kept_as_it_was_first(store: Store) -> None:
    for body in (b"first", b"second"):
        changes = store.transaction()
        changes.keep_own_key("push", body)
        await changes.commit()
    assert await store.own_key("push") == b"first"
    assert await store.own_key("other") is None


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
