"""A person without an account: results, a code for another device, devices."""

from typing import Final

from fastapi import APIRouter, Request

from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.keeping import devices
from rialto.server.keeping.results import results
from rialto.server.trouble import Trouble
from rialto.server.web.asking import (
    Answer,
    HallDep,
    VisitDep,
    WhoDep,
    answers,
    is_secure,
    rate_limit,
    the_visitors,
)

router = APIRouter(prefix="/api/me", tags=["me"])
MOST: Final = 10_000


def person(who: Who) -> bytes:
    if who.key is None or who.program:
        raise Trouble("no_person")
    return who.key


@router.get(
    "/games", dependencies=[rate_limit("replays")], responses=answers(wire.MyGames, "no_person")
)
async def games(hall: HallDep, who: WhoDep) -> Answer:
    """What your finished games add up to."""
    key = person(who)
    return Answer(results(await hall.services.store.tables_of(key, MOST), key))


@router.post(
    "/code",
    dependencies=[rate_limit("codes")],
    responses=answers(wire.NewCode, "no_person", "disk_full"),
)
async def code(hall: HallDep, who: WhoDep) -> Answer:
    """A code that makes another device yours, good once. It is shown here and never again; an
    earlier one is no longer good."""
    return Answer(wire.NewCode(code=await devices.make_code(hall, person(who))))


@router.post("/code/withdraw", responses=answers(wire.Devices, "no_person", "disk_full"))
async def withdraw(request: Request, hall: HallDep, who: WhoDep) -> Answer:
    await devices.withdraw_code(hall, person(who))
    return await list_devices(request, hall, who)


@router.post(
    "/enter",
    dependencies=[rate_limit("codes")],
    responses=answers(wire.Devices, "no_person", "no_code", "code_used", "disk_full"),
)
async def enter(request: Request, wanted: wire.EnterCode, hall: HallDep, visit: VisitDep) -> Answer:
    """This device is theirs who made the code; what it had of its own comes along."""
    if visit.who.program:
        raise Trouble("no_person")
    visitors = await the_visitors(request)
    owner = await devices.enter_code(hall, wanted.code, visit.who.key)
    if visit.who.key is not None:
        visitors.forget(visit.who.key)
    await visit.begin(owner)
    return visit.seal(await list_devices(request, hall, Who(owner)))


@router.get("/devices", responses=answers(wire.Devices, "no_person"))
async def list_devices(request: Request, hall: HallDep, who: WhoDep) -> Answer:
    """Where you are known."""
    key = person(who)
    visitors = await the_visitors(request)
    found = await visitors.session(request.headers, secure=is_secure(request))
    here = found[1].secret if found else None
    sessions = await hall.services.store.sessions_of(key)
    made = await hall.services.store.code_of(key)
    listed = [
        wire.Device(
            device=devices.sign_of(session),
            name=session.device,
            created=session.created,
            seen=session.seen,
            here=session.secret == here,
        )
        for session in sessions
        if session.until is None
    ]
    return Answer(wire.Devices(devices=listed, code=made.at if made and not made.used else None))


@router.post("/signout", responses=answers(wire.Devices, "no_person", "no_device", "disk_full"))
async def sign_out(request: Request, wanted: wire.SignOut, hall: HallDep, who: WhoDep) -> Answer:
    """A device is no longer yours."""
    gone = await devices.sign_out(hall, person(who), wanted.device)
    (await the_visitors(request)).sign_out(gone)
    devices.close_lines(hall, person(who))
    return await list_devices(request, hall, who)
