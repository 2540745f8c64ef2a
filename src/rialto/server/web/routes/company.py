"""The people at a table: what they ask of each other, and who may sit where."""

from fastapi import APIRouter

from rialto.server import wire
from rialto.server.table import doors, hosting, proposals, seating, talk
from rialto.server.trouble import Trouble
from rialto.server.web.asking import (
    Answer,
    HallDep,
    HostTableDep,
    TableDep,
    VisitDep,
    WhoDep,
    answers,
    rate_limit,
)
from rialto.server.web.routes.tables import SEATED

router = APIRouter(prefix="/api", tags=["company"])


@router.post(
    "/link", dependencies=[rate_limit("joins")], responses=answers(wire.LinkInfo, "no_secret")
)
async def look(wanted: wire.LookAtLink, hall: HallDep, who: WhoDep) -> Answer:
    """What a link is good for; it is not used up by this. In the body, for addresses get logged."""
    return Answer(await doors.look(hall, wanted.secret, who))


@router.post(
    "/knock",
    dependencies=[rate_limit("joins")],
    responses=answers(
        wire.Joined, "no_secret", "bad_seats", "game_ended", "asked_just_now", "disk_full"
    ),
)
async def knock(wanted: wire.Knock, hall: HallDep, visit: VisitDep) -> Answer:
    """With a link that was used: ask whoever sits there to let this device in."""
    await doors.look(hall, wanted.secret, visit.who)
    table, seat = await doors.knock(hall, wanted.secret, await visit.begin(), wanted.seat)
    return visit.seal(Answer(wire.Joined(table=table.id, seat=seat)))


@router.post(
    "/tables/{table}/propose",
    dependencies=[rate_limit("joins")],
    responses=answers(wire.Done, "not_running", "asked_just_now", *SEATED),
)
async def propose(table: TableDep, wanted: wire.Propose, hall: HallDep, who: WhoDep) -> Answer:
    """Ask the others; if nobody has to be asked it is done at once."""
    await proposals.propose(hall, table, who, wanted)
    return Answer(wire.Done(version=table.version))


@router.post("/tables/{table}/answer", responses=answers(wire.Done, "no_proposal", *SEATED))
async def answer(
    table: TableDep, wanted: wire.AnswerProposal, hall: HallDep, who: WhoDep
) -> Answer:
    await proposals.answer(hall, table, who, wanted)
    return Answer(wire.Done(version=table.version))


@router.post(
    "/tables/{table}/remove",
    responses=answers(wire.Done, "no_table", "host_only", "has_begun", "disk_full"),
)
async def remove(table: HostTableDep, wanted: wire.RemovePerson) -> Answer:
    """Host only, before the start: the seat is free again."""
    await hosting.remove(table, wanted.seat)
    return Answer(wire.Done(version=table.version))


@router.post(
    "/tables/{table}/group",
    responses=answers(wire.GroupLink, "no_table", "host_only", "has_begun", "disk_full"),
)
async def group(table: HostTableDep, hall: HallDep) -> Answer:
    """Host only: a new link for everybody who is invited; the old one is no longer good."""
    secret = await hosting.new_group_link(hall, table)
    return Answer(wire.GroupLink(link=f"/t/{table.id}#{secret}"))


@router.post(
    "/tables/{table}/hide", responses=answers(wire.Done, "no_table", "no_seat", "disk_full")
)
async def hide(table: TableDep, hall: HallDep, who: WhoDep) -> Answer:
    """The table leaves your list; if you sit there you leave it, too."""
    await seating.hide_table(hall, table, who)
    return Answer(wire.Done(version=table.version))


@router.post(
    "/tables/{table}/talk",
    dependencies=[rate_limit("joins")],
    responses=answers(wire.Done, "no_table", "not_your_seat", "quiet", "too_fast", "disk_full"),
)
async def say(table: TableDep, wanted: wire.Say, hall: HallDep, visit: VisitDep) -> Answer:
    """A line or a reaction: from your seat, or as a watcher under the name that you give."""
    who = visit.who
    if who.key is not None and table.holders.get(who.key):
        seat = wanted.seat if wanted.seat is not None else hall.seats(table, who)[0]
        seat = hall.seat(table, who, seat)
        await table.talk.say(who.key, seat, table.chairs[seat].name, wanted)
        return Answer(wire.Done(version=table.version))
    if wanted.name is None:
        raise Trouble("name_needed")
    await table.talk.say(await visit.begin(), None, wanted.name, wanted)
    return visit.seal(Answer(wire.Done(version=table.version)))


@router.post(
    "/tables/{table}/quiet",
    responses=answers(wire.Done, "no_table", "host_only", "disk_full"),
)
async def quiet(table: HostTableDep, wanted: wire.SetQuiet, who: WhoDep) -> Answer:
    """Host only: nobody can say anything here, or everybody again."""
    held = table.holders.get(who.key, set()) if who.key else set()
    await talk.set_quiet(table, min(held, default=0), wanted.quiet)
    return Answer(wire.Done(version=table.version))
