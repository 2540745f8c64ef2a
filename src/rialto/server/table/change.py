"""Something about a table that is no move: stored first, then true, then seen by everybody.

    async with table.change() as change:
        change.store.rename(table.id, seat, name)
        change.then(lambda: ...)

The table is locked inside. At the end all of it is written in one transaction; if nothing was
noted nothing happens, and an error leaves everything as it was.
"""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from rialto.server.closing import NO_SEAT
from rialto.server.store import Entry, Notice, Proposal
from rialto.server.table import days
from rialto.server.table.shuffle import add_part, drop_part
from rialto.server.wire.words import NoticeCode

if TYPE_CHECKING:
    from rialto.server.table.table import Table

MOST_NOTICES: Final = 60


class Change:
    def __init__(self, table: "Table") -> None:
        self._table = table
        self.store = table.services.store.transaction()
        self.fills: int | None = None
        """A seat that is no longer empty. If it was the last one the game begins."""
        self.leaves: set[int] = set()
        """Seats whose holder has gone: what they added to the shuffle goes with them."""
        self.seal: bytes | None = None
        """Of a number, from whoever sits down."""
        self.fair = table.fair
        """The shuffle as it will be; it is read under the lock."""
        self.days = table.days
        """So are the deadlines of a table by days."""
        self._entries = 0
        self._notices = 0
        self._then: list[Callable[[], None]] = []

    async def __aenter__(self) -> Self:
        await self._table.lock.acquire()
        try:
            self._table.check_open()
        except BaseException:
            self._table.lock.release()
            raise
        self.fair, self.days = self._table.fair, self._table.days
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        try:
            if kind is None and (self._then or self._kept_differs()):
                await self._carry_out()
        finally:
            self._table.lock.release()

    def _kept_differs(self) -> bool:
        return self.fair is not self._table.fair or self.days is not self._table.days

    async def _carry_out(self) -> None:
        table = self._table
        self._settle_shuffle()
        if self.days is not None and self.days is not table.days:
            self.store.keep_days(table.id, self.days)
        opening = table.opening(self.fills, self.fair)
        if opening is not None:
            table.add_act(opening, self.store)
        self.store.advance(table.id, table.revision)
        await table.write(self.store)
        table.revision += 1
        table.fair, table.days = self.fair, self.days
        for apply in self._then:
            apply()
        if opening is not None:
            table.apply(opening)
            table.services.metrics.entries.n += len(opening.entries)
        table.announce()
        table.others.tell()

    def _settle_shuffle(self) -> None:
        """Who goes takes their number along, who comes may add one."""
        table = self._table
        if self.fair is None or table.status != "open":
            return
        for seat in sorted(self.leaves):
            self.fair = drop_part(self.fair, seat, table.chairs[seat].name)
        if self.fills is not None and self.seal is not None:
            self.fair = add_part(self.fair, self.fills, self.seal)
        if self.fair is not table.fair:
            self.store.keep_fair(table.id, self.fair)

    def by_driver(self) -> None:
        """It happens by itself: only while this process drives the table."""
        self._table.others.fence(self.store)

    def then(self, apply: Callable[[], None]) -> None:
        """What is true once it is stored."""
        self._then.append(apply)

    def log(self, what: str, seat: int, cost: int = 0) -> None:
        """An entry about the table: nobody's command becomes stale by it."""
        table = self._table
        at = table.services.now()
        entry = Entry(table.version + self._entries, at, what, seat, "", cost, None)
        self.store.append(table.id, [entry])
        self._entries += 1
        self.then(lambda: table.apply_entry(entry))

    def notice(self, code: NoticeCode, seat: int, name: str | None = None) -> None:
        """Everybody at the table is told."""
        table = self._table
        last = table.notices[-1].n if table.notices else 0
        self._notices += 1
        notice = Notice(
            n=last + self._notices,
            at=table.services.now(),
            version=table.version + self._entries,
            code=code,
            seat=seat,
            name=name or table.chairs[seat].name,
        )
        self.store.add_notice(table.id, notice, MOST_NOTICES)
        self.then(lambda: keep_notice(table, notice))

    # ── what several changes have in common ──

    def hold(self, seat: int, who: bytes) -> None:
        self.store.hold(self._table.id, seat, who)
        self.then(lambda: self._table.holders.setdefault(who, set()).add(seat))

    def let_go(self, seat: int, but: bytes | None = None) -> None:
        """Nobody else holds the seat any more, and what shows it to them is closed."""
        self.store.let_go(self._table.id, seat, but)
        self.then(lambda: release(self._table, seat, but))

    def drop_links(self, seat: int, but_of: bytes | None = None) -> None:
        self.store.drop_links(self._table.id, seat, but_of)
        self.then(lambda: self._table.invited.discard(seat))

    def forget_leavers(self, seat: int) -> None:
        self.store.forget_leavers(self._table.id, seat)
        self.then(lambda: forget(self._table.leavers, seat))

    def keep_proposals(self, proposals: Sequence[Proposal]) -> None:
        """These are open, and no others."""
        table = self._table
        self.store.keep_proposals(table.id, proposals)

        def apply() -> None:
            table.proposals = proposals

        self.then(apply)

    def abandon(self) -> None:
        """The game ends without a result."""
        table = self._table
        self.store.set_status(table.id, "abandoned", table.services.now())
        self.log("abandoned", -1)

        def apply() -> None:
            table.status = "abandoned"

        self.then(apply)

    def mark_opened(self, seat: int) -> None:
        self.store.mark_opened(self._table.id, seat)
        if self.days is not None:
            self.days = days.see(self.days, seat, self._table.services.now())

        def apply() -> None:
            self._table.chairs[seat].opened = True

        self.then(apply)

    def miss(self, seat: int) -> None:
        """The time for a move, counted in days, is up."""
        if self.days is not None:
            self.days = days.note_missed(self.days, seat, True)

    def set_away(self, seat: int, away: bool) -> None:
        """A bot plays on for somebody, or no longer. A return gives some time again."""
        table, clock = self._table, self._table.clock
        self.store.mark_away(table.id, seat, away)
        if self.days is not None and seat in table.to_move:
            self.days = days.wait(self.days, seat, None if away else table.services.now())
        if away:
            self.log("away", seat, table.cost(seat, table.game))
        else:
            self.log("back", seat, clock.gift_on_return(seat) if clock else 0)

        def apply() -> None:
            table.chairs[seat].away = away
            if not away:
                table.autoplay.stop_thinking(seat)

        self.then(apply)


def forget(held: dict[bytes, set[int]], seat: int) -> None:
    for who in [who for who, seats in held.items() if seat in seats]:
        held[who].discard(seat)
        if not held[who]:
            del held[who]


def keep_notice(table: "Table", notice: Notice) -> None:
    table.notices = [*table.notices, notice][-MOST_NOTICES:]


def release(table: "Table", seat: int, but: bytes | None) -> None:
    """The seat is nobody's any more, or only theirs."""
    theirs = but is not None and seat in table.holders.get(but, set())
    forget(table.holders, seat)
    if but is not None and theirs:
        table.holders.setdefault(but, set()).add(seat)
    else:
        table.display.drop(seat, NO_SEAT)
