"""Can luck be told from skill? `python -m rialto.review.measure_luck --players 2,4 --games 20`.

Two questions, on games of the net against itself. *Equals*: nobody is better, so what is neither
start nor own losses must be 0 on average. *Events*: a moment at which a seat learns nothing (others
draw or discard in secret, it makes its own first choice or a forced move) must not move its win
share; only then could luck be told event by event. Until then "luck and the others" is one sum.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from rialto.bots.net.afterwards import share_at
from rialto.bots.net.inference import Brain, new_brain
from rialto.bots.net.own import load
from rialto.bots.roster import make_bot
from rialto.engine.game import Game, Move
from rialto.engine.ids import CHANCE
from rialto.engine.moves import is_discard
from rialto.engine.state import from_record
from rialto.review.games import parse_orders, questions
from rialto.review.measure_beliefs import mean
from rialto.review.report import Sum
from rialto.review.reviewing import review

BOT: Final = "net"
NOTHING_LEARNT: Final = (
    "another's hidden card",
    "another's hidden discard",
    "own first choice",
    "own forced move",
)
STILL: Final = 0.01
"""What such a moment may move the win share by, on average."""


class Event(NamedTuple):
    what: str
    jump: float


def what_happened(game: Game, move: Move, seat: int) -> str:
    """To the seat, by the move that comes now; all players take the net's first choice."""
    only = game.only_seat(move.seat)
    if move.seat == CHANCE:
        if only is None:
            return "an open card or tile"
        return "own card" if only == seat else NOTHING_LEARNT[0]
    if move.seat == seat:
        return NOTHING_LEARNT[2] if len(game.legal(seat)) > 1 else NOTHING_LEARNT[3]
    return NOTHING_LEARNT[1] if is_discard(move.action) else "another's open move"


def shares(game: Game, brain: Brain) -> list[float]:
    """What each seat thinks of its own chances."""
    seats = range(game.house.players)
    return [float(share_at(from_record(game.view(p).table[0]), p, brain)) for p in seats]


def events(players: int, seed: int) -> Iterator[Event]:
    """Of a whole game, for every seat."""
    game, brain = Game.new(players, seed=seed), new_brain(load()[0])
    bots = [make_bot(BOT, p) for p in range(players)]
    before: list[float] = []
    while not game.over:
        p = game.to_move[0]
        move = game.draw() if p == CHANCE else bots[p].choose(game.view(p), game.legal(p))
        told = [what_happened(game, move, seat) for seat in range(players)]
        game.play(move)
        after = shares(game, brain)
        if before:
            yield from (Event(told[q], after[q] - before[q]) for q in range(players))
        before = after


def tell_events(players: int, games: int, seed: int) -> bool:
    """The table, and whether nothing moves where nothing is learnt."""
    jumps: dict[str, list[float]] = defaultdict(list)
    for number in range(games):
        for event in events(players, seed + number):
            jumps[event.what].append(event.jump)
    print(f"### {players} players: what moves a seat's win share, {games} games\n")
    print("| event | times a game and seat | mean size | mean |\n|---|---|---|---|")
    for what, sizes in sorted(jumps.items(), key=lambda item: item[0] not in NOTHING_LEARNT):
        size, times = np.abs(sizes).mean(), len(sizes) / games / players
        name = f"{what} (**nothing learnt**)" if what in NOTHING_LEARNT else what
        print(f"| {name} | {times:.0f} | {size:.4f} | {np.mean(sizes):+.4f} |")
    passed = all(np.abs(jumps[what]).mean() < STILL for what in NOTHING_LEARNT if jumps[what])
    print(f"\nNothing learnt, nothing moved (below {STILL}): {'yes' if passed else 'no'}.\n")
    return passed


def sums(players: int, games: int, seed: int) -> list[Sum]:
    """Of each seat of these games."""
    found = []
    for number in range(games):
        for witness in questions(BOT, players, seed + number):
            game = witness.game
        found += [player.accounts[0].share for player in review(game).players]
    return found


def tell_sums(players: int, games: int, seed: int) -> None:
    found = sums(players, games, seed)
    print(f"### {players} equal players: own losses and the rest, {games} games\n")
    print("| start | end | own losses | rest |\n|---|---|---|---|")
    columns = [mean([getattr(s, name) for s in found]) for name in ("start", "end", "lost", "rest")]
    print(f"| {' | '.join(columns)} |\n", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    args = parse_orders("rialto.review.measure_luck", "2,4", arguments, games=20)
    if args is None:
        return 2
    for players in args.players:
        tell_events(players, args.games, args.seed)
        tell_sums(players, args.games, args.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
