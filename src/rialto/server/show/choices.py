"""What can be chosen now, with small hints, and what a person would look for in vain, with why."""

from collections.abc import Sequence

from rialto import Game, Move
from rialto.engine.ids import Decision
from rialto.server import wire


def options(game: Game, legal: Sequence[Move]) -> list[wire.Option]:
    if game.decision != Decision.PLAY:
        return [wire.Option(move=move.text) for move in legal]
    return [option(game, move) for move in legal]


def option(game: Game, move: Move) -> wire.Option:
    """A move of phase II; what a play comes to is foreseen."""
    seen = game.outlook(move)
    if seen is None:
        return wire.Option(move=move.text)
    return wire.Option(
        move=move.text,
        strength=seen.strength,
        leads=seen.leads,
        wins=seen.wins,
        tied_with=seen.tied_with,
        short=seen.short,
    )


def blocked(game: Game, seat: int, legal: Sequence[Move]) -> list[wire.Blocked]:
    return [
        wire.Blocked(move=move.text, refusal=why.refusal.name.lower(), rule=why.rule)
        for move, why in game.blocked(seat, legal)
    ]
