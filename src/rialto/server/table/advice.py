"""The coach at a running table: a hint for what is asked, and what the last decision was worth.

Worked out in a bot's worker from what the seat has seen, and from nothing else. No move waits for
it: the table is only locked to note that the coach was asked, which is stored before it answers.
"""

from typing import TYPE_CHECKING, Any, Final

from rialto import Game, Move
from rialto.engine.past import Witness, view_with_past
from rialto.server import wire
from rialto.server.minds.botpool import Urgency
from rialto.server.services import Services
from rialto.server.table.book import Book
from rialto.server.table.hints import has_hints, mark_hinted
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.table.table import Table

HINT_S: Final = 8.0
"""Somebody waits for it."""
WORD_S: Final = 20.0
"""Nobody waits: it gives way to the moves of bots."""

Judged = dict[str, Any] | None


class AdviceBook:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._book: Book[Judged] = Book()

    async def hint(self, table: "Table", seat: int, version: int, source: str) -> wire.Advice:
        check_hints(table)
        check_question(table, seat, version)
        game = table.game.copy()
        key = (table.id, table.version, seat, "hint")
        judged = await self._book.look_up(key, lambda: self._hint(game, seat, source))
        await mark_hinted(table, seat)
        return wire.Advice(seat=seat, judgement=judged)

    async def word(self, table: "Table", seat: int, source: str) -> wire.Advice:
        """Of the last decision that was one."""
        check_hints(table)
        game = table.game.copy()
        key = (table.id, table.version, seat, "word")
        judged = await self._book.look_up(key, lambda: self._word(game, seat, source))
        await mark_hinted(table, seat)
        return wire.Advice(seat=seat, judgement=judged)

    async def _hint(self, game: Game, seat: int, source: str) -> Judged:
        view = await self._services.aside(view_with_past, game, seat)
        return await self._think(view, None, Urgency.PLAYER, source, HINT_S)

    async def _word(self, game: Game, seat: int, source: str) -> Judged:
        found = await self._services.aside(last_choice, game, seat)
        if found is None:
            raise Trouble("no_decision_yet")
        at, played = found
        view = await self._services.aside(view_with_past, game, seat, at)
        return await self._think(view, played, Urgency.NOBODY, source, WORD_S)

    async def _think(
        self, view: Any, played: Move | None, urgency: Urgency, source: str, patience_s: float
    ) -> Judged:
        judged: Judged = await self._services.bots.think(
            "advice", view, played, urgency=urgency, source=source, patience_s=patience_s
        )
        return judged


def check_hints(table: "Table") -> None:
    if table.status != "running":
        raise Trouble("not_running")
    if not has_hints(table):
        raise Trouble("no_hints")


def check_question(table: "Table", seat: int, version: int) -> None:
    if seat not in table.asked():
        raise Trouble("not_your_turn")
    if not table.is_fresh(seat, version):
        raise Trouble("stale")
    if len(table.game.legal(seat)) < 2:
        raise Trouble("no_choice")


def last_choice(game: Game, seat: int) -> tuple[int, Move] | None:
    """After how many moves the seat had something to choose, and what it chose."""
    witness = Witness(game.rewound())
    found = None
    for at, move in enumerate(game.log):
        if move.seat == seat and len(witness.game.legal(seat)) > 1:
            found = at, move
        witness.play(move)
    return found
