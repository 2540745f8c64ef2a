"""Lists of tables: open ones, mine, finished ones."""

import json
from typing import Any, Final

from rialto import House
from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.show import present
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

MOST: Final = 100


def open_tables(hall: Hall, who: Who) -> list[wire.TableSummary]:
    """Those with a free seat first, then those that can be watched."""
    rows = hall.services.store.read(
        "SELECT id FROM games WHERE status IN ('open', 'running') AND open = 1 "
        "ORDER BY status = 'open' DESC, updated DESC LIMIT ?",
        (MOST,),
    )
    return found(hall, who, rows)


def my_tables(hall: Hall, who: Who) -> list[wire.TableSummary]:
    if who.key is None:
        return []
    rows = hall.services.store.read(
        "SELECT id, status FROM games WHERE host = :who OR id IN "
        "(SELECT game FROM holders WHERE who = :who) "
        "ORDER BY status IN ('open', 'running') DESC, updated DESC LIMIT :most",
        {"who": who.key, "most": MOST},
    )
    return found(hall, who, rows)


def finished_tables(hall: Hall, who: Who) -> list[wire.TableSummary]:
    rows = hall.services.store.read(
        "SELECT id FROM games WHERE status = 'over' AND (open = 1 OR host = :who OR id IN "
        "(SELECT game FROM holders WHERE who = :who)) ORDER BY updated DESC LIMIT :most",
        {"who": who.key or b"", "most": MOST},
    )
    return found(hall, who, rows)


def found(hall: Hall, who: Who, rows: list[Any]) -> list[wire.TableSummary]:
    """Games that are over are summed up from their row, without folding them."""
    summaries = []
    for row in rows:
        try:
            live = hall.tables.get(row["id"])
            stored = None if live else stored_summary(hall, row["id"], who)
            summaries.append(stored or summary(hall.get(row["id"]), who))
        except Trouble:
            continue  # by rules that are not known any more: not listed, still stored
    return summaries


def stored_summary(hall: Hall, game_id: str, who: Who) -> wire.TableSummary | None:
    read = hall.services.store.read
    row = read("SELECT * FROM games WHERE id = ?", (game_id,))[0]
    if row["status"] not in ("over", "abandoned"):
        return None
    setup = json.loads(row["header"])
    result = json.loads(row["result"]) if row["result"] else {"totals": None, "ranking": None}
    seats = read("SELECT * FROM seats WHERE game = ? ORDER BY seat", (game_id,))
    held = read("SELECT seat FROM holders WHERE game = ? AND who = ?", (game_id, who.key))
    version = read("SELECT count(*) FROM events WHERE game = ?", (game_id,))[0][0]
    totals = result["totals"]
    return wire.TableSummary(
        table=game_id,
        status=row["status"],
        open=bool(row["open"]),
        host=who.key == row["host"],
        mine=sorted(h["seat"] for h in held),
        house=present.house_out(House.from_dict(setup["house"], row["rules"]), row["rules"]),
        seats=[
            wire.SeatSummary(
                seat=s["seat"],
                name=s["name"],
                kind=s["kind"],
                bot=s["bot"],
                total=totals[s["seat"]] if totals else None,
            )
            for s in seats
        ],
        version=version,
        round=6 if row["status"] == "over" else 0,
        to_move=[],
        clock=setup["clock"],
        created=row["created"],
        updated=row["updated"],
        ranking=result["ranking"],
        rematch=row["rematch"],
    )


def summary(table: Table, who: Who) -> wire.TableSummary:
    over = table.status == "over"
    totals = [s.total for s in table.game.scores] if over else None
    return wire.TableSummary(
        table=table.id,
        status=table.status,
        open=table.header.open,
        host=who.key == table.header.host,
        mine=sorted(table.holders.get(who.key, set())) if who.key else [],
        house=present.house_out(table.game.house, table.game.rules),
        seats=[
            wire.SeatSummary(
                seat=p,
                name=c.name,
                kind=c.kind,
                bot=c.bot,
                total=totals[p] if totals else None,
            )
            for p, c in enumerate(table.chairs)
        ],
        version=table.version,
        round=int(table.game.view(None).round_no),
        to_move=list(table.asked()),
        clock=table.header.setup["clock"],
        created=table.header.created,
        updated=table.updated,
        ranking=table.game.ranking if over else None,
        rematch=table.rematch,
    )
