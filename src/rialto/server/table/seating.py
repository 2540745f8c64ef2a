"""Seats of a table: taken and left, renamed, given anew, given to a bot."""

from rialto.server.auth import Who, hashed
from rialto.server.minds.levels import is_level
from rialto.server.table.hall import NO_SEAT, Hall
from rialto.server.table.making import warm_for
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble


async def join(hall: Hall, secret: str, who: Who, name: str | None) -> tuple[Table, int]:
    assert who.key is not None
    found = await hall.services.store.seat_of_link(hashed(secret))
    if found is None:
        raise Trouble("no_secret")
    table, seat = await hall.get(found[0]), found[1]
    async with table.lock:
        if seat not in table.holders.get(who.key, set()):
            await sit_down(table, seat, who.key, name)
    await table.come_back(seat)
    return table, seat


async def sit(hall: Hall, table: Table, who: Who, wanted: int | None, name: str | None) -> int:
    """Take a free seat of an open table; nobody sits twice."""
    assert who.key is not None
    if table.holders.get(who.key):
        return hall.seat(table, who, wanted)
    if not table.header.open:
        raise Trouble("table_closed")
    async with table.lock:
        free = [p for p, c in enumerate(table.chairs) if c.kind == "empty"]
        if not free:
            raise Trouble("table_full")
        if wanted is not None and wanted not in free:
            raise Trouble("seat_taken")
        seat = free[0] if wanted is None else wanted
        await sit_down(table, seat, who.key, name)
    return seat


async def sit_down(table: Table, seat: int, key: bytes, name: str | None) -> None:
    """Under the table's lock."""
    chair = table.chairs[seat]
    new_name = (name or chair.name) if chair.kind == "empty" else chair.name
    changes = table.services.store.transaction()
    changes.take_seat(table.id, seat, new_name)
    changes.hold(table.id, seat, key)

    def become() -> None:
        chair.kind, chair.name = "person", new_name
        table.holders.setdefault(key, set()).add(seat)

    await table.change(changes, become, fills=seat)


async def leave(table: Table, who: Who, seat: int) -> None:
    """Before the start the seat is free again; later a bot plays on until they return."""
    assert who.key is not None
    async with table.lock:
        waiting = table.status == "open"
        changes = table.services.store.transaction()
        changes.let_go(table.id, seat, who.key)
        if waiting:
            changes.free_seat(table.id, seat)

        def become() -> None:
            table.holders.get(who.key or b"", set()).discard(seat)
            if waiting:
                table.chairs[seat].kind = "empty"
            table.display.drop(seat, NO_SEAT)

        await table.change(changes, become)
    if not waiting and not any(seat in held for held in table.holders.values()):
        await table.step_away(seat)


async def rename(table: Table, seat: int, name: str) -> None:
    async with table.lock:
        changes = table.services.store.transaction()
        changes.rename(table.id, seat, name)

        def become() -> None:
            table.chairs[seat].name = name

        await table.change(changes, become)


async def reissue(hall: Hall, table: Table, seat: int) -> str:
    """A new link for a seat; the old link and everyone who held it lose the seat."""
    if not 0 <= seat < table.players or table.chairs[seat].kind == "bot":
        raise Trouble("bad_seats", "That seat is not a person's.")
    secret = hall.services.secrets.secret()
    host = table.header.host
    async with table.lock:
        changes = table.services.store.transaction()
        changes.set_link(table.id, seat, hashed(secret))
        changes.let_others_go(table.id, seat, but=host)

        def become() -> None:
            table.chairs[seat].secret = hashed(secret)
            for key, held in table.holders.items():
                if key != host:
                    held.discard(seat)
            if seat not in table.holders.get(host, set()):
                table.display.drop(seat, NO_SEAT)

        await table.change(changes, become)
    return secret


async def seat_bot(hall: Hall, table: Table, seat: int, level: str) -> None:
    """A seat that is still free is the bot's from now on, and its link no longer good."""
    if not 0 <= seat < table.players:
        raise Trouble("bad_seats", "There is no such seat.")
    if not is_level(level):
        raise Trouble("unknown_bot", f"There is no bot {level!r}.")
    async with table.lock:
        chair = table.chairs[seat]
        if chair.kind != "empty" or table.status != "open":
            raise Trouble("seat_taken")
        changes = table.services.store.transaction()
        changes.seat_bot(table.id, seat, level)

        def become() -> None:
            chair.kind, chair.bot, chair.secret, chair.connected = "bot", level, None, True

        await table.change(changes, become, fills=seat)
    warm_for(hall, level)
