"""A table's fair shuffle while it waits to begin: who is awaited, and for how long already."""

import asyncio
from typing import TYPE_CHECKING

from rialto.server import wire
from rialto.server.logs import say
from rialto.server.table import shuffle
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.table.table import Table


class Fairness:
    """What is awaited, and since when; after a restart the time begins anew."""

    def __init__(self, table: "Table") -> None:
        self._table = table
        self._stage: tuple[int, str] | None = None
        self._since = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def full(self) -> bool:
        return all(chair.kind != "empty" for chair in self._table.chairs)

    @property
    def awaited(self) -> list[int]:
        fair = self._table.fair
        if fair is None or self._table.status != "open":
            return []
        return shuffle.awaited(fair, self.full)

    @property
    def late(self) -> list[int]:
        """Whose number has not come in time. In clear nobody is: the game begins without it."""
        if self._table.fair is None or not self._table.fair.live:
            return []
        waited = self._table.services.ticks() - self._since
        return self.awaited if self._stage and waited >= 1000 * self._patience_s else []

    @property
    def _patience_s(self) -> float:
        return self._table.services.settings.open_numbers_s

    def set_timer(self) -> None:
        """Whoever is awaited has so long; then everybody is told."""
        fair, stage = self._table.fair, None
        if fair is not None and self.awaited:
            stage = (fair.attempt, shuffle.phase_of(fair, self.full))
        if stage == self._stage:
            return
        self.close()
        self._stage, self._since = stage, self._table.services.ticks()
        if stage is not None:
            # A little after it, for ticks are cut to milliseconds.
            wait_s = self._patience_s + 0.01
            self._timer = asyncio.get_running_loop().call_later(wait_s, self._time_is_up)

    def _time_is_up(self) -> None:
        self._timer = None
        table = self._table
        if table.fair is not None and not table.fair.live and table.drives:
            table.services.spawn(self._begin_without())
        else:
            table.display.refresh()

    async def _begin_without(self) -> None:
        """In clear: without the numbers that have not come."""
        try:
            async with self._table.change() as change:
                change.by_driver()
                if change.fair is not None and self.awaited:
                    change.fair = shuffle.drop_unopened(change.fair)
        except Trouble as trouble:
            say("not begun", level=30, table=self._table.id, why=trouble.code)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def show(self) -> wire.Fair | None:
        """For a table that has not begun."""
        fair = self._table.fair
        if fair is None or self._table.status != "open":
            return None
        return wire.Fair(
            commitment=fair.commitment.hex(),
            live=fair.live,
            attempt=fair.attempt,
            phase=shuffle.phase_of(fair, self.full),
            seats=[
                wire.FairSeat(
                    seat=part.seat,
                    seal=part.seal.hex() if part.seal else None,
                    opened=part.number is not None,
                )
                for part in fair.parts
            ],
            late=self.late,
            missing=[
                wire.FairMissing(attempt=m.attempt, seat=m.seat, name=m.name) for m in fair.missing
            ],
        )
