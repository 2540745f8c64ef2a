"""Questions that the people at a table answer together: to end the game, to play again, to make a
new link for an occupied seat, to let a bot play for somebody, to let a device in, to take back.

All of them go one way. Who asks has said yes; as soon as nobody is waited for it is done; one "no"
is the end of it, except for another game, which those who want it may play with bots. Questions are
stored with the table, and lapse after a while.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from msgspec.structs import replace

from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.logs import say
from rialto.server.store import Proposal, StoreError
from rialto.server.table import making, takeback
from rialto.server.table.anew import anew
from rialto.server.table.change import Change
from rialto.server.table.company import is_missing, people
from rialto.server.table.consent import ENDED, is_open, open_proposals, waits_for
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

ASK_AGAIN_MS: Final = 60 * 1000
"""What was declined is not asked again at once."""
SETTLE_S: Final = 15.0


# ── asking and answering ──


@anew
async def propose(hall: Hall, table: Table, who: Who, wanted: wire.Propose) -> None:
    if who.key is None:
        raise Trouble("no_seat")
    async with table.change() as change:
        mine = sorted(table.holders.get(who.key, set()))
        if not mine and who.key != table.header.host:
            raise Trouble("no_seat")
        about = subject(hall, table, who, wanted)
        ask(table, change, wanted.kind, about, who.key, mine)
    await settle(hall, table)


def subject(hall: Hall, table: Table, who: Who, wanted: wire.Propose) -> int:
    """Whom it is about, if it may be asked at all."""
    kind, seat = wanted.kind, wanted.seat
    if kind == "rematch":
        if table.status not in ENDED:
            raise Trouble("still_running")
        if table.rematch is not None:
            raise Trouble("rematch_made")
    elif table.status != "running" and not (kind == "link" and table.status == "open"):
        raise Trouble("not_running")
    if kind in ("end", "rematch"):
        return hall.seats(table, who)[0]
    if kind == "takeback":
        own = hall.seat(table, who, seat)
        if not takeback.may_ask_back(table, own):
            raise Trouble("cannot_undo")
        return own
    if seat is None or seat >= table.players or table.chairs[seat].kind != "person":
        raise Trouble("bad_seats", "That seat is not a person's.")
    if kind == "bot" and not is_missing(table, seat):
        raise Trouble("not_missing")
    return seat


def ask(
    table: Table,
    change: Change,
    kind: wire.ProposalKind,
    seat: int,
    who: bytes,
    mine: list[int],
) -> None:
    """Who asks what has been asked already says yes to it."""
    same = next((p for p in open_proposals(table) if (p.kind, p.seat) == (kind, seat)), None)
    if same is not None and not same.agreed and kind != "device":
        keep(table, change, replace(same, yes=sorted({*same.yes, *mine})))
        return
    declined = table.declined.get((kind, who))
    if declined is not None and table.services.now() - declined < ASK_AGAIN_MS:
        raise Trouble("asked_just_now")
    table.last_proposal += 1
    made = Proposal(
        n=table.last_proposal,
        kind=kind,
        seat=seat,
        by=None if kind == "device" or not mine else seat if seat in mine else mine[0],
        who=who,
        at=table.services.now(),
        version=table.version,
        yes=mine if kind != "device" else [],
    )
    keep(table, change, made)


@anew
async def answer(hall: Hall, table: Table, who: Who, wanted: wire.AnswerProposal) -> None:
    async with table.change() as change:
        mine = set(hall.seats(table, who))
        asked = find(table, wanted.n)
        if asked.kind == "device" and asked.seat not in mine:
            raise Trouble("not_your_seat")
        if asked.kind == "rematch":
            keep(table, change, answer_rematch(asked, mine, wanted))
        elif wanted.yes:
            keep(table, change, replace(asked, yes=sorted({*asked.yes, *mine})))
        else:
            decline(table, change, asked, min(mine))
    await settle(hall, table)


def answer_rematch(asked: Proposal, mine: set[int], wanted: wire.AnswerProposal) -> Proposal:
    yes, no, bots = (set(seats) - mine for seats in (asked.yes, asked.no, asked.bots))
    if wanted.yes:
        yes |= mine
        bots |= mine if wanted.bots else set()
    else:
        no |= mine
    return replace(asked, yes=sorted(yes), no=sorted(no), bots=sorted(bots))


def decline(table: Table, change: Change, asked: Proposal, by: int) -> None:
    drop(table, change, asked)
    if asked.by not in (by, None):
        change.notice("turned_down", by)
        if asked.who is not None:
            table.declined[asked.kind, asked.who] = table.services.now()


def find(table: Table, n: int) -> Proposal:
    found = next((p for p in open_proposals(table) if p.n == n), None)
    if found is None:
        raise Trouble("no_proposal")
    return found


def keep(table: Table, change: Change, proposal: Proposal) -> None:
    """In place of what was asked about the same before."""
    about = (proposal.kind, proposal.seat)
    others = [p for p in open_proposals(table) if (p.kind, p.seat) != about]
    change.keep_proposals([*others, proposal])


def drop(table: Table, change: Change, proposal: Proposal) -> None:
    change.keep_proposals([p for p in open_proposals(table) if p.n != proposal.n])


# ── doing it ──


async def keep_settling(hall: Hall) -> None:
    """Somebody who was waited for may be gone by now."""
    while True:
        await asyncio.sleep(SETTLE_S)
        for table in list(hall.tables.values()):
            if table.drives and open_proposals(table):
                await settle_quietly(hall, table)


async def settle_quietly(hall: Hall, table: Table) -> None:
    try:
        await settle(hall, table)
        table.announce()
    except (Trouble, StoreError) as error:
        say("not settled", level=30, table=table.id, why=str(error))


async def settle(hall: Hall, table: Table) -> None:
    """Do what everybody has agreed to."""
    for proposal in open_proposals(table):
        if not proposal.agreed and is_agreed(table, proposal):
            await CARRY_OUT[proposal.kind](hall, table, proposal)


def is_agreed(table: Table, proposal: Proposal) -> bool:
    hosts = proposal.who == table.header.host
    if proposal.kind == "bot" and hosts and not table.chairs[proposal.seat].connected:
        return True
    if proposal.kind == "link" and hosts and proposal.seat not in people(table):
        return True
    return not waits_for(table, proposal)


@anew
async def end(hall: Hall, table: Table, proposal: Proposal) -> None:
    async with table.change() as change:
        if table.status == "running":
            change.abandon()
            drop(table, change, proposal)


@anew
async def stand_in(hall: Hall, table: Table, proposal: Proposal) -> None:
    async with table.change() as change:
        drop(table, change, proposal)
        if table.status == "running" and is_missing(table, proposal.seat):
            change.set_away(proposal.seat, True)
            change.notice("stand_in", proposal.seat)


@anew
async def allow_link(hall: Hall, table: Table, proposal: Proposal) -> None:
    """Whoever asked may make it now (`seating.reissue`): only they may know it."""
    async with table.change() as change:
        if proposal in table.proposals:
            keep(table, change, replace(proposal, agreed=True))


@anew
async def let_device_in(hall: Hall, table: Table, proposal: Proposal) -> None:
    async with table.change() as change:
        if proposal not in table.proposals or proposal.who is None:
            return
        drop(table, change, proposal)
        change.hold(proposal.seat, proposal.who)
        change.notice("device", proposal.seat)


async def take_back(hall: Hall, table: Table, proposal: Proposal) -> None:
    async with table.change() as change:
        if proposal not in table.proposals or not is_open(table, proposal):
            return
        drop(table, change, proposal)
        if not takeback.may_ask_back(table, proposal.seat):
            return
        change.notice("taken_back", proposal.seat)
    await takeback.take_back(table, proposal.seat)


@anew
async def play_again(hall: Hall, table: Table, proposal: Proposal) -> None:
    if proposal.yes:
        await making.rematch(hall, table, set(proposal.yes), proposal.who or table.header.host)
        return
    async with table.change() as change:
        drop(table, change, proposal)


CARRY_OUT: Final[dict[str, Callable[[Hall, Table, Proposal], Awaitable[None]]]] = {
    "end": end,
    "bot": stand_in,
    "link": allow_link,
    "device": let_device_in,
    "takeback": take_back,
    "rematch": play_again,
}
