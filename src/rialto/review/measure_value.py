"""Can the net's win shares be trusted? `python -m rialto.review.measure_value --games 200`.

Games of the net drawn at temperature 1, from deals that it was not trained on; at every choice each
seat's share is asked from its own View, and held against who won.
"""

import sys
from collections.abc import Sequence
from typing import NamedTuple

from rialto.bots.net.afterwards import share_at
from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import load
from rialto.engine.state import from_record
from rialto.review.games import parse_orders, questions
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
    args = parse_orders("rialto.review.measure_value", "2,3,4,5", arguments, games=100)
    if args is None:
        return 2
    for players in args.players:
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
