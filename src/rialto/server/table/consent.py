"""Which proposals are open at a table, and whose answer each of them waits for."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Final

from rialto.server import wire
from rialto.server.store import Proposal
from rialto.server.table.company import is_long_gone, people, playing, present

if TYPE_CHECKING:
    from rialto.server.table.table import Table

LAPSE_MS: Final = 24 * 3600 * 1000
ENDED: Final = ("over", "abandoned")


def lapse_ms(table: "Table") -> int:
    """How long a question waits: a day; by days, for everybody to have looked in twice."""
    rules = table.deadlines.rules
    return LAPSE_MS if rules is None else max(LAPSE_MS, 2 * rules.move_ms)


def is_open(table: "Table", proposal: Proposal) -> bool:
    """Whether it still means something."""
    if table.services.now() - proposal.at > lapse_ms(table):
        return False
    if proposal.kind == "rematch":
        return table.status in ENDED and table.rematch is None
    if proposal.kind == "takeback" and proposal.version != table.version:
        return False
    return table.status == "running" or (
        table.status == "open" and proposal.kind in ("link", "device")
    )


def open_proposals(table: "Table") -> list[Proposal]:
    return [p for p in table.proposals if is_open(table, p)]


def waits_for(table: "Table", proposal: Proposal) -> set[int]:
    """Seats without whose answer it is not done."""
    yes, seat = set(proposal.yes), proposal.seat
    match proposal.kind:
        case "end":
            return present(table) - yes
        case "bot":
            return present(table) - yes - {seat}
        case "takeback":
            return playing(table) - yes
        case "device":
            return {seat} - yes
        case "link":
            return wait_for_link(table, seat, yes)
        case "rematch":
            return wait_for_rematch(table, proposal)


def wait_for_link(table: "Table", seat: int, yes: set[int]) -> set[int]:
    """The holder; or, if the holder is long gone, all others."""
    if seat in yes:
        return set()
    if seat in people(table) and not is_long_gone(table, seat):
        return {seat}
    return people(table) - yes - {seat}


def wait_for_rematch(table: "Table", proposal: Proposal) -> set[int]:
    """Everybody; then those who want to, whether with bots for the others."""
    yes = set(proposal.yes)
    missing = people(table) - yes
    if not missing:
        return set()
    undecided = (missing & present(table)) - set(proposal.no)
    return undecided or yes - set(proposal.bots)


def asks(table: "Table", seats: Collection[int]) -> bool:
    """Whether an answer from there is waited for."""
    waited = (waits_for(table, p) for p in open_proposals(table) if not p.agreed)
    return any(not of.isdisjoint(seats) for of in waited)


def wire_proposals(table: "Table") -> list[wire.Proposal]:
    return [
        wire.Proposal(
            n=p.n,
            kind=p.kind,
            seat=p.seat,
            by=p.by,
            yes=p.yes,
            no=p.no,
            waits_for=sorted(waits_for(table, p)) if not p.agreed else [],
            agreed=p.agreed,
        )
        for p in open_proposals(table)
    ]
