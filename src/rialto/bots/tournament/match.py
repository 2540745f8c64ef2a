"""One game between bots, from a job that says everything: it can be replayed anywhere, alone."""

from dataclasses import dataclass

from rialto.bots.guard import Guarded
from rialto.bots.roster import make_bot
from rialto.engine.game import Game, House, Score
from rialto.engine.ids import Decision
from rialto.engine.moves import ROW


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


@dataclass(frozen=True)
class Result:
    """What came out of a game; lists are by seat."""

    game: int
    players: int
    line_up: int
    deal: int
    turn: int
    bots: list[str]
    places: list[int]
    """Z4: from 1."""
    started: list[int]
    """Clockwise from the first player, who is 1."""
    scores: list[Score]
    buildings: list[list[int]]
    """Tiles of each kind at the end."""
    rows: list[list[list[int]]]
    """The cards, by kind, of each row that was taken (P3)."""
    moves: int
    checksum: str
    faults: list[dict[str, int]]
    """How often a bot failed, by what it did."""


def play_game(job: Job) -> Result:
    bots = [
        Guarded(make_bot(name, seed), seed) for name, seed in zip(job.bots, job.seeds, strict=True)
    ]
    game = Game.new(seed=job.chance, house=job.house)
    rows: list[list[list[int]]] = [[] for _ in job.bots]
    try:
        game.run_chance()
        while not game.over:
            # P6 is asked in seat order: all choose at the same time, so the order tells nothing.
            p = game.to_move[0]
            move = bots[p].choose(game.view(p), game.legal(p))
            if game.decision == Decision.ROW:
                rows[p].append([int(n) for n in game.state.rows[move.action - ROW]])
            game.play(move)
            game.run_chance()
    finally:
        for bot in bots:
            bot.close()
    return result(job, game, bots, rows)


def result(job: Job, game: Game, bots: list[Guarded], rows: list[list[list[int]]]) -> Result:
    ranking, order = game.ranking, clockwise(game)
    return Result(
        game=job.number,
        players=job.players,
        line_up=job.line_up,
        deal=job.deal,
        turn=job.turn,
        bots=list(job.bots),
        places=[ranking.index(p) + 1 for p in range(job.players)],
        started=[order.index(p) + 1 for p in range(job.players)],
        scores=game.scores,
        buildings=[[int(n) for n in game.state.tiles[p]] for p in range(job.players)],
        rows=rows,
        moves=game.version,
        checksum=game.checksum(),
        faults=[dict(bot.faults) for bot in bots],
    )


def clockwise(game: Game) -> list[int]:
    """The players from the first player on (S2); N1: the neutral player is none."""
    s = game.state
    seat = int(s.first_player)
    order: list[int] = []
    while len(order) < game.house.players:
        if seat < game.house.players:
            order.append(seat)
        seat = int(s.seat_after[seat])
    return order
