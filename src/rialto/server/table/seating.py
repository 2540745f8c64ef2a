"""Seats of a table: taken and left, renamed, given anew, given to a bot."""

from rialto.server.auth import Who, hashed
from rialto.server.minds.levels import is_level
from rialto.server.store.store import Statement, hold
from rialto.server.table.hall import NO_SEAT, Hall
from rialto.server.table.making import warm_for
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble


async def join(hall: Hall, secret: str, who: Who, name: str | None) -> tuple[Table, int]:
    assert who.key is not None
    found = hall.services.store.read(
        "SELECT game, seat FROM seats WHERE secret = ?", (hashed(secret),)
    )
    if not found:
        raise Trouble("no_secret")
    table, seat = hall.get(found[0]["game"]), int(found[0]["seat"])
    await take(table, seat, who.key, name)
    return table, seat


async def sit(hall: Hall, table: Table, who: Who, wanted: int | None, name: str | None) -> int:
    """Take a free seat of an open table; nobody sits twice."""
    assert who.key is not None
    if table.holders.get(who.key):
        return hall.seat(table, who, None if wanted is None else wanted)
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
    await table.start()
    return seat


async def take(table: Table, seat: int, key: bytes, name: str | None) -> None:
    async with table.lock:
        if seat not in table.holders.get(key, set()):
            await sit_down(table, seat, key, name)
    await table.start()
    await table.come_back(seat)


async def sit_down(table: Table, seat: int, key: bytes, name: str | None) -> None:
    """Under the table's lock."""
    chair = table.chairs[seat]
    new_name = (name or chair.name) if chair.kind == "empty" else chair.name
    await table.change(
        hold(table.id, seat, key),
        ("UPDATE seats SET kind = 'person', name = ? WHERE game = ? AND seat = ?",
         (new_name, table.id, seat)),
    )  # fmt: skip
    chair.kind, chair.name = "person", new_name
    table.holders.setdefault(key, set()).add(seat)
    table.changed()


async def leave(table: Table, who: Who, seat: int) -> None:
    """Before the start the seat is free again; later a bot plays on until they return."""
    assert who.key is not None
    async with table.lock:
        waiting = table.status == "open"
        chair = table.chairs[seat]
        drop: Statement = ("DELETE FROM holders WHERE game = ? AND seat = ? AND who = ?",
                           (table.id, seat, who.key))  # fmt: skip
        free: Statement = ("UPDATE seats SET kind = 'empty' WHERE game = ? AND seat = ?",
                           (table.id, seat))  # fmt: skip
        await table.change(drop, *([free] if waiting else []))
        table.holders.get(who.key, set()).discard(seat)
        if waiting:
            chair.kind = "empty"
        drop_watchers(table, seat)
        table.changed()
    if not waiting and not any(seat in held for held in table.holders.values()):
        await table.step_away(seat)


async def rename(table: Table, seat: int, name: str) -> None:
    async with table.lock:
        await table.change(
            ("UPDATE seats SET name = ? WHERE game = ? AND seat = ?", (name, table.id, seat))
        )
        table.chairs[seat].name = name
        table.changed()


async def reissue(hall: Hall, table: Table, seat: int) -> str:
    """A new link for a seat; the old link and everyone who held it lose the seat."""
    if not 0 <= seat < table.players or table.chairs[seat].kind == "bot":
        raise Trouble("bad_seats", "That seat is not a person's.")
    secret = hall.services.secrets.secret()
    async with table.lock:
        await table.change(
            ("UPDATE seats SET secret = ? WHERE game = ? AND seat = ?",
             (hashed(secret), table.id, seat)),
            ("DELETE FROM holders WHERE game = ? AND seat = ? AND who <> ?",
             (table.id, seat, table.header.host)),
        )  # fmt: skip
        table.chairs[seat].secret = hashed(secret)
        for key, held in table.holders.items():
            if key != table.header.host:
                held.discard(seat)
        if seat not in table.holders.get(table.header.host, set()):
            drop_watchers(table, seat)
        table.changed()
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
        await table.change(
            ("UPDATE seats SET kind = 'bot', bot = ?, secret = NULL "
             "WHERE game = ? AND seat = ?", (level, table.id, seat)),
        )  # fmt: skip
        chair.kind, chair.bot, chair.secret, chair.connected = "bot", level, None, True
        table.changed()
    warm_for(hall, level)
    await table.start()


def drop_watchers(table: Table, seat: int) -> None:
    for watcher in [w for w in table.watchers if w.seat == seat]:
        watcher.drop(NO_SEAT)
