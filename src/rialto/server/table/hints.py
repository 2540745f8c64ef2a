"""Whether a table has hints, and the mark on whoever has taken one."""

from typing import TYPE_CHECKING

from rialto.server.table.anew import anew

if TYPE_CHECKING:
    from rialto.server.table.table import Table


def has_hints(table: "Table") -> bool:
    """Everybody knew of them before they sat down, or there is nobody else to mind."""
    return bool(table.header.setup.get("hints")) or not has_company(table)


def has_company(table: "Table") -> bool:
    """Several people play, or are to play: also those who share a screen."""
    return sum(chair.kind in ("person", "empty") for chair in table.chairs) > 1


@anew
async def mark_hinted(table: "Table", seat: int) -> None:
    """List and record say so from now on, and so is everybody else at the table told."""
    async with table.change() as change:
        chair = table.chairs[seat]
        if chair.hinted:
            return
        change.store.mark_hinted(table.id, seat)
        if has_company(table):
            change.notice("hint", seat)

        def apply() -> None:
            chair.hinted = True

        change.then(apply)
