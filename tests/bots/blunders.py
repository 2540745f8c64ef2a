"""How often bots do what anybody who watches takes for a fault of the program.

`python -m tests.bots.blunders --games 100 gondolier net:10` counts it in games of two of each bot
against itself.
"""

import argparse
from collections import Counter
from collections.abc import Iterable

from rialto.bots.netplay import Net
from rialto.bots.roster import make_bot
from rialto.engine.box import ROUNDS, SLOTS
from rialto.engine.game import Game, Move
from rialto.engine.ids import Building, Kind
from rialto.engine.state import State

SEED = 5000
PASSES = "passes D in the end with a Bridge card"
REFUSES = "refuses a building"
PAYS = (Kind.GOLD, Kind.GONDOLA)
TURNS = (Building.YELLOW_2, Building.YELLOW_4)
"""With them a card that is kept may still be of use."""

Found = Iterable[tuple[str, bool]]


def kept(s: State, p: int, move: Move) -> bool:
    """Whether a card of the step's kind stays in hand."""
    words = move.text.split()
    return words[0] == "pass" or (words[0] == "play" and int(words[1]) < s.hand[p][s.step])


def blunders(s: State, p: int, legal: list[Move], move: Move) -> Found:
    """What could have been done wrong here, and whether it was."""
    texts = [one.text for one in legal]
    words = move.text.split()
    ends = s.round_no == ROUNDS and s.hand[p][s.step] > 0 and "pass" in texts
    if ends and s.step == Kind.BRIDGE:
        yield PASSES, move.text == "pass"
    if ends and s.step in PAYS and not any(s.tiles[p][tile] for tile in TURNS):
        yield "keeps Gold or Gondola in the end", kept(s, p, move)
    if "done" in texts and any(text.startswith("build") for text in texts):
        if sum(s.tiles[p]) < SLOTS:
            yield REFUSES, move.text == "done"
    if words[0] == "play":
        yield "burns a joker and keeps a card", len(words) == 4 and kept(s, p, move)
    if words[0] == "discard" and s.hand[p][Kind.JOKER] > 0:
        yield "throws a joker away", words[1] == "joker"


def count(bot: str, games: int) -> tuple[Counter[str], Counter[str]]:
    """How often it went wrong, and how often it could have."""
    wrong: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    first = Net(0)
    for number in range(games):
        game = Game.new(2, seed=SEED + number)
        bots = [make_bot(bot, 2 * number + p) for p in range(2)]
        game.run_chance()
        while not game.over:
            p = game.to_move[0]
            legal, view = game.legal(p), game.view(p)
            move = bots[p].choose(view, legal)
            if len(legal) > 1:
                other = ("is not the net's first choice", first.choose(view, legal) != move)
                for what, so in (other, *blunders(game.state, p, legal, move)):
                    asked[what] += 1
                    wrong[what] += so
            game.play(move)
            game.run_chance()
    return wrong, asked


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=100)
    args = parser.parse_args()
    for bot in args.bots:
        wrong, asked = count(bot, args.games)
        told = [f"{what} {wrong[what]} of {asked[what]}" for what in asked]
        print(f"{bot}: {'; '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
