"""What a link is good for before anybody uses it, and knocking with one that was used."""

from rialto.server import wire
from rialto.server.auth import Who, hash_of
from rialto.server.table.anew import anew
from rialto.server.table.company import people
from rialto.server.table.hall import Hall
from rialto.server.table.proposals import ask
from rialto.server.table.seating import check_goes_on, good_link
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble


async def look(hall: Hall, secret: str, who: Who) -> wire.LinkInfo:
    """Uses nothing up."""
    invites = await hall.services.store.group(hash_of(secret))
    if invites is not None:
        table = await hall.get(invites)
        return wire.LinkInfo(table=table.id, seat=None, device=False, use=use(table, None, who))
    link = await good_link(hall, secret)
    table = await hall.get(link.table)
    taken = link.used_by is not None or (link.in_absence and table.chairs[link.seat].connected)
    state = use(table, link.seat, who)
    if state == "free" and taken:
        state = "taken"
    return wire.LinkInfo(table=table.id, seat=link.seat, device=link.device, use=state)


def use(table: Table, seat: int | None, who: Who) -> wire.LinkUse:
    """For this one, with a link to the seat (None: to any)."""
    mine = set().union(
        *(held.get(who.key, set()) for held in (table.holders, table.leavers) if who.key)
    )
    if mine if seat is None else seat in mine:
        return "yours"
    if table.status not in ("open", "running"):
        return "ended"
    if seat is None and all(c.kind != "empty" for c in table.chairs):
        return "full"
    return "free"


@anew
async def knock(hall: Hall, secret: str, who: bytes, wanted: int | None) -> tuple[Table, int]:
    """Ask whoever sits there to let this device in."""
    invites = await hall.services.store.group(hash_of(secret))
    link = None if invites is not None else await good_link(hall, secret)
    table = await hall.get(invites or (link.table if link else ""))
    seat = link.seat if link else wanted
    async with table.change() as change:
        check_goes_on(table)
        if seat is None or seat not in people(table):
            raise Trouble("bad_seats", "Nobody sits there.")
        ask(table, change, "device", seat, who, [])
    return table, seat
