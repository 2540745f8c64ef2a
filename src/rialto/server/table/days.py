"""Play by days: so many days for a move, and fourteen days of holiday in a game.

Every function takes what is kept and gives what is to be kept. Unlike a clock of minutes, these
times are stored as they are: they run on while the server is off.
"""

from collections.abc import Callable, Collection
from typing import Any, Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rialto.server.store import KeptDays
from rialto.server.trouble import Trouble

DAY_MS: Final = 24 * 3600 * 1000
HOLIDAY_DAYS: Final = 14
AFTER_UNDO_MS: Final = 3600 * 1000
T = TypeVar("T")


class DayRules(Struct, frozen=True):
    days: int
    play_on: bool
    """Whether a bot plays on once a move is late; otherwise it moves once."""

    @property
    def move_ms(self) -> int:
        return self.days * DAY_MS


def rules_of(setup: dict[str, Any]) -> DayRules | None:
    """Tables from before there were any have no such entry."""
    given = setup.get("days")
    return None if given is None else DayRules(**given)


def new_days(players: int) -> KeptDays:
    return KeptDays(
        since=(None,) * players,
        before=(None,) * players,
        holiday_ms=(HOLIDAY_DAYS * DAY_MS,) * players,
        holiday_until=(0,) * players,
        missed=(False,) * players,
    )


def put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def ask(
    kept: KeptDays, asked: Collection[int], moved: int | None, begin: Callable[[int], int]
) -> KeptDays:
    """These seats are waited for. Whoever has moved has the whole time again for the next move."""
    since = tuple(
        None if p not in asked else begin(p) if was is None or p == moved else was
        for p, was in enumerate(kept.since)
    )
    before = kept.before
    if moved is not None:
        first = kept.since[moved] if before[moved] is None else before[moved]
        before = put((None,) * len(before), moved, first)
    return replace(kept, since=since, before=before)


def take_back(kept: KeptDays, rules: DayRules, seat: int, now: int) -> KeptDays:
    """The time that there was before the turn began, but enough to move."""
    before = kept.before[seat]
    if before is None:
        return kept
    enough = now + AFTER_UNDO_MS - rules.move_ms
    return replace(kept, since=put(kept.since, seat, max(before, enough)))


def begins(kept: KeptDays, seat: int, now: int) -> int:
    return max(now, kept.holiday_until[seat])


def wait(kept: KeptDays, seat: int, now: int | None) -> KeptDays:
    """The whole time again from now; None: nobody waits for this seat."""
    since = None if now is None else begins(kept, seat, now)
    return replace(kept, since=put(kept.since, seat, since))


def see(kept: KeptDays, seat: int, now: int) -> KeptDays:
    """The person has opened the game: their time need not wait for that any more."""
    since = kept.since[seat]
    if since is None:
        return kept
    return replace(kept, since=put(kept.since, seat, min(since, begins(kept, seat, now))))


def late(kept: KeptDays, rules: DayRules, now: int) -> list[int]:
    return [p for p, s in enumerate(kept.since) if s is not None and s + rules.move_ms <= now]


def next_due(kept: KeptDays, rules: DayRules) -> int | None:
    """When the next move is late."""
    return min((s + rules.move_ms for s in kept.since if s is not None), default=None)


def left_ms(kept: KeptDays, rules: DayRules, seat: int, now: int) -> int | None:
    since = kept.since[seat]
    if since is None:
        return None
    return max(0, since + rules.move_ms - max(now, since, kept.holiday_until[seat]))


def note_missed(kept: KeptDays, seat: int, missed: bool) -> KeptDays:
    if kept.missed[seat] == missed:
        return kept
    return replace(kept, missed=put(kept.missed, seat, missed))


def take_holiday(kept: KeptDays, seat: int, days: int, now: int) -> KeptDays:
    """So many days from now, or from the end of the holiday that lasts: the time for a move stands
    still. Nothing of what has been thought already is given back."""
    wanted = days * DAY_MS
    if wanted > kept.holiday_ms[seat]:
        raise Trouble("no_holiday")
    return move_holiday(kept, seat, begins(kept, seat, now) + wanted, wanted)


def end_holiday(kept: KeptDays, seat: int, now: int) -> KeptDays:
    """What is left of it can be taken later."""
    rest = max(0, kept.holiday_until[seat] - now)
    return move_holiday(kept, seat, now, -rest) if rest else kept


def move_holiday(kept: KeptDays, seat: int, until: int, longer_ms: int) -> KeptDays:
    since = kept.since[seat]
    moved = None if since is None else since + longer_ms
    return replace(
        kept,
        since=put(kept.since, seat, moved),
        holiday_ms=put(kept.holiday_ms, seat, kept.holiday_ms[seat] - longer_ms),
        holiday_until=put(kept.holiday_until, seat, until),
    )
