"""From what is stored to a live table: the header, and a fold over the log."""

from collections.abc import Sequence
from typing import Any

from rialto.engine.house import RULES_VERSION
from rialto.server.services import Services
from rialto.server.store import Entry, KeptTable
from rialto.server.table.clock import Clock, ClockRules
from rialto.server.table.following import follow, length_settled
from rialto.server.table.history import History
from rialto.server.table.log import replay_on, standing_moves
from rialto.server.table.seats import Chair, Header, Keeper, first_game
from rialto.server.table.shuffle import draw_key
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble


def new_clock(setup: dict[str, Any], players: int) -> Clock | None:
    if setup["clock"] is None:
        return None
    return Clock.new(ClockRules(**setup["clock"]), players)


def build(services: Services, keeper: Keeper, kept: KeptTable, entries: Sequence[Entry]) -> Table:
    """The table and its game; the lines of the log only when somebody asks (`Table.recall`).
    Refuses, rather than half-loads, a game that these rules do not know."""
    if not 1 <= kept.rules <= RULES_VERSION:
        raise Trouble(
            "rules_unknown",
            f"This game was played by rules {kept.rules}; this version knows {RULES_VERSION}.",
        )
    split = length_settled(entries)
    chairs = [Chair.of(seat, services.now()) for seat in kept.seats]
    header = Header(kept.id, kept.rules, kept.created, kept.open, kept.host, kept.setup)
    table = Table(
        header=header,
        status=kept.status,
        chairs=chairs,
        holders={who: set(seats) for who, seats in kept.holders.items()},
        leavers={who: set(seats) for who, seats in kept.leavers.items()},
        invited=set(kept.invited),
        notices=list(kept.notices),
        group_link=kept.group_link,
        proposals=list(kept.proposals),
        last_proposal=max((p.n for p in kept.proposals), default=0),
        quiet=kept.quiet,
        practice=kept.practice,
        started=entries[0].at if entries else None,
        acted=max([kept.updated, *(entry.at for entry in entries if entry.by_person)]),
        game=first_game(header, services.seed() if services.seed else None),
        history=History(len(chairs), first=split),
        clock=new_clock(kept.setup, len(chairs)),
        services=services,
        keeper=keeper,
        updated=max(kept.updated, entries[-1].at if entries else 0),
        fair=kept.fair,
        days=kept.days,
        rematch=kept.rematch,
        revision=kept.revision,
        version=split,
        basis=[split] * len(chairs),
    )
    if kept.fair is not None:
        table.game.draw_by(draw_key(kept.fair, kept.id))
    replay_on(table.game, standing_moves(entries[:split]))
    table.revealed = [len(table.game.log)] * len(chairs)
    for entry in entries[:split]:
        if entry.what in ("away", "back"):
            table.chairs[entry.seat].away = entry.what == "away"
        if table.clock is not None and entry.spent:
            table.clock.charge(entry.seat, entry.spent)
        if entry.move_id is not None:
            table.known[entry.move_id] = (actor(entries, entry), entry.seq + 1)
    follow(table, entries[split:])
    table.status = kept.status
    return table


def actor(entries: Sequence[Entry], last: Entry) -> int:
    """Whose command an entry closes: the seat of its first entry. Chance may have come after it,
    and passes that nobody had to be asked for."""
    first = last.seq
    while first > 0 and entries[first - 1].what == "move" and entries[first - 1].move_id is None:
        first -= 1
    return next(entry.seat for entry in entries[first:] if entry.seat >= 0)
