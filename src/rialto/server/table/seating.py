"""Seats of a table: taken and left, shared with another device, renamed, given to a bot.

A seat link is good for one session. Whoever comes by it has the seat alone; another device is let
in by whoever sits there. Everybody at the table is told of every new holder.
"""

from typing import Final

from rialto.server.auth import Who, hash_of
from rialto.server.store import Link
from rialto.server.table.anew import anew
from rialto.server.table.change import Change
from rialto.server.table.company import people
from rialto.server.table.hall import Hall
from rialto.server.table.making import GUEST_NAMES
from rialto.server.table.practice import vanish
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

DEVICE_LINK_MS: Final = 15 * 60 * 1000
"""A device link is for now, not for a drawer."""


async def good_link(hall: Hall, secret: str) -> Link:
    link = await hall.services.store.link(hash_of(secret))
    if link is None or (link.expires is not None and link.expires < hall.services.now()):
        raise Trouble("no_secret")
    return link


@anew
async def join(
    hall: Hall,
    secret: str,
    who: bytes,
    name: str | None,
    wanted: int | None = None,
    seal: bytes | None = None,
) -> tuple[Table, int]:
    """The same session may open its link as often as it likes."""
    invites = await hall.services.store.group(hash_of(secret))
    if invites is not None:
        table = await hall.get(invites)
        return table, await sit(hall, table, who, wanted, name, seal, invited=True)
    link = await good_link(hall, secret)
    table, seat = await hall.get(link.table), link.seat
    async with table.change() as change:
        change.seal = seal
        # Read again: under the lock nobody else can be using it.
        link = await good_link(hall, secret)
        if seat in table.holders.get(who, set()):
            come_back(table, change, seat)
        elif seat in table.leavers.get(who, set()):
            return_to(table, change, seat, who)
        elif link.used_by is not None or (link.in_absence and table.chairs[seat].connected):
            raise Trouble("link_used")
        elif link.device:
            change.store.use_link(link.secret, who)
            change.hold(seat, who)
            change.notice("device", seat)
        else:
            await check_welcome(hall, table, who)
            take_over(table, change, seat, who, name)
            change.store.use_link(link.secret, who)
            # Other links to the seat are no longer good.
            change.drop_links(seat, but_of=who)
    return table, seat


@anew
async def sit(
    hall: Hall,
    table: Table,
    who: bytes,
    wanted: int | None,
    name: str | None,
    seal: bytes | None = None,
    *,
    invited: bool = False,
) -> int:
    """Take a free seat of a table that is open or that one is invited to; nobody sits twice, and
    who left comes back."""
    async with table.change() as change:
        change.seal = seal
        held = table.holders.get(who)
        if held:
            seat = min(held) if invited else hall.seat(table, Who(who), wanted)
            come_back(table, change, seat)
            return seat
        left = seat_left(table, who, wanted)
        if left is not None:
            return_to(table, change, left, who)
            return left
        check_goes_on(table)
        if not (table.header.open or invited):
            raise Trouble("table_closed")
        await check_welcome(hall, table, who)
        free = [p for p, c in enumerate(table.chairs) if c.kind == "empty"]
        if not free:
            raise Trouble("table_full")
        if wanted is not None and wanted not in free:
            raise Trouble("seat_taken")
        seat = free[0] if wanted is None else wanted
        take_over(table, change, seat, who, name)
        change.drop_links(seat)
    return seat


async def check_welcome(hall: Hall, table: Table, who: bytes) -> None:
    if await hall.services.store.is_blocked(table.header.host, who):
        raise Trouble("not_welcome")


def check_goes_on(table: Table) -> None:
    if table.status not in ("open", "running"):
        raise Trouble("game_ended")


def take_over(table: Table, change: Change, seat: int, who: bytes, name: str | None) -> None:
    """The seat is theirs, and nobody else's."""
    check_goes_on(table)
    chair = table.chairs[seat]
    called = name or chair.name
    if chair.kind == "empty":
        sit_down(table, change, seat, called)
    else:
        set_name(table, change, seat, called)
        change.leaves.add(seat)
        change.fills = seat
    change.let_go(seat)
    change.forget_leavers(seat)
    change.hold(seat, who)
    change.store.show_table(table.id, who)
    come_back(table, change, seat)
    change.notice("seated", seat, called)


def sit_down(table: Table, change: Change, seat: int, name: str) -> None:
    change.store.take_seat(table.id, seat, name)
    change.fills = seat

    def apply() -> None:
        chair = table.chairs[seat]
        chair.kind, chair.name = "person", name
        table.display.note_absence(seat)

    change.then(apply)


def come_back(table: Table, change: Change, seat: int) -> None:
    """A bot no longer plays on there."""
    if table.status == "running" and table.chairs[seat].away:
        change.set_away(seat, False)


def seat_left(table: Table, who: bytes, wanted: int | None) -> int | None:
    """The seat that they left and want again: that one, or any if they have none."""
    left = table.leavers.get(who, set())
    if wanted is None:
        return min(left) if left and not table.holders.get(who) else None
    return wanted if wanted in left else None


