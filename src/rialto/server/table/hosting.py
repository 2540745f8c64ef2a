"""What whoever made a table may do before the game begins."""

from rialto.server.auth import hash_of
from rialto.server.minds.levels import is_level
from rialto.server.table.anew import anew
from rialto.server.table.company import people
from rialto.server.table.hall import Hall
from rialto.server.table.making import warm_for
from rialto.server.table.seating import free
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble


@anew
async def remove(table: Table, seat: int) -> None:
    """Before the start the host may free a seat; whoever sat there does not come back to it."""
    async with table.change() as change:
        if table.status != "open":
            raise Trouble("has_begun")
        if seat not in people(table) or seat in table.holders.get(table.header.host, set()):
            raise Trouble("bad_seats", "That seat is not a guest's.")
        change.let_go(seat)
        change.drop_links(seat)
        change.forget_leavers(seat)
        change.notice("removed", seat)
        free(table, change, seat)


@anew
async def new_group_link(hall: Hall, table: Table) -> str:
    """In place of an older one."""
    secret = hall.services.secrets.secret()
    async with table.change() as change:
        if table.status != "open":
            raise Trouble("has_begun")
        change.store.set_group_link(table.id, hash_of(secret))

        def apply() -> None:
            table.group_link = hash_of(secret)

        change.then(apply)
    return secret


@anew
async def seat_bot(hall: Hall, table: Table, seat: int, level: str) -> None:
    """A seat that is still free is the bot's from now on, and its link no longer good."""
    if not 0 <= seat < table.players:
        raise Trouble("bad_seats", "There is no such seat.")
    if not is_level(level):
        raise Trouble("unknown_bot", f"There is no bot {level!r}.")
    async with table.change() as change:
        chair = table.chairs[seat]
        if chair.kind != "empty" or table.status != "open":
            raise Trouble("seat_taken")
        change.store.seat_bot(table.id, seat, level)
        change.fills = seat
        change.drop_links(seat)
        change.forget_leavers(seat)
        change.notice("bot", seat)

        def apply() -> None:
            chair.kind, chair.bot, chair.connected = "bot", level, True

        change.then(apply)
    warm_for(hall, level)
