"""What the net expects after a move: at once, or after playing on."""

from collections.abc import Callable
from typing import Any

from rialto.bots.net.inference import Brain, judge, judge_seats, look, points_said
from rialto.bots.net.sampling import WARM, best, weigh
from rialto.bots.net.shape import PARTS
from rialto.engine.chance import draw
from rialto.engine.doors import Table
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import PLAIN, compiled, entry
from rialto.engine.rules import flow, scoring
from rialto.engine.state import State, from_record, to_record

copy_game: Callable[[Any, int, int], None]
if PLAIN:

    def copy_game(table: Any, i: int, j: int) -> None:
        """Game i onto game j."""
        table[j] = from_record(to_record(table[i])[0])[0]

else:  # pragma: no cover - coverage is measured in plain mode

    @compiled
    def copy_game(table: Any, i: int, j: int) -> None:
        table[j] = table[i]


@compiled
def win_share(b: Brain, s: State, p: int) -> float:
    """How likely seat p is to win, by what it sees; at the end whether it has won."""
    if s.asked == Decision.OVER:
        return 1.0 if scoring.final_place(s, p) == 0 else 0.0
    look(b, s, p)
    judge_seats(b, s.players)
    total = weigh(b, s.players, WARM)
    own: int = b.shares[0]
    return own / total


@compiled
def points_ahead(b: Brain, s: State, p: int) -> float:
    """How many points seat p will be ahead of the others' mean: as the last look said, or at the
    end as it is."""
    ahead = 0.0
    for i in range(s.players):
        points = 0.0
        if s.asked == Decision.OVER:
            points += scoring.total(s, (p + i) % s.players)
        else:
            for k in range(PARTS):
                points += points_said(b, PARTS * i + k)
        ahead += points if i == 0 else -points / (s.players - 1)
    return ahead


@compiled
def step_on(b: Brain, s: State, p: int, last_round: int, out: list[int], rng: list[int]) -> bool:
    """One move: what chance brings, or the net's first choice. None is made, which is said, once
    seat p has a choice after that round, or the game is over."""
    if s.asked == Decision.OVER:
        return False
    q = s.actor
    if q == CHANCE:
        flow.play(s, q, draw(s, rng), out)
        return True
    n = flow.legal(s, q, out)
    action = out[0]
    if n > 1:
        if q == p and s.round_no > last_round:
            return False
        look(b, s, q)
        judge(b, n, out)
        action = out[best(b, n)]
    flow.play(s, q, action, out)
    return True


@compiled
def play_on(b: Brain, s: State, p: int, last_round: int, out: list[int], rng: list[int]) -> None:
    """Everybody takes the net's first choice, until seat p has a choice after that round, or the
    game is over."""
    while step_on(b, s, p, last_round, out, rng):
        pass


@compiled
def share_after(
    b: Brain,
    table: Table,
    p: int,
    action: int,
    last_round: int,
    out: list[int],
    rng: list[int],
) -> float:
    """Play the move on a copy (game 2) of the guessed game 1, play on, and look."""
    copy_game(table, 1, 2)
    s = table[2]
    flow.play(s, p, action, out)
    play_on(b, s, p, last_round, out, rng)
    return win_share(b, s, p)


@entry
def share_at(table: Table, p: int, b: Brain) -> float:
    """How likely seat p thinks that it wins, as the table stands."""
    return win_share(b, table[0], p)
