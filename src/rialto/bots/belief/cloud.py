"""A cloud of guesses that goes along with the round.

Each guess deals the cards that were unseen when the round began, and then lives through all that
the seat saw: what was hidden is drawn (a card from the pile, a discard as the net would choose it),
and what was seen weighs the guess by how likely it was there. Now and then guesses that have become
unlikely give way to copies of likely ones.
"""

from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.net.afterwards import copy_game
from rialto.bots.net.inference import Brain, judge, look
from rialto.bots.net.sampling import WARM, pick, weigh
from rialto.engine import chance
from rialto.engine.doors import Table, new_scratch
from rialto.engine.guess import guess_here
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import compiled, entry
from rialto.engine.past import HIDDEN, Past
from rialto.engine.rng import below, new_rng, next_word
from rialto.engine.rules import flow
from rialto.engine.state import State, from_record, new_table
from rialto.engine.view import View

DOUBT: Final = 0.1
"""How far people, who are no nets, may play any move."""
ROOM: Final = 1.0 / (1 << 32)


class Cloud(NamedTuple):
    """Weights of the guesses 1, 2, ... of a table; its game 0 is what they started from."""

    weights: list[float]
    copies: list[int]


@compiled
def tells(asked: int) -> bool:
    """The questions whose answers say most about a hand."""
    return asked == Decision.PLAY or asked == Decision.ROW or asked == Decision.GREEN


@compiled
def likelihood(b: Brain, s: State, q: int, action: int, doubt: float, out: list[int]) -> float:
    """How likely seat q is to do that, by the net; 0 if it cannot."""
    n = flow.legal(s, q, out)
    found = -1
    for i in range(n):
        if out[i] == action:
            found = i
    if found < 0:
        return 0.0
    if n == 1 or not tells(s.asked):
        return 1.0
    look(b, s, q)
    judge(b, n, out)
    total = weigh(b, n, WARM)
    share: float = b.shares[found] / total
    return (1.0 - doubt) * share + doubt / n


@compiled
def discard(b: Brain, s: State, q: int, doubt: float, out: list[int], rng: list[int]) -> int:
    """What seat q discards face down, drawn as the net would; nothing if it has no cards to."""
    n = flow.legal(s, q, out)
    if n == 0:
        return HIDDEN
    if next_word(rng) * ROOM < doubt:
        return out[below(rng, n)]
    look(b, s, q)
    judge(b, n, out)
    return out[pick(b, n, weigh(b, n, WARM), rng)]


@compiled
def live_through(
    b: Brain,
    s: State,
    seat: int,
    q: int,
    action: int,
    doubt: float,
    out: list[int],
    rng: list[int],
) -> float:
    """A guess goes on by one move, which was seen or hidden; how likely it was."""
    likely = 1.0
    done = action
    if q == CHANCE:
        if action == HIDDEN:
            done = chance.draw(s, rng)
        else:
            likely = chance.weight(s, action) / chance.ways(s)
    elif action == HIDDEN:
        done = discard(b, s, q, doubt, out, rng)
        if done == HIDDEN:
            likely = 0.0
    elif q != seat:
        likely = likelihood(b, s, q, action, doubt, out)
    if likely > 0.0:
        flow.play(s, q, done, out)
    return likely


@compiled
def effective(cloud: Cloud) -> float:
    """How many equal guesses these are worth."""
    total = 0.0
    squares = 0.0
    for w in cloud.weights:
        total += w
        squares += w * w
    return total * total / squares if squares > 0.0 else 0.0


@compiled
def share_out(table: Table, cloud: Cloud, rng: list[int]) -> None:
    """Copies in proportion to the weights, which are equal afterwards."""
    n = len(cloud.weights)
    total = 0.0
    for w in cloud.weights:
        total += w
    at = next_word(rng) * ROOM
    below_here = 0.0
    for i in range(n):
        cloud.copies[i] = 0
        below_here += cloud.weights[i] * n / total
        while at < below_here:
            cloud.copies[i] += 1
            at += 1.0
    source = 0
    for i in range(n):
        cloud.weights[i] = 1.0
        if cloud.copies[i] == 0:
            while source < n and cloud.copies[source] < 2:
                source += 1
            if source < n:
                copy_game(table, 1 + source, 1 + i)
                cloud.copies[source] -= 1


@entry
def guess_all(table: Table, cloud: Cloud, seat: int, out: list[int], rng: list[int]) -> None:
    """Guesses of what game 0, a view, hides."""
    for i in range(len(cloud.weights)):
        copy_game(table, 0, 1 + i)
        guess_here(table[1 + i], seat, rng, out)
        cloud.weights[i] = 1.0


@entry
def observe(
    table: Table,
    cloud: Cloud,
    seat: int,
    moves: list[list[int]],
    doubt: float,
    b: Brain,
    out: list[int],
    rng: list[int],
) -> float:
    """Live through all these moves; how many equal guesses are left, 0 if none fits any more."""
    n = len(cloud.weights)
    for move in moves:
        total = 0.0
        for i in range(n):
            if cloud.weights[i] > 0.0:
                s = table[1 + i]
                cloud.weights[i] *= live_through(b, s, seat, move[0], move[1], doubt, out, rng)
                total += cloud.weights[i]
        if total <= 0.0:
            return 0.0
        for i in range(n):
            cloud.weights[i] *= n / total
        if effective(cloud) < 0.5 * n:
            share_out(table, cloud, rng)
    return effective(cloud)


@compiled
def pick_guess(cloud: Cloud, rng: list[int]) -> int:
    """One of them, as likely as it weighs; its number in the table."""
    total = 0.0
    for w in cloud.weights:
        total += w
    left = next_word(rng) * ROOM * total
    i = 0
    while i < len(cloud.weights) - 1 and left >= cloud.weights[i]:
        left -= cloud.weights[i]
        i += 1
    return 1 + i


class Belief:
    """What the others may hold, as one seat of one game should believe."""

    def __init__(self, brain: Brain, guesses: int, seed: int, doubt: float = DOUBT) -> None:
        self.doubt = doubt
        self.table = new_table(1 + guesses)
        room: list[Any] = [np.ones(guesses), np.zeros(guesses, np.int64)]
        self.cloud = Cloud(*room)
        self.effective = 0.0
        """How many equal guesses it is worth."""
        self._brain = brain
        self._rng = new_rng(seed, 0xBE11)
        self._out = new_scratch()
        self._past: Past | None = None

    def follow(self, view: View) -> None:
        """Up to this view; what was believed before is gone on with, if it is of the same round.
        A view without a past, or one that no guess fits, is guessed at as it stands."""
        past, before = view.past, self._past
        if past is None:
            self._guess(view)
            return
        known = 0
        if (
            before
            and before.start == past.start
            and before.moves == past.moves[: len(before.moves)]
        ):
            known = len(before.moves)
        else:
            self._guess(past.start)
        moves: Any = np.array(past.moves[known:], np.int64).reshape(-1, 2)
        seat = whose(view)
        self.effective = float(
            observe(
                self.table, self.cloud, seat, moves, self.doubt, self._brain, self._out, self._rng
            )
        )
        if self.effective == 0.0:
            self._guess(view)
        self._past = past

    def _guess(self, view: View) -> None:
        """Evenly, as far as public memory allows."""
        self.table[0] = from_record(view.table[0])[0]
        guess_all(self.table, self.cloud, whose(view), self._out, self._rng)
        self.effective = float(len(self.cloud.weights))
        self._past = None


def whose(view: View) -> int:
    if view.seat is None:
        raise ValueError("a spectator believes nothing: a belief is a seat's")
    return view.seat
