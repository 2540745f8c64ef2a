"""Games for the tests of bots."""

from collections.abc import Iterator

from rialto.bots.protocol import Bot
from rialto.bots.roster import make_bot
from rialto.engine.game import Game, House, Move
from rialto.engine.ids import Decision


def positions(
    names: list[str], seed: int, house: House | None = None
) -> Iterator[tuple[Game, int, list[Move]]]:
    """Play a game; before every decision give the game, the seat and its legal moves. Game.play
    refuses anything illegal, so getting to the end is a test too."""
    rules = house or House(players=len(names))
    bots: list[Bot] = [make_bot(name, seed * 10 + i) for i, name in enumerate(names)]
    game = Game.new(seed=seed, house=rules)
    game.run_chance()
    while not game.over:
        p = game.to_move[0]
        legal = game.legal(p)
        yield game, p, legal
        game.play(bots[p].choose(game.view(p), legal))
        game.run_chance()


def play(names: list[str], seed: int, house: House | None = None) -> Game:
    *_, (game, _, _) = positions(names, seed, house)
    return game


def a_question(asked: Decision, players: int = 4, since: int = 0) -> tuple[Game, int, list[Move]]:
    """A position of greedy's, from that round on, in which this is asked and there is a choice."""
    for seed in range(5, 25):
        for game, p, legal in positions(["greedy"] * players, seed):
            if game.decision == asked and len(legal) > 1 and game.state.round_no >= since:
                return game, p, legal
    raise AssertionError(f"{asked.name} was never asked")
