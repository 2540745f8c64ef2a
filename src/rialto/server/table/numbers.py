"""Numbers that players add to a fair shuffle: sealed, opened, or not come in time."""

from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.store import KeptFair
from rialto.server.table import shuffle
from rialto.server.table.anew import anew
from rialto.server.table.change import Change
from rialto.server.table.seating import free
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble


def open_shuffle(table: Table) -> KeptFair:
    """Of a table that has not begun."""
    if table.fair is None or table.status != "open":
        raise Trouble("not_now", "The shuffle of this table is made, or it has none.")
    return table.fair


@anew
async def seal(table: Table, seat: int, wanted: wire.Seal) -> None:
    async with table.change() as change:
        fair = open_shuffle(table)
        change.fair = shuffle.seal(fair, table.fairness.full, wanted, seat)


@anew
async def open_number(table: Table, seat: int, wanted: wire.OpenNumber) -> None:
    """The last number begins the game, in the same transaction."""
    async with table.change() as change:
        if table.fair is not None and table.status != "open":
            # Asked twice: it is open, or the game has begun without it.
            return
        fair = open_shuffle(table)
        change.fair = shuffle.open_number(fair, table.fairness.full, wanted, seat)


@anew
async def begin_anew(table: Table, who: Who, wanted: wire.BeginAnew) -> None:
    """Somebody who is there goes on without those who have not opened in time. Their own number,
    if it is one of those, they may seal again."""
    async with table.change() as change:
        fair = open_shuffle(table)
        own = table.holders.get(who.key, set()) if who.key else set()
        if not own:
            raise Trouble("no_seat")
        if fair.attempt != wanted.attempt:
            return
        late = table.fairness.late
        if not late:
            raise Trouble("not_now", "Everybody still has time to open their number.")
        names = {seat: table.chairs[seat].name for seat in late}
        without = set(late) - own
        change.fair = shuffle.begin_anew(fair, names, without)
        for seat in sorted(without):
            change.notice("number", seat)
            if wanted.free:
                free_seat(table, change, seat)


def free_seat(table: Table, change: Change, seat: int) -> None:
    change.let_go(seat)
    change.forget_leavers(seat)
    change.drop_links(seat)
    free(table, change, seat)
