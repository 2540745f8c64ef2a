"""What a table shows: one view per change and seat, encoded once; and who is watching."""

import asyncio
from typing import TYPE_CHECKING, Final

from rialto import Game
from rialto.server import wire
from rialto.server.show.memo import Memo
from rialto.server.show.present import Presented
from rialto.server.store.peers import Here
from rialto.server.table.beliefs import has_beliefs
from rialto.server.table.consent import wire_proposals
from rialto.server.table.hints import has_hints
from rialto.server.table.presence import open_for
from rialto.server.table.seats import Watcher
from rialto.server.table.takeback import may_ask_back

if TYPE_CHECKING:
    from rialto.server.table.table import Table

KEEP_CLOCK_FOR_MS: Final = 250
"""A view with a running clock is made anew if it is older."""


class Display:
    def __init__(self, table: "Table") -> None:
        self._table = table
        self.watchers: set[Watcher] = set()
        self.elsewhere: set[tuple[str, int | None]] = set()
        """Seats that other processes show, each with the process."""
        self.tick = 0
        """Grows with every change that can be seen, presence and names included."""
        self._presented: Presented | None = None
        self._presented_at = 0
        self._memo = Memo()
        self._views: dict[int | None, bytes] = {}
        self._showing = False
        """Whoever watches is shown the newest view in a moment."""

    def refresh(self) -> None:
        self.tick += 1
        self.forget_views()
        if self.watchers and not self._showing:
            # Soon: whoever made the change gets the answer first.
            self._showing = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._showing = False
        for watcher in list(self.watchers):
            watcher.show()
        # What was shown is not kept, or it would fill memory with copies.
        self.forget_views()

    def forget_views(self) -> None:
        self._presented = None
        self._views.clear()

    # ── who watches ──

    @property
    def watched(self) -> bool:
        return bool(self.watchers or self.elsewhere)

    def is_shown(self, seat: int | None) -> bool:
        """Whether somebody looks on from there, by whatever process."""
        return self._is_shown_here(seat) or seat in [s for _, s in self.elsewhere]

    def _is_shown_here(self, seat: int | None) -> bool:
        return seat in [w.seat for w in self.watchers]

    def watch(self, watcher: Watcher) -> None:
        first = not self._is_shown_here(watcher.seat)
        self.watchers.add(watcher)
        self._note_presence(watcher.seat, first)
        self._table.autoplay.call_bots()

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._note_presence(watcher.seat, not self._is_shown_here(watcher.seat))

    def _note_presence(self, seat: int | None, tell: bool) -> None:
        table, now = self._table, self._table.services.now()
        table.touch()
        here = self._is_shown_here(seat)
        if tell:
            table.services.peers.tell(Here(table.id, seat, here, now))
        self._settle_presence(seat, now)
        if here and seat is not None and table.status == "running":
            chair = table.chairs[seat]
            timed = table.clock is not None or table.days is not None
            if tell and (chair.away or (timed and not chair.opened)):
                table.services.spawn(open_for(table, seat))

    def note_absence(self, seat: int) -> None:
        """Somebody has sat down who does not look on yet."""
        table, now = self._table, self._table.services.now()
        if not table.chairs[seat].connected:
            table.chairs[seat].gone_since = now
            table.services.peers.tell(Here(table.id, seat, False, now))

    def note_elsewhere(self, peer: str, seat: int | None, here: bool, at: int) -> None:
        """Another process shows the seat, or no longer."""
        if here:
            self.elsewhere.add((peer, seat))
        else:
            self.elsewhere.discard((peer, seat))
        self._settle_presence(seat, at)
        self._table.autoplay.call_bots()

    def lose(self, peer: str, at: int) -> None:
        """A process has gone, and whoever looked on by it."""
        for _, seat in [shown for shown in self.elsewhere if shown[0] == peer]:
            self.note_elsewhere(peer, seat, False, at)

    def _settle_presence(self, seat: int | None, at: int) -> None:
        if seat is None or self._table.chairs[seat].kind == "bot":
            return
        chair, here = self._table.chairs[seat], self.is_shown(seat)
        changed, chair.connected = here != chair.connected, here
        if changed or not here:
            chair.gone_since = None if here else at
        if changed:
            self._table.announce()

    def drop(self, seat: int, code: int) -> None:
        """Close what shows this seat."""
        for watcher in [w for w in self.watchers if w.seat == seat]:
            watcher.drop(code)

    # ── views ──

    def view(self, seat: int | None) -> wire.View:
        return self._newest().view(seat)

    def view_of(self, game: Game, seat: int) -> wire.View:
        """Of a game that is only being tried."""
        return self._present(game).view(seat)

    def view_bytes(self, seat: int | None) -> bytes:
        presented = self._newest()
        view = self._views.get(seat)
        if view is None:
            view = self._views[seat] = presented.encoded(seat)
        return view

    def frame(self, seat: int | None, since: int, told: int, heard: int) -> bytes:
        """A `view` frame: the newest view, and what happened since that version, notice and line
        of talk."""
        return self._frame(b'{"type":"view","view":', seat, since, told, heard)

    def since(self, seat: int | None, since: int) -> bytes:
        """The same as the answer to a request, with all notices and all talk."""
        return self._frame(b'{"view":', seat, since, 0, 0)

    def _frame(self, head: bytes, seat: int | None, since: int, told: int, heard: int) -> bytes:
        return b"".join(
            (
                head, self.view_bytes(seat),
                b',"events":', self._table.history.since(since, seat),
                b',"notices":', self._notices(told),
                b',"talk":', self._table.talk.heard(seat, heard), b"}",
            )
        )  # fmt: skip

    @property
    def last_notice(self) -> int:
        notices = self._table.notices
        return notices[-1].n if notices else 0

    def _notices(self, told: int) -> bytes:
        if told == self.last_notice:
            return b"[]"
        return wire.encode([n for n in self._table.notices if n.n > told])

    def _newest(self) -> Presented:
        presented = self._presented
        if presented is None or self._is_old():
            presented = self._presented = self._present(self._table.game)
            self._presented_at = self._table.services.ticks()
            self._views.clear()
        return presented

    def _is_old(self) -> bool:
        """Only times go on by themselves."""
        table = self._table
        if table.clock is None and table.days is None:
            return False
        return table.services.ticks() - self._presented_at > KEEP_CLOCK_FOR_MS

    def _present(self, game: Game) -> Presented:
        table = self._table
        return Presented(
            game,
            table.chairs,
            table=table.id,
            version=table.version,
            status=table.status,
            clock=self._clock(),
            fair=table.fairness.show(),
            days=table.deadlines.show(),
            rematch=table.rematch,
            passing=[table.passing.until(p, game) for p in range(table.players)],
            proposals=wire_proposals(table),
            quiet=table.quiet,
            practice=table.practice,
            hints=has_hints(table),
            beliefs=has_beliefs(table.header.setup),
            ask_back=self._who_may_ask_back(game),
            memo=self._memo,
        )

    def _who_may_ask_back(self, game: Game) -> list[int]:
        table = self._table
        if table.status != "running" or game is not table.game:
            return []
        return [p for p in range(table.players) if may_ask_back(table, p)]

    def _clock(self) -> wire.Clock | None:
        table, clock = self._table, self._table.clock
        if clock is None:
            return None
        now = table.services.ticks()
        return wire.Clock(
            bank_ms=[clock.left(p, now) for p in range(table.players)],
            running=sorted(clock.since),
            increment_ms=clock.rules.increment_ms,
        )
