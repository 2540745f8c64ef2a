"""What others have stored is folded on: entries of the log, and what is kept beside it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rialto import IllegalMove
from rialto.server.closing import NO_SEAT
from rialto.server.store import Entry, Held, KeptTable, Spoken
from rialto.server.table.draft import CHANCE, Act, Draft
from rialto.server.table.log import bad_log, move_in
from rialto.server.table.shuffle import draw_key

if TYPE_CHECKING:
    from rialto.server.table.table import Table

OF_THE_GAME: Final = frozenset({"move", "undo"})
MOST_FOLLOWED: Final = 200


# ── the log ──


def follow(table: "Table", entries: Sequence[Entry]) -> None:
    """Command by command, as whoever stored them has done."""
    for group in commands_in(entries):
        if group[0].what in OF_THE_GAME:
            table.apply(act_of(table, group))
        else:
            follow_note(table, group[0])


def commands_in(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries that were stored together."""
    group: list[Entry] = []
    for entry in entries:
        if group and not belongs(group, entry):
            yield group
            group = []
        group.append(entry)
    if group:
        yield group


def belongs(group: Sequence[Entry], entry: Entry) -> bool:
    """A command's last entry has its name; the opening is chance's alone; what is no part of the
    game stands for itself."""
    last = group[-1]
    if last.move_id is not None or not {last.what, entry.what} <= OF_THE_GAME:
        return False
    return group[0].seat != CHANCE or entry.seat == CHANCE


def act_of(table: "Table", group: Sequence[Entry]) -> Act:
    draft = Draft.of(table.game)
    for entry in group:
        try:
            if entry.what == "move":
                draft.play(move_in(entry))
            elif draft.undo(entry.seat).text != entry.move:
                raise bad_log(entry.seq, f"{entry.move!r} cannot be taken back")
        except IllegalMove as no:
            raise bad_log(entry.seq, no) from None
    last = group[-1]
    seats = [entry.seat for entry in group if entry.seat != CHANCE]
    seat = (seats[-1] if last.what == "undo" else seats[0]) if seats else None
    return Act(draft, list(group), seat, last.move_id, last.at, group[0].spent, table.days)


def follow_note(table: "Table", entry: Entry) -> None:
    if entry.what in ("away", "back"):
        table.chairs[entry.seat].away = entry.what == "away"
    table.apply_entry(entry)


def length_settled(entries: Sequence[Entry]) -> int:
    """Up to where nobody can take anything back, for chance has drawn there. What comes after it is
    followed command by command, so that every process knows the same of it; unless it is a great
    deal."""
    end = next((n for n in range(len(entries), 0, -1) if is_chance(entries[n - 1])), 0)
    first = end
    while first and entries[first - 1].what in OF_THE_GAME and (
        first == end or entries[first - 1].move_id is None
    ):  # fmt: skip
        first -= 1
    for group in commands_in(entries[first:]):
        if first >= end:
            break
        first += len(group)
    return first if len(entries) - first <= MOST_FOLLOWED else len(entries)


def is_chance(entry: Entry) -> bool:
    return entry.seat == CHANCE and entry.what == "move"


# ── beside the log ──


def refresh(table: "Table", kept: KeptTable, talk: Sequence[Spoken]) -> None:
    """All but the game and its status. Whoever has lost a seat is no longer shown it."""
    before = table.holders
    for seat, now in enumerate(kept.seats):
        chair = table.chairs[seat]
        if now.kind == "bot":
            chair.connected = True
        elif now.kind == "empty":
            chair.gone_since = None
        chair.kind, chair.bot, chair.name = now.kind, now.bot, now.name
        chair.opened, chair.hinted = now.opened or now.kind == "bot", now.hinted
        if chair.away and not now.away:
            table.autoplay.stop_thinking(seat)
        chair.away = now.away
    table.holders = {who: set(seats) for who, seats in kept.holders.items()}
    table.leavers = {who: set(seats) for who, seats in kept.leavers.items()}
    table.invited = set(kept.invited)
    table.notices, table.talk.lines = list(kept.notices), list(talk)
    table.fair, table.days, table.group_link = kept.fair, kept.days, kept.group_link
    table.proposals, table.quiet, table.rematch = kept.proposals, kept.quiet, kept.rematch
    table.practice = kept.practice
    table.last_proposal = max([table.last_proposal, *(p.n for p in kept.proposals)])
    if table.status == "open" and kept.fair is not None:
        table.game.draw_by(draw_key(kept.fair, kept.id))
    for seat in seats_lost(before, table.holders):
        table.display.drop(seat, NO_SEAT)


def seats_lost(before: Held, after: Held) -> set[int]:
    return {seat for who, seats in before.items() for seat in seats - after.get(who, set())}
