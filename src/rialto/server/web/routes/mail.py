"""Mail: an address, whether it is theirs, and the end of it."""

from typing import Final

from fastapi import APIRouter, Request

from rialto.server import wire
from rialto.server.auth import hash_of
from rialto.server.notify.deliveries import Deliveries
from rialto.server.notify.mail import CONFIRM, Mail
from rialto.server.store import MailAddress, StoreConflict, Transaction
from rialto.server.trouble import Trouble
from rialto.server.web.asking import Answer, HallDep, WhoDep, answers, rate_limit
from rialto.server.web.routes.mine import person

router = APIRouter(prefix="/api", tags=["notify"])
AGAIN_MS: Final = 10 * 60 * 1000
"""A second question to the same address has to wait so long."""


def the_mail(request: Request) -> Mail:
    mail: Mail = request.app.state.mail
    if not mail.possible:
        raise Trouble("no_mail")
    return mail


def show_address(kept: MailAddress | None, possible: bool) -> Answer:
    return Answer(
        wire.MailState(
            possible=possible,
            address=kept.address if kept else None,
            confirmed=kept.confirmed if kept else False,
            quiet_from=kept.quiet_from if kept else None,
            quiet_to=kept.quiet_to if kept else None,
        )
    )


@router.get("/me/mail", responses=answers(wire.MailState, "no_person"))
async def mail_state(request: Request, hall: HallDep, who: WhoDep) -> Answer:
    """Whether and where you get mail."""
    kept = await hall.services.store.mail_of(person(who))
    return show_address(kept, request.app.state.mail.possible)


@router.post(
    "/me/mail",
    dependencies=[rate_limit("codes")],
    responses=answers(wire.MailState, "no_person", "no_mail", "mail_just_sent", "disk_full"),
)
async def set_mail(request: Request, wanted: wire.SetMail, hall: HallDep, who: WhoDep) -> Answer:
    """A new address is asked first whether it is yours."""
    mail, services, key = the_mail(request), hall.services, person(who)
    before = await services.store.mail_of(key)
    same = before is not None and before.address == wanted.address and before.confirmed
    asked = await services.store.mailed_at(wanted.address)
    if not same and asked is not None and services.now() - asked < AGAIN_MS:
        raise Trouble("mail_just_sent")
    kept = MailAddress(
        who=key,
        at=services.now(),
        confirmed=same,
        **wanted.model_dump(),
    )
    changes = services.store.transaction()
    changes.keep_mail(kept, mail.hash_of("confirm", kept), mail.hash_of("stop", kept))
    deliveries: Deliveries = request.app.state.deliveries
    asks = None if same else deliveries.new(mail.name, key, kept.address, CONFIRM)
    if asks is not None:
        changes.keep_delivery(asks)
    await services.write(changes)
    if asks is not None:
        deliveries.carry(asks)
    return show_address(kept, possible=True)


@router.post("/me/mail/off", responses=answers(wire.MailState, "no_person", "disk_full"))
async def end_mail(request: Request, hall: HallDep, who: WhoDep) -> Answer:
    changes = hall.services.store.transaction()
    changes.drop_mail(person(who))
    await hall.services.write(changes)
    return show_address(None, request.app.state.mail.possible)


@router.post(
    "/mail/confirm",
    dependencies=[rate_limit("joins")],
    responses=answers(wire.MailAnswered, "no_mail_link", "disk_full"),
)
async def confirm(wanted: wire.MailSecret, hall: HallDep) -> Answer:
    """By the link in the first mail. Opening it does nothing; the page asks for this."""
    changes = hall.services.store.transaction()
    changes.confirm_mail(hash_of(wanted.secret))
    return await answer(hall, changes)


@router.post(
    "/mail/stop",
    dependencies=[rate_limit("joins")],
    responses=answers(wire.MailAnswered, "no_mail_link", "disk_full"),
)
async def stop(wanted: wire.MailSecret, hall: HallDep) -> Answer:
    """By the link in every mail; the address is forgotten."""
    changes = hall.services.store.transaction()
    changes.stop_mail(hash_of(wanted.secret))
    return await answer(hall, changes)


async def answer(hall: HallDep, changes: Transaction) -> Answer:
    try:
        await changes.commit()
    except StoreConflict:
        raise Trouble("no_mail_link") from None
    return Answer(wire.MailAnswered(done=True))
