"""One game between bots, from a job that says everything: it can be replayed anywhere, alone."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from rialto.bots.guard import Guarded
from rialto.bots.protocol import Bot
from rialto.bots.roster import make_bot
from rialto.engine.game import Game, House
from rialto.engine.ids import Decision
from rialto.engine.moves import ROW
from rialto.engine.past import Witness


@dataclass(frozen=True)
class Job:
    """A game to be played. `bots` by seat; `chance` seeds the deal, `seeds` the bots."""

    number: int
    players: int
    line_up: int
    deal: int
    turn: int
    """How many seats the line-up is moved round the table."""
    bots: tuple[str, ...]
    chance: int
    seeds: tuple[int, ...]
    house: House


def play_game(job: Job, make: Callable[[str, int], Bot] = make_bot) -> dict[str, Any]:
    """Play it; what came out, as JSON."""
    bots = [Guarded(make(name, seed), seed) for name, seed in zip(job.bots, job.seeds, strict=True)]
    game = Game.new(seed=job.chance, house=job.house)
    witness = Witness(game)
    rows: list[list[list[int]]] = [[] for _ in job.bots]
    try:
        witness.run_chance()
        while not game.over:
            # P6 is asked in seat order: all choose at the same time, so the order tells nothing.
            p = game.to_move[0]
            move = bots[p].choose(witness.view(p), game.legal(p))
            if game.decision == Decision.ROW:
                rows[p].append([int(n) for n in game.state.rows[move.action - ROW]])
            witness.play(move)
            witness.run_chance()
    finally:
        for bot in bots:
            bot.close()
    return result(job, game, bots, rows)


def result(
    job: Job, game: Game, bots: list[Guarded], rows: list[list[list[int]]]
) -> dict[str, Any]:
    ranking = game.ranking
    s = game.state
    seat = int(s.first_player)
    order: list[int] = []
    while len(order) < job.players:
        if seat < job.players:
            order.append(seat)
        seat = int(s.seat_after[seat])
    return {
        "game": job.number,
        "players": job.players,
        "line_up": job.line_up,
        "deal": job.deal,
        "turn": job.turn,
        "bots": list(job.bots),
        "places": [ranking.index(p) + 1 for p in range(job.players)],
        "started": [order.index(p) + 1 for p in range(job.players)],
        "scores": [asdict(score) for score in game.scores],
        "buildings": [[int(n) for n in s.tiles[p]] for p in range(job.players)],
        "rows": rows,
        "moves": game.version,
        "checksum": game.checksum(),
        "faults": [dict(bot.faults) for bot in bots],
    }
