"""Somebody wants to be forgotten: their name, their seats, what they said, and the games that are
theirs alone."""

from dataclasses import dataclass

from rialto.server.keeping.desk import Desk
from rialto.server.store import KeptTable, Transaction
from rialto.server.table.making import GUEST_NAMES
from rialto.server.table.shuffle import drop_part, forget_name


@dataclass(slots=True)
class Forgotten:
    deleted: int = 0
    """Tables at which nobody else has sat."""
    left: int = 0
    """Those that are others' too: their name is gone from them."""


async def forget_person(desk: Desk, who: bytes) -> Forgotten:
    """At all their tables, and then their session."""
    done = Forgotten()
    for name in await desk.store.all_of(who):
        if await forget_table(desk, name, who):
            done.deleted += 1
        else:
            done.left += 1
    for name in await desk.store.talk_of(who):  # where they only watched
        async with desk.changing(name) as (_, changes):
            changes.forget_spoken(name, who)
    changes = desk.store.transaction()
    changes.forget_person(who)
    await desk.write(changes)
    desk.forget(who)
    return done


async def forget_table(desk: Desk, name: str, who: bytes) -> bool:
    """Whether it was theirs alone and is deleted."""
    async with desk.changing(name) as (kept, changes):
        mine = seats_of(kept, who)
        taken = set[int]().union(*kept.holders.values(), *kept.leavers.values())
        if taken <= mine and kept.host in (who, b""):
            changes.delete_table(name)
            return True
        for seat in sorted(mine):
            leave_seat(kept, changes, seat)
        leave_shuffle(kept, changes, mine)
        changes.forget_spoken(name, who)
        changes.keep_proposals(name, [p for p in kept.proposals if p.who != who])
        away = [p for p in sorted(mine) if not kept.seats[p].away]
        if kept.status == "running" and away:
            step_away(desk, kept, changes, away)
        if kept.host == who:
            heirs = [w for w, held in kept.holders.items() if held - mine]
            changes.set_host(name, min(heirs, default=b""))
    return False


def seats_of(kept: KeptTable, who: bytes) -> set[int]:
    return kept.holders.get(who, set()) | kept.leavers.get(who, set())


def leave_seat(kept: KeptTable, changes: Transaction, seat: int) -> None:
    """Nobody has it any more, by no link, and nobody comes back to it."""
    changes.let_go(kept.id, seat)
    changes.forget_leavers(kept.id, seat)
    changes.drop_links(kept.id, seat)
    changes.forget_name(kept.id, seat, GUEST_NAMES[seat])
    if kept.status == "open":
        changes.free_seat(kept.id, seat, GUEST_NAMES[seat])


def leave_shuffle(kept: KeptTable, changes: Transaction, seats: set[int]) -> None:
    """Their name goes from it, and before the start the numbers that they would add."""
    fair = kept.fair
    if fair is None:
        return
    for seat in sorted(seats):
        fair = forget_name(fair, seat, GUEST_NAMES[seat])
        if kept.status == "open":
            fair = drop_part(fair, seat, GUEST_NAMES[seat])
    if fair != kept.fair:
        changes.keep_fair(kept.id, fair)


def step_away(desk: Desk, kept: KeptTable, changes: Transaction, seats: list[int]) -> None:
    """A bot plays on."""
    for n, seat in enumerate(seats):
        changes.mark_away(kept.id, seat, True)
        desk.log(kept, changes, "away", seat, n)
