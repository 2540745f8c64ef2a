"""From what is stored to a live table: the header, and a fold over the log."""

import json
from collections.abc import Sequence
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from rialto import Game, House, IllegalMove, Move
from rialto.engine.game import ALL, MOVES, RULES_VERSION, CannotUndo
from rialto.server.services import Services
from rialto.server.store.store import Entry
from rialto.server.table.clock import Clock, ClockRules
from rialto.server.table.draft import NO_ACTION
from rialto.server.table.history import History
from rialto.server.table.seats import Chair, Header
from rialto.server.table.table import Table
from rialto.server.trouble import Trouble

BY_TEXT: Final = {(m.seat, m.text): m for moves in MOVES.values() for m in moves}
"""Every move by what is stored of it."""


def first_game(header: Header, seed: int | None) -> Game:
    """The game before the first entry of its log."""
    setup, rules = header.setup, header.rules
    names = setup["names"]
    if setup["position"] is not None:
        return Game.from_position(setup["position"], seed, names, rules)
    house = House.from_dict(setup["house"], rules)
    return Game.new(house=house, seed=seed, names=names, rules=rules)


def new_clock(setup: dict[str, Any], players: int) -> Clock | None:
    if setup["clock"] is None:
        return None
    return Clock.new(ClockRules(**setup["clock"]), players)


def refold(services: Services, game_id: str) -> Table:
    """Refuses, rather than half-loads, a game that these rules do not know."""
    store = services.store
    found = store.read("SELECT * FROM games WHERE id = ?", (game_id,))
    if not found:
        raise Trouble("no_table")
    row = found[0]
    if not 1 <= row["rules"] <= RULES_VERSION:
        raise Trouble(
            "rules_unknown",
            f"This game was played by rules {row['rules']}; this version knows {RULES_VERSION}.",
        )
    setup = json.loads(row["header"])
    chairs = [
        Chair(s["kind"], s["bot"], s["name"], s["secret"], connected=s["kind"] == "bot")
        for s in store.read("SELECT * FROM seats WHERE game = ? ORDER BY seat", (game_id,))
    ]
    holders: dict[bytes, set[int]] = {}
    for held in store.read("SELECT who, seat FROM holders WHERE game = ?", (game_id,)):
        holders.setdefault(held["who"], set()).add(held["seat"])
    header = Header(
        id=game_id,
        rules=row["rules"],
        created=row["created"],
        open=bool(row["open"]),
        host=row["host"],
        setup=setup,
    )
    table = Table(
        header=header,
        status=row["status"],
        chairs=chairs,
        holders=holders,
        game=first_game(header, services.seed()),
        history=History(len(chairs)),
        clock=new_clock(setup, len(chairs)),
        services=services,
        updated=row["updated"],
        rematch=row["rematch"],
    )
    fold(table, store.entries(game_id))
    return table


def fold(table: Table, entries: Sequence[Entry]) -> None:
    """The game and everything about the table; the lines of the log only when somebody asks."""
    fold_game(table.game, entries)
    for entry in entries:
        if entry.what in ("away", "back"):
            table.chairs[entry.seat].away = entry.what == "away"
        if table.clock is not None and entry.spent:
            table.clock.charge(entry.seat, entry.spent)
        if entry.move_id is not None:
            table.known[entry.move_id] = (actor(entries, entry), entry.seq + 1)
    table.version = len(entries)
    table.updated = max(table.updated, entries[-1].at if entries else 0)
    table.basis = [table.version] * table.players
    table.history = History(table.players, partial(lines, table, len(entries)))


def fold_game(game: Game, entries: Sequence[Entry]) -> None:
    """The moves between two undos at once, at the speed of the rules. A log that these rules do
    not lead along is refused, with the number of the entry (from 0) where it leaves them."""
    at = 0
    try:
        for what, run in groupby(entries, key=attrgetter("what")):
            part = list(run)
            at = part[0].seq
            if what == "move":
                before = game.version
                try:
                    game.play_all([move_in(e) for e in part])
                finally:
                    at += game.version - before
            elif what == "undo":
                for entry in part:
                    at = entry.seq
                    game.undo(entry.seat)
    except (IllegalMove, CannotUndo) as trouble:
        raise Trouble("bad_log", f"The log of this game does not hold at {at}: {trouble}") from None


def move_in(entry: Entry) -> Move:
    """What is no move at all is left to the engine to refuse."""
    return BY_TEXT.get((entry.seat, entry.move)) or Move(entry.seat, NO_ACTION)


def apply(game: Game, entry: Entry) -> None:
    if entry.what == "move":
        game.play(move_in(entry))
    elif entry.what == "undo":
        game.undo(entry.seat)


def lines(table: Table, until: int) -> History:
    """The log up to that version, told again from the first entry."""
    game = first_game(table.header, 0)
    told = History(table.players)
    for entry in table.services.store.entries(table.id)[:until]:
        apply(game, entry)
        if entry.what == "move":
            told.add(game.events(ALL))
        elif entry.what == "undo":
            told.add_note("undone", entry.seat)
        else:
            told.add_note(entry.what, entry.seat if entry.seat >= 0 else None)
    return told


def actor(entries: Sequence[Entry], last: Entry) -> int:
    """Whose command an entry closes: chance may have come after the seat's own move."""
    index = last.seq
    while entries[index].seat < 0:
        index -= 1
    return entries[index].seat
