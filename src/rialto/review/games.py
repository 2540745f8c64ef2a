"""Games of bots, question by question, for those who measure."""

import argparse
import sys
from collections.abc import Iterator, Sequence

from rialto.bots.roster import make_bot
from rialto.engine.game import Game
from rialto.engine.past import Witness


def questions(bot: str, players: int, seed: int) -> Iterator[Witness]:
    """A game of this bot against itself, before every choice; the game goes on when the next is
    asked for, and is over at the end."""
    game = Game.new(players, seed=seed)
    bots = [make_bot(bot, seed * 10 + p) for p in range(players)]
    witness = Witness(game)
    witness.run_chance()
    while not game.over:
        p = game.to_move[0]
        legal = game.legal(p)
        if len(legal) > 1:
            yield witness
        witness.play(bots[p].choose(game.view(p), legal))
        witness.run_chance()


def parse_orders(
    prog: str, players: str, arguments: Sequence[str] | None, least: int = 1, **counts: int
) -> argparse.Namespace | None:
    """For how many players, how many of what for each number of them (and at least), from which
    seed; None if that is no good, which is told."""
    parser = argparse.ArgumentParser(prog=f"python -m {prog}")
    parser.add_argument("--players", default=players)
    for name, n in counts.items():
        parser.add_argument(f"--{name}", type=int, default=n, help="for each number of players")
    parser.add_argument("--seed", type=int, default=10**6)
    args = parser.parse_args(arguments)
    try:
        args.players = numbers(args.players)
        for name in counts:
            if getattr(args, name) < least:
                raise ValueError(f"{name} must be {least} or more, not {getattr(args, name)}")
    except ValueError as error:
        print(f"{prog}: {error}", file=sys.stderr)
        return None
    return args


def numbers(text: str) -> list[int]:
    """`2,4`: numbers of players."""
    found = [int(n) for n in text.split(",")]
    if not all(2 <= n <= 5 for n in found):
        raise ValueError(f"players must be 2 to 5, not {text}")
    return found
