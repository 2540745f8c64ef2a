"""The coach at a running table: a hint for what is asked, and what the last decision was worth.

Worked out in a bot's worker from what the seat has seen, and from nothing else. No move waits for
it: the table is only locked to note that the coach was asked, which is stored before it answers.
A word on what was decided is for nobody who waits, so it gives way as a review does.
"""

import asyncio
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
LINGER_S: Final = 120.0
"""The worker for words stays for so long: the next decision comes soon."""

Judged = dict[str, Any] | None


class AdviceBook:
    def __init__(self, services: Services) -> None:
        self._services = services
        self._book: Book[Judged] = Book()
        self._words = 0

    async def hint(self, table: "Table", seat: int, version: int, source: str) -> wire.Advice:
        check_hints(table)
        if table.status != "running":
            raise Trouble("not_running")
        check_question(table, seat, version)
        game = table.game.copy()
        key = (table.id, table.version, seat, "hint")
        judged = await self._book.look_up(key, lambda: self._hint(game, seat, source))
        await mark_hinted(table, seat)
        return wire.Advice(seat=seat, judgement=judged)

    async def word(self, table: "Table", seat: int) -> wire.Advice:
        """Of the last decision that was one, also if it has ended the game. Nobody waits for it, so
        where nothing can be said that is no trouble, and nothing is noted."""
        check_hints(table)
        game = table.game.copy()
        key = (table.id, table.version, seat, "word")
        try:
            judged = await self._book.look_up(key, lambda: self._word(game, seat))
        except Trouble:
            judged = None
        if judged is not None and table.status == "running":
            await mark_hinted(table, seat)
        return wire.Advice(seat=seat, judgement=judged)

    async def _hint(self, game: Game, seat: int, source: str) -> Judged:
        view = await self._services.aside(view_with_past, game, seat)
        judged: Judged = await self._services.bots.think(
            "advice", view, None, urgency=Urgency.PLAYER, source=source, patience_s=HINT_S
        )
        return judged

    async def _word(self, game: Game, seat: int) -> Judged:
        found = await self._services.aside(last_choice, game, seat)
        # Before the bots are ready it would compile beside them.
        if found is None or not self._services.bots.compiled:
            return None
        at, played = found
        view = await self._services.aside(view_with_past, game, seat, at)
        try:
            judged: Judged = await self._services.bots.look_back(
                "advice", view, played, patience_s=WORD_S
            )
        finally:
            self._words += 1
            self._services.spawn(self._rest(self._words))
        return judged

    async def _rest(self, words: int) -> None:
        await asyncio.sleep(LINGER_S)
        if words == self._words:
            await self._services.bots.rest()


def check_hints(table: "Table") -> None:
    if table.status not in ("running", "over"):
        raise Trouble("not_running")
    if not has_hints(table):
        raise Trouble("no_hints")


def check_question(table: "Table", seat: int, version: int) -> None:
    if seat not in table.to_move:
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
