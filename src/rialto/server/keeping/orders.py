"""What an operator may order (`rialto admin`), as JSON, and how it is carried out."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from rialto.server.keeping.desk import Desk
from rialto.server.keeping.forgetting import forget_person
from rialto.server.store import KeptTable, Report
from rialto.server.trouble import Trouble
from rialto.server.wire.words import Status

MOST: Final = 1000
"""Tables in a list."""
DIGITS: Final = 12
"""Of a person's key, in hexadecimal: enough to tell people apart."""
LEAST_DIGITS: Final = 6
DAY_MS: Final = 24 * 3600 * 1000
Told = Mapping[str, Any] | Sequence[Mapping[str, Any]]
Listed = Literal["tables", "tokens", "records", "reports"]


class List(msgspec.Struct, tag="list", forbid_unknown_fields=True):
    what: Listed
    status: Status | None = None


class Show(msgspec.Struct, tag="show", forbid_unknown_fields=True):
    table: str


class Close(msgspec.Struct, tag="close", forbid_unknown_fields=True):
    table: str


class Delete(msgspec.Struct, tag="delete", forbid_unknown_fields=True):
    what: str
    """A table, a record, or the number of a report."""


class Revoke(msgspec.Struct, tag="revoke", forbid_unknown_fields=True):
    who: str
    """How the key of a person or program begins."""


class Purge(msgspec.Struct, tag="purge", forbid_unknown_fields=True):
    days: int


Order = List | Show | Close | Delete | Revoke | Purge


async def carry_out(desk: Desk, order: Order) -> Told:
    match order:
        case List():
            return await list_kept(desk, order)
        case Show():
            return await about(desk, order.table)
        case Close():
            return await close(desk, order.table)
        case Delete():
            return await delete(desk, order.what)
        case Revoke():
            return await revoke(desk, order.who)
        case Purge():
            return await purge(desk, order.days)


# ── looking ──


async def list_kept(desk: Desk, order: List) -> Told:
    store = desk.store
    match order.what:
        case "tables":
            return [in_short(kept) for kept in await store.all_tables(order.status, MOST)]
        case "tokens":
            return [
                {"who": key_of(t.who), "name": t.name, "created": t.created, "used": t.used}
                for t in await store.tokens()
            ]
        case "records":
            return [msgspec.to_builtins(note) for note in await store.records()]
        case "reports":
            return [as_json(report) for report in await store.reports()]


def in_short(kept: KeptTable) -> dict[str, Any]:
    return {
        "table": kept.id,
        "status": kept.status,
        "open": kept.open,
        "seats": [seat.bot or seat.name for seat in kept.seats],
        "entries": kept.version,
        "created": kept.created,
        "updated": kept.updated,
    }


def key_of(who: bytes | None) -> str | None:
    return who.hex()[:DIGITS] if who else None


def as_json(report: Report) -> dict[str, Any]:
    return {
        "report": report.id,
        "at": report.at,
        "table": report.table,
        "seat": report.seat,
        "name": report.name,
        "who": key_of(report.who),
        "by": key_of(report.by_who),
        "text": report.text,
    }


async def about(desk: Desk, name: str) -> Told:
    kept = await desk.store.table(name)
    if kept is None:
        raise Trouble("no_table")
    seats = [
        {
            "seat": p,
            "name": seat.name,
            "kind": seat.kind,
            "bot": seat.bot,
            "away": seat.away,
            "held_by": sorted(str(key_of(w)) for w, held in kept.holders.items() if p in held),
        }
        for p, seat in enumerate(kept.seats)
    ]
    notices = [{"at": n.at, "code": n.code, "seat": n.seat, "name": n.name} for n in kept.notices]
    reports = [as_json(report) for report in await desk.store.reports(name)]
    return {
        **in_short(kept),
        "host": key_of(kept.host),
        "rules": kept.rules,
        "clock": kept.setup["clock"],
        "rematch": kept.rematch,
        "seats": seats,
        "notices": notices,
        "reports": reports,
    }


# ── changing ──


async def close(desk: Desk, name: str) -> Told:
    """A game that goes on ends without a result."""
    async with desk.changing(name) as (kept, changes):
        if kept.status not in ("open", "running"):
            raise Trouble("not_running")
        changes.set_status(name, "abandoned", desk.now())
        desk.log(kept, changes, "abandoned")
    return {"closed": name}


async def delete(desk: Desk, what: str) -> Told:
    changes = desk.store.transaction()
    if what.isdecimal():
        if all(report.id != int(what) for report in await desk.store.reports()):
            raise Trouble("not_found", f"There is no report {what}.")
        changes.delete_report(int(what))
        await desk.write(changes)
        return {"deleted": "report"}
    if await desk.store.record(what) is not None:
        changes.delete_record(what)
        await desk.write(changes)
        return {"deleted": "record"}
    await delete_table(desk, what)
    return {"deleted": "table"}


async def delete_table(desk: Desk, name: str) -> None:
    async with desk.changing(name) as (_, changes):
        changes.delete_table(name)


async def revoke(desk: Desk, beginning: str) -> Told:
    """A browser or program is unknown from now on, and its seats are a bot's or free."""
    if len(beginning) < LEAST_DIGITS or not set(beginning.lower()) <= set("0123456789abcdef"):
        raise Trouble("not_found", f"A key is at least {LEAST_DIGITS} hexadecimal digits.")
    found = await desk.store.people(beginning)
    if len(found) != 1:
        many = "Nobody's key begins" if not found else f"{len(found)} keys begin"
        raise Trouble("not_found", f"{many} with {beginning}.")
    done = await forget_person(desk, found[0])
    return {"revoked": key_of(found[0]), "tables_deleted": done.deleted, "tables_left": done.left}


async def purge(desk: Desk, days: int) -> Told:
    """What has ended, or was last used, more than so many days ago."""
    before = desk.now() - days * DAY_MS
    tables = await desk.store.tables_ended_before(before)
    for name in tables:
        await delete_table(desk, name)
    records = [note for note in await desk.store.records() if note.used < before]
    reports = [report for report in await desk.store.reports() if report.at < before]
    changes = desk.store.transaction()
    changes.forget_records(before)
    changes.forget_reports(before)
    await desk.write(changes)
    return {"tables": len(tables), "records": len(records), "reports": len(reports)}
