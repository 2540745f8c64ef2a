"""How somebody wants to be told."""

from typing import Final

from fastapi import APIRouter, Request

from rialto.server import wire
from rialto.server.notify.push import Push
from rialto.server.notify.reach import check_endpoint
from rialto.server.store import Session, Subscription
from rialto.server.trouble import Trouble
from rialto.server.web.asking import (
    Answer,
    HallDep,
    answers,
    is_secure,
    rate_limit,
    the_visitors,
)

router = APIRouter(prefix="/api/me", tags=["notify"])
MOST_BROWSERS: Final = 10


def the_push(request: Request) -> Push:
    push: Push | None = request.app.state.push
    if push is None:
        raise Trouble("no_push")
    return push


async def session_of(request: Request) -> Session:
    visitors = await the_visitors(request)
    found = await visitors.session(request.headers, secure=is_secure(request))
    if found is None:
        raise Trouble("no_person")
    return found[1]


async def state(request: Request, hall: HallDep) -> Answer:
    push = the_push(request)
    session = await session_of(request)
    kept = await hall.services.store.subscriptions_of(session.who)
    on = any(sub.session == session.secret for sub in kept)
    return Answer(wire.PushState(key=push.sender.public, on=on))


@router.get("/push", responses=answers(wire.PushState, "no_person", "no_push"))
async def push_state(request: Request, hall: HallDep) -> Answer:
    """Our key, and whether this browser is told of your turns."""
    return await state(request, hall)


@router.post(
    "/push",
    dependencies=[rate_limit("creations")],
    responses=answers(
        wire.PushState, "no_person", "bad_endpoint", "unknown_push_service", "bad_push_key",
        "no_push", "disk_full",
    ),
)  # fmt: skip
async def subscribe(request: Request, wanted: wire.Subscribe, hall: HallDep) -> Answer:
    """This browser is told when it is your turn, and when a game of yours begins or ends."""
    push = the_push(request)
    session = await session_of(request)
    check_endpoint(wanted.endpoint, push.rules)
    key, auth = push.sender.check_keys(wanted.key, wanted.auth)
    changes = hall.services.store.transaction()
    sub = Subscription(
        endpoint=wanted.endpoint,
        who=session.who,
        session=session.secret,
        key=key,
        auth=auth,
        lang=wanted.lang,
        at=hall.services.now(),
    )
    changes.subscribe(sub, MOST_BROWSERS)
    await hall.services.write(changes)
    return await state(request, hall)


@router.post("/push/off", responses=answers(wire.PushState, "no_person", "disk_full"))
async def unsubscribe(request: Request, wanted: wire.Unsubscribe, hall: HallDep) -> Answer:
    session = await session_of(request)
    changes = hall.services.store.transaction()
    changes.unsubscribe(wanted.endpoint, session.who)
    await hall.services.write(changes)
    return await state(request, hall)
