"""Everything that is kept about somebody, for themselves."""

from collections.abc import Sequence
from typing import Any, Final

from rialto.server.keeping.forgetting import seats_of
from rialto.server.services import Services
from rialto.server.store import Entry, KeptTable
from rialto.server.table.hall import Hall
from rialto.server.table.log import replay_on, standing_moves
from rialto.server.table.records import who_played
from rialto.server.table.seats import Header, first_game
from rialto.server.table.shuffle import fair_part
from rialto.server.trouble import Trouble

FORMAT: Final = "rialto-mine"


async def export(hall: Hall, who: bytes) -> dict[str, Any]:
    services = hall.services
    tables = [await one_table(services, name, who) for name in await services.store.all_of(who)]
    mail = await services.store.mail_of(who)
    said = await services.store.talk_of(who)
    reports = [r for r in await services.store.reports() if r.by_who == who]
    return {
        "format": FORMAT,
        "version": 1,
        "at": services.now(),
        "tables": [table for table in tables if table is not None],
        "devices": [
            {"name": s.device, "created": s.created, "seen": s.seen}
            for s in await services.store.sessions_of(who)
        ],
        "told": [
            {"at": s.at, "language": s.lang} for s in await services.store.subscriptions_of(who)
        ],
        "mail": None
        if mail is None
        else {
            "address": mail.address,
            "confirmed": mail.confirmed,
            "language": mail.lang,
            "quiet": [mail.quiet_from, mail.quiet_to],
        },
        "said": [
            {"table": table, "at": line.at, "text": line.text, "reaction": line.reaction}
            for table, lines in said.items()
            for line in lines
        ],
        "blocked": [{"name": b.name, "at": b.at} for b in await services.store.blocked_by(who)],
        "reports": [
            {"table": r.table, "at": r.at, "about": r.name, "text": r.text} for r in reports
        ],
    }


async def one_table(services: Services, name: str, who: bytes) -> dict[str, Any] | None:
    found = await services.store.table_and_log(name)
    if found is None:
        return None
    kept, entries = found
    mine = sorted(seats_of(kept, who))
    told = {
        "table": name,
        "status": kept.status,
        "host": kept.host == who,
        "seats": mine,
        "names": [seat.name for seat in kept.seats],
        "created": kept.created,
        "updated": kept.updated,
    }
    try:
        record = await services.aside(record_for, kept, entries, mine)
    except (Trouble, ValueError) as error:
        return {**told, "record": None, "problem": str(error)}
    return {**told, "record": {**record, **who_played(kept.seats)}}


def record_for(kept: KeptTable, entries: Sequence[Entry], mine: Sequence[int]) -> dict[str, Any]:
    """The whole of a game that is over; otherwise what their first seat may know."""
    header = Header(kept.id, kept.rules, kept.created, kept.open, kept.host, kept.setup)
    game = first_game(header, 0)
    replay_on(game, standing_moves(entries))
    over = kept.status == "over"
    record = game.record() if over else game.record_so_far(mine[0] if mine else None)
    return {**record, **fair_part(kept.fair, kept.id, kept.status)}
