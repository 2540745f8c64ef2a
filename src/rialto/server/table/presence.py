"""Who is there: until somebody has seen the running game their clock does not run, and a bot plays
on for whoever has gone."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rialto.server.store.peers import Looking
from rialto.server.table.anew import anew
from rialto.server.table.draft import Act

if TYPE_CHECKING:
    from rialto.server.table.table import Table

TO_OPEN_MS: Final = 24 * 3600 * 1000
"""So long a clock waits for somebody who has not opened the game yet."""


def place(table: "Table", looking: Sequence[Looking]) -> None:
    """Who looks on by other processes, and since when nobody does any more."""
    for seat, chair in enumerate(table.chairs):
        if chair.kind == "person":
            left = [look.at for look in looking if look.seat == seat and not look.here]
            chair.gone_since = max(left, default=table.header.created)
    for look in looking:
        if look.here:
            table.display.note_elsewhere(look.peer, look.seat, True, look.at)


def who_opens(table: "Table", act: Act) -> list[int]:
    """Seats that see it by this act: who moves, and whoever is there when it begins."""
    if act.seat is not None:
        return [] if table.chairs[act.seat].opened else [act.seat]
    return [p for p, chair in enumerate(table.chairs) if chair.connected and not chair.opened]


@anew
async def open_for(table: "Table", seat: int) -> None:
    """The person there looks at the running game: their clock may run. A bot that the others have
    let play on has played enough; where the time was up they take the seat back themselves."""
    async with table.change() as change:
        chair = table.chairs[seat]
        if table.status != "running":
            return
        if not chair.opened:
            change.mark_opened(seat)
        if chair.away and (table.clock is None or table.clock.bank_ms[seat] > 0):
            change.set_away(seat, False)


@anew
async def step_away(table: "Table", seat: int) -> None:
    """The time is up: a bot plays on until they return."""
    async with table.change() as change:
        change.by_driver()
        if table.status == "running" and not table.chairs[seat].away:
            change.set_away(seat, True)


@anew
async def come_back(table: "Table", seat: int) -> None:
    async with table.change() as change:
        if table.status == "running" and table.chairs[seat].away:
            change.set_away(seat, False)
