"""What may they hold? Worked out in a bot's worker, once for each seat and move."""

from collections.abc import Mapping
from typing import Any, Final

from rialto import Game
from rialto.engine.past import view_with_past
from rialto.server import wire
from rialto.server.minds.botpool import Urgency
from rialto.server.services import Services
from rialto.server.show.names import KINDS
from rialto.server.show.seats import some_cards
from rialto.server.table.book import Book

PATIENCE_S: Final = 12.0
Key = tuple[str, int, int]
"""A game's name, its move, a seat."""


class BeliefBook:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._book: Book[wire.Beliefs] = Book()

    async def look_up(self, key: Key, game: Game, at: int | None, source: str) -> wire.Beliefs:
        now = game.copy()
        return await self._book.look_up(key, lambda: self._work_out(key, now, at, source))

    async def _work_out(self, key: Key, game: Game, at: int | None, source: str) -> wire.Beliefs:
        _, version, seat = key
        view = await self._services.aside(view_with_past, game, seat, at)
        found = await self._services.bots.think(
            "holdings", view, urgency=Urgency.PLAYER, source=source, patience_s=PATIENCE_S
        )
        return wire.Beliefs(version=version, seat=seat, hands=[holding(*h) for h in found])


def has_beliefs(setup: Mapping[str, Any]) -> bool:
    """Unless the table was set up without; older ones say nothing of it."""
    return bool(setup.get("beliefs", True))


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
