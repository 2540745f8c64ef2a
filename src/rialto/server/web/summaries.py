"""Lists of tables: open ones, mine, finished ones."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from rialto import House
from rialto.engine.box import ROUNDS
from rialto.server import wire
from rialto.server.auth import Who
from rialto.server.show import present
from rialto.server.store import Held, KeptSeat, KeptTable
from rialto.server.table.beliefs import has_beliefs
from rialto.server.table.company import last_act
from rialto.server.table.consent import asks
from rialto.server.table.days import rules_of
from rialto.server.table.hall import Hall
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

MOST: Final = 100
DAY_MS: Final = 24 * 3600 * 1000
TOLD_DAYS: Final = 14


async def open_tables(hall: Hall, who: Who) -> list[wire.TableSummary]:
    """Those with a free seat first, then those that can be watched."""
    return await summaries_of(hall, who, await hall.services.store.open_tables(MOST))


async def my_tables(hall: Hall, who: Who) -> list[wire.TableSummary]:
    if who.key is None:
        return []
    return await summaries_of(hall, who, await hall.services.store.tables_of(who.key, MOST))


async def finished_tables(hall: Hall, who: Who) -> list[wire.TableSummary]:
    return await summaries_of(hall, who, await hall.services.store.finished_tables(who.key, MOST))


async def summaries_of(
    hall: Hall, who: Who, tables: Iterable[KeptTable]
) -> list[wire.TableSummary]:
    """Only a running game has to be loaded to know where it stands."""
    made = []
    for kept in tables:
        try:
            made.append(await summary(hall, who, kept))
        except Trouble:
            continue  # by rules that are not known any more: not listed, still stored
    return made


async def summary(hall: Hall, who: Who, kept: KeptTable) -> wire.TableSummary:
    """What is kept about a table and, where it is played, looked at or asked about, where it
    stands."""
    wanted = kept.status == "running" or kept.id in hall.tables or bool(kept.proposals)
    live = await hall.get(kept.id) if wanted else None
    result = kept.result
    return wire.TableSummary(
        table=kept.id,
        status=kept.status,
        open=kept.open,
        host=who.key == kept.host,
        host_seat=min(kept.holders.get(kept.host, set()), default=None),
        mine=theirs(kept.holders, who),
        left=theirs(kept.leavers, who),
        house=present.house_out(House.from_dict(kept.setup["house"], kept.rules), kept.rules),
        seats=seats(kept.seats, kept.invited, result.totals if result else None),
        version=live.version if live else kept.version,
        round=round_of(kept, live),
        to_move=list(live.to_move) if live else [],
        clock=kept.setup["clock"],
        days=day_rules(kept.setup),
        hints=bool(kept.setup.get("hints")),
        beliefs=has_beliefs(kept.setup),
        due_ms=due_ms(live, who) if live else None,
        created=kept.created,
        updated=live.updated if live else kept.updated,
        ranking=result.ranking if result else None,
        rematch=kept.rematch,
        asked=live is not None and asks(live, theirs(live.holders, who)),
        closes=closes(hall, live) if live else None,
    )


def round_of(kept: KeptTable, live: Table | None) -> int:
    if live is not None:
        return int(live.game.view(None).round_no)
    return ROUNDS if kept.status == "over" else 0


def theirs(held: Held, who: Who) -> list[int]:
    return sorted(held.get(who.key, set())) if who.key else []


def seats(
    people: Sequence[KeptSeat], invited: set[int], totals: list[int] | None
) -> list[wire.SeatSummary]:
    return [
        wire.SeatSummary(
            seat=p,
            name=who.name,
            kind=who.kind,
            bot=who.bot,
            total=totals[p] if totals else None,
            invited=p in invited,
            hinted=who.hinted,
        )
        for p, who in enumerate(people)
    ]


def day_rules(setup: dict[str, Any]) -> wire.DayRules | None:
    rules = rules_of(setup)
    return wire.DayRules(days=rules.days, play_on=rules.play_on) if rules else None


def due_ms(table: Table, who: Who) -> int | None:
    shown = table.deadlines.show()
    if shown is None:
        return None
    left = (shown.left_ms[p] for p in theirs(table.holders, who))
    return min((ms for ms in left if ms is not None), default=None)


def closes(hall: Hall, table: Table) -> int | None:
    """Told beforehand: a game in which nobody does anything is not kept for ever."""
    days = hall.services.settings.idle_table_days
    if table.status != "running" or not days:
        return None
    at = last_act(table) + days * DAY_MS
    return at if at - hall.services.now() < TOLD_DAYS * DAY_MS else None
