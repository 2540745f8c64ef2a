"""Taking back past the moves of others, by everybody's leave, while nothing hidden was shown."""

from collections.abc import Sequence
from operator import lt
from typing import TYPE_CHECKING

from rialto.server.table.anew import anew
from rialto.server.table.draft import CHANCE, Act, Draft
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.table.table import Table


def note_reveals(table: "Table", act: Act) -> None:
    """Chance shows something to somebody, as does the end of P6; and a card that leaves a hand is
    seen, or at least its owner knows now that it was not."""
    before, after = table.game, act.draft.game
    movers = {step.seat for step in act.draft.steps}
    if CHANCE in movers or Draft(before).discarding > act.draft.discarding:
        table.revealed = [after.version] * table.players
        return
    # Nobody but the mover loses cards by a move.
    showed = {p for p in movers if lost_a_card(before.hand(p), after.hand(p))}
    if showed:
        table.revealed = [
            then if showed == {p} else after.version for p, then in enumerate(table.revealed)
        ]


def lost_a_card(before: Sequence[int], after: Sequence[int]) -> bool:
    return any(map(lt, after, before))


def may_ask_back(table: "Table", seat: int) -> bool:
    """Whether the seat has moved since, and somebody else after it."""
    since = table.game.log[table.revealed[seat] :]
    return bool(since) and since[-1].seat != seat and any(m.seat == seat for m in since)


@anew
async def take_back(table: "Table", seat: int) -> None:
    """The seat's last move, and everything after it."""
    async with table.lock:
        if table.status != "running" or not may_ask_back(table, seat):
            raise Trouble("cannot_undo")
        draft = Draft.of(table.game)
        mover = None
        while mover != seat:
            mover = draft.game.log[-1].seat
            draft.undo(mover)
        table.passing.set(seat, None, table.game)
        move_id = f"back-{table.services.secrets.secret()}"
        await table.carry_out(seat, move_id, draft)
