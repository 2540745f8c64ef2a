"""Games among bots, stopped where the first seat is asked each kind of thing."""

from typing import Any, NamedTuple

from rialto import Game
from rialto.bots.roster import make_bot
from rialto.engine.ids import Decision, Kind

SEEDS = {2: (1, 2, 3, 5), 3: (1, 3), 4: (1, 2, 3, 29), 5: (1, 22)}
"""By players: games in which, together, every kind of decision comes to the first seat."""
STEPS = ("doge", "gold", "building", "bridge", "gondola", "councillor")
KINDS = (
    "start", "row", "green", "discard", *(f"play-{step}" for step in STEPS),
    "build", "bridge", "gondola", "source", "council", "blue",
)  # fmt: skip


class Stop(NamedTuple):
    record: dict[str, Any]
    move: int


def name_of(game: Game) -> str:
    if game.decision == Decision.PLAY:
        return f"play-{Kind(int(game.state.step)).name.lower()}"
    return game.decision.name.lower()


def fullest_stops(names: list[str]) -> dict[str, Stop]:
    """For each kind of decision the one with the most to show: things to choose and cards held."""
    stops: dict[str, Stop] = {}
    full: dict[str, int] = {}
    for seed in SEEDS[len(names)]:
        game = Game.new(players=len(names), seed=seed, names=names)
        found = play(game, len(names), full)
        record = game.record()
        stops |= {kind: Stop(record, move) for kind, move in found.items()}
    return stops


def play(game: Game, players: int, full: dict[str, int]) -> dict[str, int]:
    """To the end; the moves before which more was to be seen than ever (`full`, by kind)."""
    bots = [make_bot("greedy", seed=seat) for seat in range(players)]
    found: dict[str, int] = {}
    while not game.over:
        game.run_chance()
        for seat in game.to_move:
            kind, view = name_of(game), game.view(seat)
            much = len(game.legal(seat)) + int(sum(view.hand[seat]))
            if seat == 0 and much > full.get(kind, -1):
                full[kind], found[kind] = much, game.version
            game.play(bots[seat].choose(view, game.legal(seat), None))
    return found
