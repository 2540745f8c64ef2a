"""Who is at a table: people, those who are here, and for how long somebody has been gone."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rialto.server.table.table import Table

STILL_HERE_MS: Final = 2 * 60 * 1000
"""A line that is cut for a moment makes nobody absent."""
LONG_GONE_MS: Final = 10 * 60 * 1000


def people(table: "Table") -> set[int]:
    """Seats that somebody has."""
    held = set().union(*table.holders.values())
    return {p for p in held if table.chairs[p].kind == "person"}


def last_act(table: "Table") -> int:
    """When a person last moved, came back or said something."""
    return max([table.acted, *(line.at for line in table.talk.lines[-1:])])


def gone_ms(table: "Table", seat: int) -> int:
    """How long nobody has looked at the table from there; 0: somebody does."""
    since = table.chairs[seat].gone_since
    return 0 if since is None else max(1, table.services.now() - since)


def present(table: "Table") -> set[int]:
    """By days: everybody who has not missed a move."""
    if table.days is not None:
        return {p for p in people(table) if not table.days.missed[p]}
    return {p for p in people(table) if gone_ms(table, p) < STILL_HERE_MS}


def is_long_gone(table: "Table", seat: int) -> bool:
    if table.days is not None:
        return table.days.missed[seat]
    return gone_ms(table, seat) >= LONG_GONE_MS


def playing(table: "Table") -> set[int]:
    """People for whom no bot plays on."""
    return {p for p in people(table) if not table.chairs[p].away}


def is_missing(table: "Table", seat: int) -> bool:
    """Nobody looks on from there, or the game has waited long for somebody who does."""
    chair = table.chairs[seat]
    if chair.kind != "person" or chair.away:
        return False
    if table.days is not None:
        return table.days.missed[seat]
    waited = table.services.now() - table.updated
    return not chair.connected or (seat in table.to_move and waited >= LONG_GONE_MS)
