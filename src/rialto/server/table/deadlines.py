"""A table by days: whose move is late, and what happens then."""

import asyncio
from typing import TYPE_CHECKING, Final

from rialto.server import wire
from rialto.server.logs import LOG
from rialto.server.store import Transaction
from rialto.server.table import days
from rialto.server.table.anew import anew
from rialto.server.table.draft import Act, open_since
from rialto.server.table.presence import TO_OPEN_MS, who_opens
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.table.table import Table

RETRY_S: Final = 2.0
"""How long to wait after something could not be stored."""


class Deadlines:
    def __init__(self, table: "Table") -> None:
        self._table = table
        self._timer: asyncio.TimerHandle | None = None
        self._standing_in: set[int] = set()
        self._closed = False
        self.rules = days.rules_of(table.header.setup)

    # ── what is kept ──

    def note(self, act: Act, changes: Transaction) -> None:
        """Who is waited for once this is done; an undo gives nobody more time."""
        table = self._table
        if table.days is None:
            return
        waited = [p for p in act.draft.game.to_move if p >= 0 and not table.played_by_bot(p)]
        undone = act.entries[0].what == "undo"
        kept = days.ask(
            table.days, waited, None if undone else act.seat, lambda p: self._begin(p, act)
        )
        if undone and act.seat in waited and self.rules is not None:
            kept = days.take_back(kept, self.rules, act.seat, act.at)
        if act.seat is not None:
            kept = days.note_missed(kept, act.seat, act.seat in self._standing_in)
        act.days = kept
        changes.keep_days(table.id, kept)

    def _begin(self, seat: int, act: Act) -> int:
        """Nobody's time runs before they have opened the running game; for a day at most."""
        table, rules = self._table, self.rules
        assert table.days is not None and rules is not None
        begin = days.begins(table.days, seat, act.at)
        if table.chairs[seat].opened or seat in who_opens(table, act):
            return begin
        return max(begin, (table.started or act.at) + min(TO_OPEN_MS, rules.move_ms))

    # ── time ──

    @property
    def next_due(self) -> int | None:
        table = self._table
        if table.days is None or self.rules is None or table.status != "running":
            return None
        return days.next_due(table.days, self.rules)

    def set_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.next_due
        if due is not None and self._table.drives and not self._closed:
            wait_s = max(0, due - self._table.services.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._falls)

    def _falls(self) -> None:
        self._timer = None
        self._table.services.spawn(self._time_is_up())

    async def _time_is_up(self) -> None:
        table, rules = self._table, self.rules
        assert table.days is not None and rules is not None
        try:
            for seat in days.late(table.days, rules, table.services.now()):
                if seat not in self._standing_in:
                    await (self._play_on(seat) if rules.play_on else self._move_once(seat))
        except Trouble:
            await asyncio.sleep(RETRY_S)
        except Exception:
            LOG.exception("a late move failed", extra={"facts": {"table": table.id}})
            return
        if not table.closed:
            self.set_timer()

    @anew
    async def _play_on(self, seat: int) -> None:
        """A bot has the seat until they return."""
        async with self._table.change() as change:
            change.by_driver()
            if self._is_late(seat):
                change.set_away(seat, True)
                change.miss(seat)

    @anew
    async def _move_once(self, seat: int) -> None:
        """A bot moves for them until it is somebody else's turn; the seat stays theirs. If they
        move themselves meanwhile it stops."""
        table = self._table
        async with table.change() as change:
            change.by_driver()
            if not self._is_late(seat):
                return
            change.miss(seat)
            change.notice("late", seat)
        turn = open_since(table.game, seat)
        self._standing_in.add(seat)
        try:
            while seat in table.to_move and open_since(table.game, seat) == turn:
                answer = await table.autoplay.move_for(seat)
                if not isinstance(answer, wire.AckFrame) or table.basis[seat] > answer.version:
                    return
        finally:
            self._standing_in.discard(seat)

    def _is_late(self, seat: int) -> bool:
        """Looked up again under the lock."""
        table, rules = self._table, self.rules
        if table.days is None or rules is None or table.status != "running":
            return False
        return seat in days.late(table.days, rules, table.services.now())

    def close(self) -> None:
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    # ── holidays, and what everybody sees ──

    @anew
    async def take_holiday(self, seat: int, wanted: int) -> None:
        """So many days more; 0: the holiday is over."""
        table, now = self._table, self._table.services.now()
        async with table.change() as change:
            if change.days is None or table.status not in ("open", "running"):
                raise Trouble("not_by_days")
            if wanted:
                change.days = days.take_holiday(change.days, seat, wanted, now)
                change.notice("holiday", seat)
            else:
                change.days = days.end_holiday(change.days, seat, now)

    def show(self) -> wire.Days | None:
        kept, rules = self._table.days, self.rules
        if kept is None or rules is None:
            return None
        now = self._table.services.now()
        return wire.Days(
            days=rules.days,
            play_on=rules.play_on,
            left_ms=[days.left_ms(kept, rules, p, now) for p in range(self._table.players)],
            holiday_ms=list(kept.holiday_ms),
            holiday_until=[u if u > now else None for u in kept.holiday_until],
            missed=[p for p, missed in enumerate(kept.missed) if missed],
        )
