"""What must be compiled before a bot can think (`rialto.compile.warm` sees to it, once)."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from rialto.bots.levels import kind_of, remembers
from rialto.bots.roster import make_bot
from rialto.compile.warm import Compilation
from rialto.engine.game import Game
from rialto.engine.jobs import GAME
from rialto.engine.past import view_with_past

THINKERS: Final = {
    "greedy": "greedy",
    "search": "search:1it",
    "net": "net",
    "doge": "doge:1",
}
"""The kinds with compiled thoughts of their own, and how to make one think."""


def jobs_of(bots: Iterable[str]) -> list[Compilation]:
    """Everything that games between these bots need."""
    kinds = {kind_of(bot)[0] for bot in bots}
    return [GAME] + [
        Compilation(f"bots-{kind}", partial(think_once, name), "bots")
        for kind, name in THINKERS.items()
        if kind in kinds
    ]


def think_once(name: str) -> None:
    game = Game.new(players=2, seed=1)
    game.run_chance()
    p = game.to_move[0]
    view = view_with_past(game, p) if remembers(name) else game.view(p)
    make_bot(name, 1).choose(view, game.legal(p))
