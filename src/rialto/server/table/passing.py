"""Questions that need not be asked: to pass is the only answer, or it was said beforehand.

That a seat can only pass may follow from its hidden cards. So it passes by itself only where no
other person would learn it: nobody else plays, all play at one screen, or the hand is empty, which
everybody sees. With other people at the table whoever likes says that they pass, with or without
cards, and nothing is said for them.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from rialto import Game, Move
from rialto.engine.ids import Decision, Phase
from rialto.server import wire

if TYPE_CHECKING:
    from rialto.server.table.table import Table

STOPS: Final = ("pass", "done")


@dataclass(slots=True)
class Passing:
    """Who passes beforehand: in a step of a round, or in a whole round. Not stored: after a restart
    the question is asked."""

    _steps: dict[int, tuple[int, int]] = field(default_factory=dict)
    _rounds: dict[int, int] = field(default_factory=dict)

    def until(self, seat: int, game: Game) -> wire.PassUntil | None:
        if seat not in self._rounds and seat not in self._steps:
            return None
        round_no, step = place(game)
        if self._rounds.get(seat) == round_no:
            return "round"
        return "step" if self._steps.get(seat) == (round_no, step) else None

    def set(self, seat: int, until: wire.PassUntil | None, game: Game) -> None:
        self._steps.pop(seat, None)
        self._rounds.pop(seat, None)
        round_no, step = place(game)
        if until == "round":
            self._rounds[seat] = round_no
        elif until == "step":
            self._steps[seat] = (round_no, step)


def place(game: Game) -> tuple[int, int]:
    """Round and step."""
    seen = game.view(None)
    return int(seen.round_no), int(seen.step) if game.phase == Phase.STEPS else -1


def answer(table: "Table", game: Game) -> Move | None:
    """What a person would be asked for nothing."""
    asked = game.to_move
    if len(asked) != 1:
        return None
    (seat,) = asked
    if seat < 0 or table.chairs[seat].kind != "person":
        return None
    if game.decision == Decision.PLAY and table.passing.until(seat, game):
        return next((move for move in game.legal(seat) if move.text == "pass"), None)
    if sum(game.hand(seat)) and not nobody_else_learns(table):
        return None
    legal = game.legal(seat)
    if len(legal) != 1 or legal[0].text not in STOPS or uses_building(game):
        return None
    return legal[0]


def uses_building(game: Game) -> bool:
    """Whether a building already counts in this turn (Q6): to play nothing more is then no pass."""
    seen = game.view(None)
    return bool(seen.turned or seen.lent_jokers)


def nobody_else_learns(table: "Table") -> bool:
    """All the people at this table share one session, and nobody watches."""
    if table.display.is_shown(None):
        return False
    people = {seat for seat, chair in enumerate(table.chairs) if chair.kind == "person"}
    return all(seats >= people for seats in table.holders.values())
