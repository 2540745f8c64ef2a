"""What may they hold? Worked out in a bot's worker, once for each seat and move."""

import asyncio
from collections import OrderedDict
from typing import Any, Final

from rialto import Game
from rialto.engine.past import view_with_past
from rialto.server import wire
from rialto.server.minds.botpool import Urgency
from rialto.server.services import Services
from rialto.server.show.names import KINDS
from rialto.server.show.seats import some_cards

MOST_KEPT: Final = 512
PATIENCE_S: Final = 12.0
Key = tuple[str, int, int]
"""A game's name, its move, a seat."""


class BeliefBook:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._kept: OrderedDict[Key, asyncio.Task[wire.Beliefs]] = OrderedDict()

    async def look_up(self, key: Key, game: Game, at: int | None, source: str) -> wire.Beliefs:
        """However many ask, it is worked out once; and to the end, though who asked has gone."""
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            working = self._work_out(key, game.copy(), at, source)
            task = self._kept[key] = asyncio.create_task(working)
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return await asyncio.shield(task)

    async def _work_out(self, key: Key, game: Game, at: int | None, source: str) -> wire.Beliefs:
        _, version, seat = key
        view = await self._services.aside(view_with_past, game, seat, at)
        found = await self._services.bots.think(
            "holdings", view, urgency=Urgency.PLAYER, source=source, patience_s=PATIENCE_S
        )
        return wire.Beliefs(version=version, seat=seat, hands=[holding(*h) for h in found])


def holding(
    seat: int, held: int, seen: list[int], gone: int, sure: list[int], chances: list[Any]
) -> wire.Holding:
    return wire.Holding(
        seat=seat,
        cards=held,
        seen=some_cards(seen),
        gone=gone,
        sure=some_cards(sure),
        chances=dict(zip(KINDS, chances, strict=True)),
    )
