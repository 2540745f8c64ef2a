"""What a table shows: one view per change and seat, encoded once; and who is watching."""

import asyncio
from typing import TYPE_CHECKING, Final

from rialto import Game
from rialto.server import wire
from rialto.server.show.memo import Memo
from rialto.server.show.present import Presented
from rialto.server.table.consent import wire_proposals
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

    def watch(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self._note_presence(watcher.seat)
        self._table.autoplay.call_bots()

    def unwatch(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self._note_presence(watcher.seat)

    def _note_presence(self, seat: int | None) -> None:
        table = self._table
        table.touch()
        if seat is None:
            return
        here, chair = any(w.seat == seat for w in self.watchers), table.chairs[seat]
        if here != chair.connected:
            chair.connected = here
            chair.gone_since = None if here else table.services.now()
            table.announce()
            timed = table.clock is not None or table.days is not None
            waits = timed and not chair.opened
            if here and table.status == "running" and (chair.away or waits):
                table.services.spawn(open_for(table, seat))

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
        return b'{"type":"view",' + self._frame_body(seat, since, told, heard)

    def since(self, seat: int | None, since: int) -> bytes:
        """The same as the answer to a request, with all notices and all talk."""
        return b"{" + self._frame_body(seat, since, 0, 0)

    def _frame_body(self, seat: int | None, since: int, told: int, heard: int) -> bytes:
        parts = {
            "view": self.view_bytes(seat),
            "events": self._table.history.since(since, seat),
            "notices": self._notices(told),
            "talk": self._table.talk.heard(seat, heard),
        }
        return b",".join(b'"%s":%s' % (k.encode(), v) for k, v in parts.items()) + b"}"

    @property
    def last_notice(self) -> int:
        notices = self._table.notices
        return notices[-1].n if notices else 0

    def _notices(self, told: int) -> bytes:
        if told == self.last_notice:
            return b"[]"
        return wire.encode([n for n in self._table.notices if n.n > told])

    def _newest(self) -> Presented:
        table = self._table
        now = table.services.ticks()
        timed = table.clock is not None or table.days is not None
        old = timed and now - self._presented_at > KEEP_CLOCK_FOR_MS
        if self._presented is None or old:
            self._presented = self._present(table.game)
            self._presented_at = now
            self._views.clear()
        return self._presented

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
