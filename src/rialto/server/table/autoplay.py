"""What goes on by itself: bots that think, and a clock that runs out."""

import asyncio
from typing import TYPE_CHECKING, Final

from rialto.bots.levels import remembers
from rialto.engine.past import view_with_past
from rialto.server.logs import LOG
from rialto.server.minds.botpool import Urgency
from rialto.server.minds.levels import STAND_IN
from rialto.server.store.kept import BY_BOT
from rialto.server.table.presence import TO_OPEN_MS, step_away
from rialto.server.trouble import Overtaken, Trouble

if TYPE_CHECKING:
    from rialto.server.table.table import Answer, Table

RETRY_S: Final = 2.0
"""How long a bot waits after its move could not be stored."""
STAND_IN_BEATS: Final = 4
"""A bot that plays on for somebody gives them time to return."""


class Autoplay:
    def __init__(self, table: "Table") -> None:
        self._table = table
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._flag: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def busy(self) -> bool:
        return bool(self._thinking)

    def close(self) -> None:
        self._closed = True
        if self._flag is not None:
            self._flag.cancel()
        for seat in list(self._thinking):
            self.stop_thinking(seat)

    # ── clocks ──

    def set_flag(self) -> None:
        """For whoever runs out of time first."""
        table, clock = self._table, self._table.clock
        if clock is None:
            return
        now = table.services.ticks()
        clock.ask((p for p in table.to_move if self._time_counts(p)), now)
        if self._flag is not None:
            self._flag.cancel()
            self._flag = None
        falls, opening = clock.next_flag(now), self.next_opening
        loop = asyncio.get_running_loop()
        if self._closed or not table.drives:
            return
        if opening is not None and (falls is None or opening < falls[1]):
            self._flag = loop.call_later(opening / 1000, self._table.announce)
        elif falls is not None:
            seat, left = falls
            self._flag = loop.call_later(left / 1000, self._flag_falls, seat)

    @property
    def next_opening(self) -> int | None:
        """In how many milliseconds a clock begins to run though its player has not come."""
        table = self._table
        waited = [p for p in table.to_move if not (table.played_by_bot(p) or self._time_counts(p))]
        if table.clock is None or not waited:
            return None
        begun = table.started or table.header.created
        return max(0, begun + TO_OPEN_MS - table.services.now())

    def _time_counts(self, seat: int) -> bool:
        """Nobody's clock runs before they have opened the running game once; for a day at most."""
        table, chair = self._table, self._table.chairs[seat]
        if table.played_by_bot(seat):
            return False
        begun = table.started or table.header.created
        return chair.opened or table.services.now() - begun >= TO_OPEN_MS

    def _flag_falls(self, seat: int) -> None:
        self._flag = None
        self._table.services.spawn(self._time_is_up(seat))

    async def _time_is_up(self, seat: int) -> None:
        try:
            await step_away(self._table, seat)
        except Trouble:
            await asyncio.sleep(RETRY_S)
            self.set_flag()

    # ── bots ──

    def call_bots(self) -> None:
        table = self._table
        if self._closed or not table.drives or not self._goes_on():
            return
        for seat in table.to_move:
            if seat >= 0 and table.played_by_bot(seat) and seat not in self._thinking:
                self._thinking[seat] = table.services.spawn(self._think(seat))

    def _goes_on(self) -> bool:
        """Bots among themselves play only while somebody watches. Whose time was up, and who looks
        at that, is waited for if no other person is."""
        table = self._table
        people = any(c.kind == "person" and not c.away for c in table.chairs)
        return people or table.display.is_shown(None)

    def stop_thinking(self, seat: int) -> None:
        task = self._thinking.pop(seat, None)
        if task is not None:
            task.cancel()

    async def _think(self, seat: int) -> None:
        table = self._table
        try:
            while self._is_asked(seat) and table.played_by_bot(seat) and self._goes_on():
                if not await self._move(seat):
                    await asyncio.sleep(RETRY_S)
        except Exception:
            LOG.exception("a bot's turn failed", extra={"facts": {"table": table.id}})
        finally:
            if self._thinking.get(seat) is asyncio.current_task():
                del self._thinking[seat]

    def _is_asked(self, seat: int) -> bool:
        """And it is for this process to answer."""
        return self._table.drives and seat in self._table.to_move

    async def _move(self, seat: int) -> bool:
        """One move of a bot; False if it could not be stored."""
        try:
            await self.move_for(seat)
        except Trouble as trouble:
            return trouble.code not in ("disk_full", "store_failed", "stopping")
        return True

    async def move_for(self, seat: int) -> "Answer":
        table = self._table
        began = asyncio.get_running_loop().time()
        version, view, legal = table.version, table.game.view(seat), table.game.legal(seat)
        level = table.chairs[seat].bot or STAND_IN
        if remembers(level):
            view = await table.services.aside(view_with_past, table.game.copy(), seat)
        move = await table.services.bots.choose(level, view, legal, *self._who_waits())
        await self._until_next_beat(began, STAND_IN_BEATS if table.chairs[seat].away else 1)
        term = table.others.term
        if term is None:
            raise Overtaken
        # With the term, so that a log shows which driver has moved.
        move_id = f"{BY_BOT}{term}-{table.services.secrets.secret()}"
        return await table.submit(seat, move_id, version, [move.text], term=term)

    async def _until_next_beat(self, began: float, beats: int) -> None:
        """So that people can follow; and so that little is told by how long it took."""
        beat_s = beats * self._table.services.settings.bot_pause_ms / 1000
        if beat_s:
            await asyncio.sleep(to_next_beat(asyncio.get_running_loop().time() - began, beat_s))

    def _who_waits(self) -> tuple[Urgency, str]:
        """For this bot's move; and from where, so that many tables of one do not hold up others."""
        watchers = self._table.display.watchers
        for watcher in watchers:
            if watcher.seat is not None:
                return Urgency.PLAYER, watcher.source
        for watcher in watchers:
            return Urgency.SPECTATOR, watcher.source
        return Urgency.NOBODY, self._table.id


def to_next_beat(took_s: float, beat_s: float) -> float:
    return beat_s - took_s % beat_s
