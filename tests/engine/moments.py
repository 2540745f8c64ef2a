"""Random games, and moments in them: every decision, asked by every number of players."""

import random
from functools import cache
from itertools import count
from typing import NamedTuple

from rialto import Game, House, Move
from rialto.engine.ids import CHANCE, Decision
from tests.engine.houses import ALL_HOUSES, COMPANIES

ASKED = frozenset(Decision) - {Decision.NOTHING}
FEWEST = 20
"""Games that are played for each company, so that its moments come from many kinds of table."""


def play_some(house: House, seed: int, moves: int) -> tuple[Game, random.Random]:
    """A game after so many random decisions (or over)."""
    game = Game.new(seed=seed, house=house)
    dice = random.Random(seed)
    for _ in range(moves):
        game.run_chance()
        if game.over:
            break
        game.play(random_move(game, dice))
    return game, dice


def random_move(game: Game, dice: random.Random) -> Move:
    """Any legal move, but a player who likes building or big plays is often met."""
    legal = game.legal(dice.choice(game.to_move))
    keen = len(game.log) and game.log[0].action % 2 == 0
    if keen and game.decision in (Decision.PLAY, Decision.BUILD) and dice.random() < 0.8:
        return max(legal, key=lambda m: (not m.text.startswith(("delay", "turn", "use")), m.action))
    return dice.choice(legal)


class Moment(NamedTuple):
    """A running game in which this is asked (OVER: one that has just ended)."""

    players: int
    neutral: bool
    decision: Decision

    def __str__(self) -> str:
        return f"{self.players}{'N' * self.neutral}-{self.decision.name}"

    def game(self) -> Game:
        return moments_of(self.players, self.neutral)[self.decision].copy()

    def dice(self) -> random.Random:
        return random.Random(str(self))


MOMENTS = [Moment(*company, decision) for company in COMPANIES for decision in sorted(ASKED)]


@cache
def moments_of(players: int, neutral: bool) -> dict[Decision, Game]:
    """For each decision one of all the times that it was asked in many games, each as likely."""
    houses = [h for h in ALL_HOUSES if (h.players, h.neutral) == (players, neutral)]
    found: dict[Decision, Game] = {}
    times = dict.fromkeys(ASKED, 0)
    dice = random.Random(players)
    for seed in count():
        if seed >= FEWEST and len(found) == len(ASKED):
            return found
        game = Game.new(seed=seed, house=houses[seed % len(houses)])
        while True:
            times[game.decision] += 1
            if dice.randrange(times[game.decision]) == 0:
                found[game.decision] = game.copy()
            if game.over:
                break
            game.play(game.draw() if game.to_move == (CHANCE,) else random_move(game, dice))
    raise AssertionError
