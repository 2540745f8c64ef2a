"""Can the net's win shares be trusted? `python -m rialto.review.measure_value --games 200`.

Games of the net drawn at temperature 1, from deals that it was not trained on; at every choice each
seat's share is asked from its own View, and held against who won.
"""

import argparse
import sys
from collections.abc import Sequence
from typing import NamedTuple

from rialto.bots.net.afterwards import share_at
from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import load
from rialto.engine.state import from_record
from rialto.review.games import numbers, questions
from rialto.review.reliability import reliability, tell

BOT = "net:1"


class Said(NamedTuple):
    share: float
    won: bool
    mover: bool


def ask(players: int, games: int, seed: int) -> list[Said]:
    """What was said in all these games, and what came of it."""
    brain = new_brain(load()[0])
    found: list[Said] = []
    for number in range(games):
        asked: list[tuple[int, float, bool]] = []
        for witness in questions(BOT, players, seed + number):
            game = witness.game
            for p in range(players):
                table = from_record(game.view(p).table[0])
                asked.append((p, float(share_at(table, p, brain)), p in game.to_move))
        first = game.ranking[0]
        found += [Said(share, p == first, mover) for p, share, mover in asked]
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m rialto.review.measure_value")
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--games", type=int, default=100, help="for each number of players")
    parser.add_argument("--seed", type=int, default=10**6)
    args = parser.parse_args(arguments)
    try:
        tables = numbers(args.players)
        if args.games < 1:
            raise ValueError(f"games must be 1 or more, not {args.games}")
    except ValueError as error:
        print(f"rialto.review.measure_value: {error}", file=sys.stderr)
        return 2
    for players in tables:
        said = ask(players, args.games, args.seed)
        for who, some in (
            ("who chooses", [s for s in said if s.mover]),
            ("who waits", [s for s in said if not s.mover]),
        ):
            found = reliability([s.share for s in some], [s.won for s in some])
            print(
                f"### {players} players, the share of {who}, {args.games} games\n\n{tell(found)}\n"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
