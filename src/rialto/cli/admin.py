"""`rialto admin`: look at the tables of a server, and close, delete or forget what must go."""

import argparse
import asyncio
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rialto.cli.complaint import Complaint
from rialto.cli.options import add_database

if TYPE_CHECKING:
    from rialto.server.keeping.orders import Order
    from rialto.server.store import Place

LISTED: Final = ("tables", "tokens", "records", "reports")
STATUSES: Final = ("open", "running", "over", "abandoned")
TIMES: Final = {"at", "created", "used", "updated"}


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at the tables of a server, and close, delete or forget what must go."
        " It works while the server runs, and while none does."
    )
    add_database(parser)
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    orders = parser.add_subparsers(metavar="ORDER", dest="order", required=True, title="orders")
    wanted = orders.add_parser("list", help="tables, tokens, records or reports")
    wanted.add_argument("what", nargs="?", choices=LISTED, default="tables")
    wanted.add_argument("--status", choices=STATUSES, help="only such tables")
    one = orders.add_parser("show", help="everything about a table but its cards")
    one.add_argument("table", metavar="TABLE")
    one = orders.add_parser("close", help="end a game without a result")
    one.add_argument("table", metavar="TABLE")
    one = orders.add_parser("delete", help="a table, a record, or a report by its number")
    one.add_argument("what", metavar="WHAT")
    one = orders.add_parser("revoke", help="a browser or program is unknown from now on")
    one.add_argument("who", metavar="KEY", help="how its key begins (see show and list tokens)")
    old = orders.add_parser("purge", help="delete what ended, or was last used, long ago")
    old.add_argument("--older-than", type=int, required=True, metavar="DAYS", dest="days")


def run(args: argparse.Namespace) -> int:
    from rialto.server.store import StoreError
    from rialto.server.trouble import Trouble

    if isinstance(args.db, Path) and not args.db.is_file():
        raise Complaint(f"there is no database {args.db}")
    if getattr(args, "days", 1) < 0:
        raise Complaint("--older-than takes a number of days")
    try:
        told = asyncio.run(give(args.db, order_in(args)))
    except (Trouble, StoreError, OSError) as error:
        raise Complaint(str(error)) from None
    print(json.dumps(told, indent=2, ensure_ascii=False) if args.json else in_words(told))
    return 0


def order_in(args: argparse.Namespace) -> "Order":
    from rialto.server.keeping import orders

    match args.order:
        case "list":
            return orders.List(args.what, args.status)
        case "show":
            return orders.Show(args.table)
        case "close":
            return orders.Close(args.table)
        case "delete":
            return orders.Delete(args.what)
        case "revoke":
            return orders.Revoke(args.who)
        case _:
            return orders.Purge(args.days)


async def give(db: "Place", order: "Order") -> Any:
    """To the server that runs, or to the database itself."""
    from rialto.server.keeping.desk import Desk
    from rialto.server.keeping.door import NobodyThere, ask_server
    from rialto.server.keeping.orders import carry_out
    from rialto.server.services import wall_ms
    from rialto.server.store import open_peers, open_store
    from rialto.server.store.peers import Forget

    with suppress(NobodyThere):
        return await ask_server(db, order)
    store = open_store(db)
    peers = open_peers(db, store)
    desk = Desk(store, wall_ms, forget=lambda who: peers.tell(Forget(who)), peers=peers)
    try:
        return await carry_out(desk, order)
    finally:
        await peers.close()
        store.close()


def in_words(told: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> str:
    if isinstance(told, Mapping):
        return "\n".join(line for key, value in told.items() for line in entry(key, value))
    if not told:
        return "none"
    rows = [list(told[0]), *([cell(key, value) for key, value in row.items()] for row in told)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def entry(key: str, value: Any) -> list[str]:
    if isinstance(value, list) and value and isinstance(value[0], Mapping):
        return [f"{key}:", *(f"  {line}" for line in in_words(value).splitlines())]
    return [f"{key}: {cell(key, value)}"]


def cell(key: str, value: Any) -> str:
    """Names and reports are what people have typed: nothing of them moves the cursor."""
    if key in TIMES:
        return datetime.fromtimestamp(value / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    if value is None or value == []:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(cell("", part) for part in value)
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in str(value))
