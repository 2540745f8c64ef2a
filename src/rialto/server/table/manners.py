"""What can be done about somebody at the table: the host keeps them away, anybody reports them."""

from rialto.server.store import Blocked, Report
from rialto.server.table.anew import anew
from rialto.server.table.seating import free
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble


def person_at(table: Table, seat: int) -> list[bytes]:
    """Whoever has this seat, on all their devices, or had it last."""
    if not 0 <= seat < table.players:
        raise Trouble("bad_seats", "There is no such seat.")
    held = [who for who, seats in table.holders.items() if seat in seats]
    return held or [who for who, seats in table.leavers.items() if seat in seats]


@anew
async def block(table: Table, seat: int) -> None:
    """They sit at no table of this host any more. Before the start their seat is free again; a game
    that is being played is not taken from them."""
    async with table.change() as change:
        host, now = table.header.host, table.services.now()
        theirs = person_at(table, seat)
        if not theirs or host in theirs:
            raise Trouble("bad_seats", "Nobody sits there whom you could keep away.")
        for who in theirs:
            change.store.block(host, Blocked(who, table.chairs[seat].name, now))
        change.then(lambda: None)
        if table.status == "open":
            change.let_go(seat)
            change.forget_leavers(seat)
            change.drop_links(seat)
            if table.chairs[seat].kind == "person":
                change.notice("left", seat)
                free(table, change, seat)


async def report(table: Table, by: int, by_who: bytes, about: int, text: str) -> None:
    services, theirs = table.services, person_at(table, about)
    if not theirs or by_who in theirs:
        raise Trouble("bad_seats", "Nobody sits there whom you could report.")
    changes = services.store.transaction()
    changes.add_report(
        Report(
            at=services.now(),
            table=table.id,
            seat=about,
            name=table.chairs[about].name,
            who=theirs[0],
            by=by,
            by_who=by_who,
            text=text,
        )
    )
    await services.write(changes)