def return_to(table: Table, change: Change, seat: int, who: bytes) -> None:
    """Whoever left has the seat again, if nobody else has it by now."""
    check_goes_on(table)
    if any(seat in held for held in table.holders.values()) or table.chairs[seat].kind == "bot":
        raise Trouble("seat_taken")
    if table.chairs[seat].kind == "empty":
        sit_down(table, change, seat, table.chairs[seat].name)
    change.forget_leavers(seat)
    change.drop_links(seat, but_of=who)
    change.hold(seat, who)
    change.store.show_table(table.id, who)
    come_back(table, change, seat)
    change.notice("returned", seat)


@anew
async def back(hall: Hall, table: Table, who: Who, wanted: int | None) -> None:
    """Take the seat back: from the bot that plays on, or after having left it."""
    if who.key is None:
        raise Trouble("no_seat")
    async with table.change() as change:
        left = seat_left(table, who.key, wanted)
        if left is not None:
            return_to(table, change, left, who.key)
        else:
            come_back(table, change, hall.seat(table, who, wanted))


@anew
async def leave(hall: Hall, table: Table, who: Who, wanted: int | None) -> None:
    """Before the start the seat is free again; later a bot plays on until they return. The links
    to the seat are no longer good, except for whoever left. A table for practice is gone."""
    if table.practice:
        hall.seat(table, who, wanted)
        await vanish(hall, table)
        return
    async with table.change() as change:
        seat = hall.seat(table, who, wanted)
        assert who.key is not None
        change.let_go(seat)
        if table.status in ("open", "running"):
            remember_leaver(table, change, seat)
            change.drop_links(seat, but_of=who.key)
            change.notice("left", seat)
        if table.status == "open":
            free(table, change, seat)
        elif table.status == "running" and not table.chairs[seat].away:
            change.set_away(seat, True)


def remember_leaver(table: Table, change: Change, seat: int) -> None:
    """On each of their devices they may come back."""
    theirs = [who for who, held in table.holders.items() if seat in held]
    change.forget_leavers(seat)
    for who in theirs:
        change.store.remember_leaver(table.id, seat, who)

    def apply() -> None:
        for who in theirs:
            table.leavers.setdefault(who, set()).add(seat)

    change.then(apply)


def free(table: Table, change: Change, seat: int) -> None:
    change.store.free_seat(table.id, seat, GUEST_NAMES[seat])
    change.leaves.add(seat)

    def apply() -> None:
        chair = table.chairs[seat]
        chair.kind, chair.name, chair.gone_since = "empty", GUEST_NAMES[seat], None

    change.then(apply)


@anew
async def rename(table: Table, seat: int, name: str) -> None:
    async with table.change() as change:
        if table.chairs[seat].name != name:
            set_name(table, change, seat, name)
            change.notice("renamed", seat, name)


def set_name(table: Table, change: Change, seat: int, name: str) -> None:
    change.store.rename(table.id, seat, name)

    def apply() -> None:
        table.chairs[seat].name = name

    change.then(apply)


@anew
async def reissue(hall: Hall, table: Table, who: Who, seat: int) -> str:
    """A new link for a seat: the host's to make while nobody has the seat, its holder's, and theirs
    whose proposal was agreed to. Whoever has the seat keeps it until the link is used."""
    if not 0 <= seat < table.players or table.chairs[seat].kind == "bot":
        raise Trouble("bad_seats", "That seat is not a person's.")
    secret = hall.services.secrets.secret()
    async with table.change() as change:
        held = seat in people(table)
        own = who.key is not None and seat in table.holders.get(who.key, set())
        agreed = [p for p in table.proposals if p.agreed and (p.seat, p.who) == (seat, who.key)]
        if not (own or agreed or (not held and who.key == table.header.host)):
            raise Trouble("ask_first" if held else "host_only")
        in_absence = held and not own and all(seat not in p.yes for p in agreed)
        change.drop_links(seat)
        change.store.add_link(
            Link(secret=hash_of(secret), table=table.id, seat=seat, in_absence=in_absence)
        )
        change.then(lambda: table.invited.add(seat))
        change.notice("link", seat)
        if agreed:
            change.keep_proposals([p for p in table.proposals if p not in agreed])
    return secret


async def hide_table(hall: Hall, table: Table, who: Who) -> None:
    """It is no longer in their list; where they sit they leave."""
    if who.key is None:
        raise Trouble("no_seat")
    if table.practice:
        await leave(hall, table, who, None)
        return
    if table.status in ("open", "running"):
        for seat in sorted(table.holders.get(who.key, set())):
            await leave(hall, table, who, seat)
    changes = hall.services.store.transaction()
    changes.hide_table(table.id, who.key)
    await hall.services.write(changes)


async def device_link(hall: Hall, table: Table, seat: int) -> tuple[str, int]:
    """For another device of whoever sits there; it is good for a while, and once."""
    secret = hall.services.secrets.secret()
    expires = hall.services.now() + DEVICE_LINK_MS
    link = Link(secret=hash_of(secret), table=table.id, seat=seat, device=True, expires=expires)
    changes = hall.services.store.transaction()
    changes.add_link(link)
    await hall.services.write(changes)
    return secret, expires
