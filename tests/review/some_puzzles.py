"""A few small puzzles, made by hand: nothing has to be played out for them."""

from typing import Final

from rialto.engine.game import Game
from rialto.review.puzzles import Puzzle
from rialto.review.report import Choice, Judgement, Reason, Verdict

ROWS: Final = """
seats A B C   stage rows   round 3
tokens castello cannaregio san-polo dorsoduro san-marco santa-croce
doge C5 A4 B3   coins A1 B1 C0   score A8 B9 C7
row 1 2 doge 2 bridge building gold
row 2 2 doge 2 building gold gondola
row 3 2 gold 2 gondola councillor doge
row 4 councillor bridge gold gondola building joker
"""
BRIDGE: Final = "seats A B; stage actions; step bridge; round 3; doge A4 B3; strength A2; winner A"


def a_puzzle(name: str, position: str, solution: str, greedy: str, closest: float = 0.2) -> Puzzle:
    """Every other move is behind by `closest`, and greedy's most of all."""
    game = Game.from_position(position)
    seat = game.to_move[0]

    def choice(text: str, action: int) -> Choice:
        behind = {solution: 0.0, greedy: 0.3}.get(text, closest)
        return Choice(text, action, 0.95, 0.6 - behind, behind, 0.05, 40 * behind)

    choices = [choice(move.text, move.action) for move in game.legal(seat)]
    choices.sort(key=lambda c: c.behind)
    reason = Reason("districts", seat, 3.2, 0.8, "castello")
    players = game.house.players
    judgement = Judgement(
        index=0,
        seat=seat,
        round=3,
        kind=game.decision.name.lower(),
        played=greedy,
        shares=[1 / players] * players,
        points=[60.0] * players,
        choices=choices,
        guesses=512,
        verdict=Verdict.BETTER,
        better=solution,
        loss=0.3,
        loss_points=12.0,
        parts=[reason],
        reasons=[reason],
    )
    return Puzzle(name, position, greedy, judgement)


SOME: Final = (
    a_puzzle("row00001", ROWS, "row 3", "row 1"),
    a_puzzle("bridge01", BRIDGE, "bridge castello:san-polo", "bridge cannaregio:san-polo", 0.1),
)
