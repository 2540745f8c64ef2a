"""People: whom a host keeps away, reports, and what is kept about oneself."""

import hashlib

from fastapi import APIRouter, Request, Response

from rialto.server import wire
from rialto.server.auth import Who, clear_cookie_headers
from rialto.server.keeping.desk import Desk
from rialto.server.keeping.export import export
from rialto.server.keeping.forgetting import forget_person, forget_table, seats_of
from rialto.server.table import manners
from rialto.server.trouble import Trouble
from rialto.server.web.asking import (
    Answer,
    HallDep,
    HostTableDep,
    Responses,
    TableDep,
    WhoDep,
    answers,
    large,
    rate_limit,
)

router = APIRouter(prefix="/api", tags=["people"])
ANY_JSON: Responses = {200: {"description": "Everything", "content": {"application/json": {}}}}


def key_of(who: Who) -> bytes:
    if who.key is None:
        raise Trouble("no_seat")
    return who.key


def sign_for(host: Who, somebody: bytes) -> str:
    """A name for somebody that only this host knows them by."""
    return hashlib.sha256(key_of(host) + somebody).hexdigest()


@router.post(
    "/tables/{table}/block",
    responses=answers(wire.Done, "no_table", "host_only", "bad_seats", "disk_full"),
)
async def block(table: HostTableDep, wanted: wire.Block) -> Answer:
    """Host only: whoever sits there sits at no table of yours any more."""
    await manners.block(table, wanted.seat)
    return Answer(wire.Done(version=table.version))


@router.get("/blocked", responses=answers(wire.BlockedPeople))
async def blocked(hall: HallDep, who: WhoDep) -> Answer:
    """Whom you keep away from your tables."""
    kept = await hall.services.store.blocked_by(who.key) if who.key else []
    people = [wire.BlockedPerson(who=sign_for(who, b.who), name=b.name, at=b.at) for b in kept]
    return Answer(wire.BlockedPeople(blocked=people))


@router.post("/unblock", responses=answers(wire.BlockedPeople, "no_seat", "disk_full"))
async def unblock(wanted: wire.Unblock, hall: HallDep, who: WhoDep) -> Answer:
    changes = hall.services.store.transaction()
    for kept in await hall.services.store.blocked_by(key_of(who)):
        if sign_for(who, kept.who) == wanted.who:
            changes.unblock(key_of(who), kept.who)
    await hall.services.write(changes)
    return await blocked(hall, who)


@router.post(
    "/tables/{table}/report",
    dependencies=[rate_limit("creations")],
    responses=answers(wire.Done, "no_table", "no_seat", "which_seat", "bad_seats", "disk_full"),
)
async def report(table: TableDep, wanted: wire.Tell, who: WhoDep) -> Answer:
    """Tell whoever runs the server about somebody at your table."""
    mine = table.holders.get(key_of(who)) or table.leavers.get(key_of(who))
    if not mine:
        raise Trouble("no_seat")
    await manners.report(table, min(mine), key_of(who), wanted.seat, wanted.text)
    return Answer(wire.Done(version=table.version))


@router.get("/privacy", responses=answers(wire.Privacy))
async def privacy(hall: HallDep) -> Answer:
    """For how long what is kept, by the settings in force."""
    settings = hall.services.settings
    days = {name: getattr(settings, name) for name in wire.Privacy.__struct_fields__}
    return Answer(wire.Privacy(**days))


@router.get(
    "/me/export",
    dependencies=[rate_limit("replays")],
    responses=ANY_JSON | answers(None, "no_seat"),
)
async def my_export(request: Request, hall: HallDep, who: WhoDep) -> Response:
    """Everything that is kept about you, as a file."""
    answer = await large(request, await export(hall, key_of(who)))
    answer.headers["content-disposition"] = 'attachment; filename="rialto.json"'
    return answer


@router.post(
    "/me/forget",
    dependencies=[rate_limit("creations")],
    responses=answers(wire.Forgotten, "no_seat", "disk_full"),
)
async def forget_me(request: Request, who: WhoDep) -> Answer:
    """Your name, your seats and the games that are yours alone are deleted, and this session."""
    desk: Desk = request.app.state.desk
    done = await forget_person(desk, key_of(who))
    answer = Answer(wire.Forgotten(deleted=done.deleted, left=done.left))
    for header in clear_cookie_headers():
        answer.headers.append("set-cookie", header)
    return answer


@router.post(
    "/tables/{table}/forget",
    responses=answers(wire.Forgotten, "no_table", "no_seat", "disk_full"),
)
async def forget_one(table: str, request: Request, hall: HallDep, who: WhoDep) -> Answer:
    """Your name and seat at this table; a table that is yours alone is deleted."""
    kept = await hall.services.store.table(table)
    if kept is None:
        raise Trouble("no_table")
    if not seats_of(kept, key_of(who)) and kept.host != who.key:
        raise Trouble("no_seat")
    deleted = await forget_table(request.app.state.desk, table, key_of(who))
    return Answer(wire.Forgotten(deleted=int(deleted), left=int(not deleted)))
