"""Tables: made, found, joined, left."""

from fastapi import APIRouter

from rialto.server import wire
from rialto.server.show.qr import draw
from rialto.server.table import doors, hosting, making, practice, seating
from rialto.server.table.table import Table
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
from rialto.server.web.summaries import finished_tables, my_tables, open_tables, summary

router = APIRouter(prefix="/api", tags=["tables"])
SEATED = ("no_table", "no_seat", "which_seat", "disk_full")


@router.post(
    "/tables",
    status_code=201,
    dependencies=[rate_limit("creations")],
    responses=answers(wire.Created, "too_many_tables", "no_table", "still_running",
                      "bad_practice", "refused", "disk_full",
                      status=201),
)  # fmt: skip
async def create(wanted: wire.CreateTable, hall: HallDep, visit: VisitDep) -> Answer:
    """A new table; seat links are shown here and never again."""
    table, secrets, group = await making.create(hall, wanted, await visit.begin())
    links = [
        wire.SeatLink(seat=p, link=f"/t/{table.id}#{secret}" if secret else None)
        for p, secret in enumerate(secrets)
    ]
    return visit.seal(Answer(creation(table, links, group), 201))


def creation(table: Table, links: list[wire.SeatLink], group: str | None = None) -> wire.Created:
    promised = table.fair.commitment.hex() if table.fair else None
    invites = f"/t/{table.id}#{group}" if group else None
    return wire.Created(table=table.id, seats=links, group=invites, commitment=promised)


def octets(given: str | None) -> bytes | None:
    return None if given is None else bytes.fromhex(given)


@router.post("/qr", dependencies=[rate_limit("joins")], responses=answers(wire.Drawing))
def qr(wanted: wire.DrawLink) -> Answer:
    """A seat link as a QR code. The link comes in the body, because addresses get logged."""
    return Answer(wire.Drawing(svg=draw(wanted.link)))


@router.get("/tables", responses=answers(wire.Tables))
async def tables(hall: HallDep, who: WhoDep) -> Answer:
    """Open tables: those with a free seat, then those to watch."""
    return Answer(wire.Tables(tables=await open_tables(hall, who)))


@router.get("/mine", responses=answers(wire.Tables))
async def mine(hall: HallDep, who: WhoDep) -> Answer:
    """Tables that you sit at or host, newest first."""
    return Answer(wire.Tables(tables=await my_tables(hall, who)))


@router.get("/history", responses=answers(wire.Tables))
async def history(hall: HallDep, who: WhoDep) -> Answer:
    """Finished games: yours, and those of open tables."""
    return Answer(wire.Tables(tables=await finished_tables(hall, who)))


@router.get("/tables/{table}", responses=answers(wire.TableSummary, "no_table", "rules_unknown"))
async def about(table: TableDep, hall: HallDep, who: WhoDep) -> Answer:
    kept = await hall.services.store.table(table.id)
    if kept is None:  # it has been deleted since
        raise Trouble("no_table")
    return Answer(await summary(hall, who, kept))


@router.post(
    "/join",
    dependencies=[rate_limit("joins")],
    responses=answers(
        wire.Joined, "no_secret", "link_used", "seat_taken", "game_ended", "disk_full"
    ),
)
async def join(wanted: wire.Join, hall: HallDep, visit: VisitDep) -> Answer:
    """Exchange the secret of a link for a cookie."""
    await doors.look(hall, wanted.secret, visit.who)
    table, seat = await seating.join(
        hall,
        wanted.secret,
        await visit.begin(),
        wanted.name,
        wanted.seat,
        octets(wanted.seal),
    )
    return visit.seal(Answer(wire.Joined(table=table.id, seat=seat)))


@router.post(
    "/tables/{table}/sit",
    dependencies=[rate_limit("joins")],
    responses=answers(wire.Joined, "table_closed", "table_full", "game_ended", *SEATED),
)
async def sit(table: TableDep, wanted: wire.Sit, hall: HallDep, visit: VisitDep) -> Answer:
    """Take a free seat at an open table."""
    seat = await seating.sit(
        hall, table, await visit.begin(), wanted.seat, wanted.name, octets(wanted.seal)
    )
    return visit.seal(Answer(wire.Joined(table=table.id, seat=seat)))


@router.post("/tables/{table}/leave", responses=answers(wire.Done, *SEATED))
async def leave(table: TableDep, wanted: wire.SeatOnly, hall: HallDep, who: WhoDep) -> Answer:
    await seating.leave(hall, table, who, wanted.seat)
    return Answer(wire.Done(version=table.version))


@router.post(
    "/tables/{table}/keep", responses=answers(wire.Done, "no_table", "host_only", "disk_full")
)
async def keep(table: HostTableDep) -> Answer:
    """Host only: a practice table that stays, and is listed and counted like any other."""
    await practice.keep(table)
    return Answer(wire.Done(version=table.version))


@router.post("/tables/{table}/back", responses=answers(wire.Done, *SEATED))
async def back(table: TableDep, wanted: wire.SeatOnly, hall: HallDep, who: WhoDep) -> Answer:
    """Take the seat back: from the bot that plays on, or after having left it."""
    await seating.back(hall, table, who, wanted.seat)
    return Answer(wire.Done(version=table.version))


@router.post(
    "/tables/{table}/device",
    dependencies=[rate_limit("joins")],
    responses=answers(wire.DeviceLink, *SEATED),
)
async def device(table: TableDep, wanted: wire.SeatOnly, hall: HallDep, who: WhoDep) -> Answer:
    """A link for another device of yours; everybody at the table sees it come."""
    secret, expires = await seating.device_link(hall, table, hall.seat(table, who, wanted.seat))
    return Answer(wire.DeviceLink(link=f"/t/{table.id}#{secret}", expires=expires))


@router.post("/tables/{table}/rename", responses=answers(wire.Done, *SEATED))
async def rename(table: TableDep, wanted: wire.Rename, hall: HallDep, who: WhoDep) -> Answer:
    await seating.rename(table, hall.seat(table, who, wanted.seat), wanted.name)
    return Answer(wire.Done(version=table.version))


@router.post(
    "/tables/{table}/reissue",
    responses=answers(wire.Created, "no_table", "host_only", "bad_seats", "disk_full"),
)
async def reissue(table: TableDep, wanted: wire.Reissue, hall: HallDep, who: WhoDep) -> Answer:
    """A new link for a seat: of the host if nobody has the seat, of its holder, or of whoever has
    everybody's leave."""
    secret = await seating.reissue(hall, table, who, wanted.seat)
    link = wire.SeatLink(seat=wanted.seat, link=f"/t/{table.id}#{secret}")
    return Answer(creation(table, [link]))


@router.post(
    "/tables/{table}/bot",
    responses=answers(wire.Done, "no_table", "host_only", "seat_taken", "disk_full"),
)
async def seat_bot(table: HostTableDep, wanted: wire.SeatBot, hall: HallDep) -> Answer:
    """Host only: a seat that is still free becomes a bot's."""
    await hosting.seat_bot(hall, table, wanted.seat, wanted.bot)
    return Answer(wire.Done(version=table.version))


@router.post(
    "/tables/{table}/abandon",
    responses=answers(wire.Done, "no_table", "host_only", "has_begun", "disk_full"),
)
async def abandon(table: HostTableDep) -> Answer:
    """Host only: close a table that has not begun."""
    if table.status == "running":
        raise Trouble("has_begun")
    await table.abandon()
    return Answer(wire.Done(version=table.version))
