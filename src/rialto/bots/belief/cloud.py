"""A cloud of guesses that goes along with the round.

Each guess deals the cards that were unseen when the round began, and then lives through all that
the seat saw: what was hidden is drawn (a card from the pile, a discard as the net would choose it),
and what was seen weighs the guess by how likely it was there. Now and then guesses that have become
unlikely give way to copies of likely ones. When hardly any guess fits any more, all are made anew,
and live through the round knowing what will be seen in it (`ahead`).
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.belief.ahead import (
    ROOM,
    Ahead,
    draw_needed,
    expect,
    may_discard,
    new_ahead,
    pass_by,
)
from rialto.bots.net.afterwards import copy_game
from rialto.bots.net.inference import Brain, judge, look
from rialto.bots.net.sampling import WARM, weigh
from rialto.engine import chance
from rialto.engine.doors import Table, new_scratch
from rialto.engine.guess import guess_here
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import compiled, entry
from rialto.engine.past import HIDDEN, Past
from rialto.engine.rng import new_rng, next_word
from rialto.engine.rules import flow
from rialto.engine.state import State, from_record, new_table
from rialto.engine.view import View

DOUBT: Final = 0.1
"""How far people, who are no nets, may play any move."""
FEW: Final = 0.125
"""So few of the guesses may be left before all are made anew."""


class Cloud(NamedTuple):
    """Weights of the guesses 1, 2, ... of a table; its game 0 is what the seat sees."""

    weights: list[float]
    copies: list[int]
    owed: list[float]
    """What a guess will weigh less or more for having been drawn with what comes in mind."""
    left: list[float]
    """In its one cell: how many of the guesses made at first fit what was seen since."""


def new_cloud(guesses: int) -> Cloud:
    room: list[Any] = [np.ones(guesses), np.zeros(guesses, int), np.ones(guesses), np.ones(1)]
    return Cloud(*room)


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
def discard(
    b: Brain, s: State, q: int, a: Ahead, doubt: float, out: list[int], rng: list[int]
) -> tuple[int, float]:
    """What seat q discards face down, drawn as the net would from what will not be seen later; and
    how likely the net was to discard any of that."""
    n = flow.legal(s, q, out)
    look(b, s, q)
    judge(b, n, out)
    total = weigh(b, n, WARM)
    likely = 0.0
    for i in range(n):
        if may_discard(a, s, q, out[i]):
            likely += (1.0 - doubt) * b.shares[i] / total + doubt / n
    left = next_word(rng) * ROOM * likely
    done = HIDDEN
    for i in range(n):
        if left >= 0.0 and may_discard(a, s, q, out[i]):
            done = out[i]
            left -= (1.0 - doubt) * b.shares[i] / total + doubt / n
    return done, likely


@compiled
def live_through(
    b: Brain,
    s: State,
    seat: int,
    q: int,
    action: int,
    a: Ahead,
    doubt: float,
    out: list[int],
    rng: list[int],
) -> tuple[float, float]:
    """A guess goes on by one move, which was seen or hidden; how likely it was, and what it weighs
    less or more for a card that was not left to luck."""
    likely = 1.0
    owed = 1.0
    done = action
    if q == CHANCE:
        if action == HIDDEN:
            done, owed = draw_needed(a, s, rng)
        else:
            likely = chance.weight(s, action) / chance.ways(s)
    elif action == HIDDEN:
        done, likely = discard(b, s, q, a, doubt, out, rng)
    elif q != seat:
        likely = likelihood(b, s, q, action, doubt, out)
    if likely > 0.0:
        flow.play(s, q, done, out)
    return likely, owed


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
                cloud.owed[i] = cloud.owed[source]
                cloud.copies[source] -= 1


@entry
def guess_all(table: Table, cloud: Cloud, seat: int, out: list[int], rng: list[int]) -> None:
    """Guesses of what game 0, a view, hides."""
    for i in range(len(cloud.weights)):
        copy_game(table, 0, 1 + i)
        guess_here(table[1 + i], seat, rng, out)
        cloud.weights[i] = 1.0
        cloud.owed[i] = 1.0
    cloud.left[0] = 1.0


@compiled
def look_ahead(
    table: Table, scout: Table, a: Ahead, moves: list[list[int]], out: list[int]
) -> None:
    """Note what all these moves tell, on a copy of game 0."""
    scout[0] = table[0]
    copy_game(scout, 0, 1)
    s = scout[1]
    for q in range(len(a.draws)):
        a.draws[q] = 0
        for k in range(len(a.needed[q])):
            a.needed[q][k] = 0
    for move in moves:
        expect(a, s, move[0], move[1], 1)
        pass_by(s, move[0], move[1], out)


@compiled
def settle(cloud: Cloud) -> None:
    """Everything that was to come has come."""
    for i in range(len(cloud.weights)):
        cloud.weights[i] *= cloud.owed[i]
        cloud.owed[i] = 1.0


@entry
def observe(
    table: Table,
    scout: Table,
    cloud: Cloud,
    seat: int,
    moves: list[list[int]],
    a: Ahead,
    doubt: float,
    b: Brain,
    out: list[int],
    rng: list[int],
) -> float:
    """Live through all these moves; how many equal guesses are left, 0 if none fits any more."""
    n = len(cloud.weights)
    look_ahead(table, scout, a, moves, out)
    for move in moves:
        total = 0.0
        before = 0.0
        fitting = 0.0
        for i in range(n):
            if cloud.weights[i] > 0.0:
                before += cloud.weights[i]
                likely, owed = live_through(
                    b, table[1 + i], seat, move[0], move[1], a, doubt, out, rng
                )
                if likely > 0.0:
                    fitting += cloud.weights[i]
                cloud.weights[i] *= likely
                cloud.owed[i] *= owed
                total += cloud.weights[i]
        if total <= 0.0:
            return 0.0
        cloud.left[0] *= fitting / before
        expect(a, table[0], move[0], move[1], -1)
        pass_by(table[0], move[0], move[1], out)
        for i in range(n):
            cloud.weights[i] *= n / total
        if effective(cloud) < 0.5 * n:
            share_out(table, cloud, rng)
    settle(cloud)
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
        self.cloud = new_cloud(guesses)
        self.effective = 0.0
        """How many equal guesses it is worth."""
        self._ahead = new_ahead()
        self._scout = new_table(2)
        self._brain = brain
        self._rng = new_rng(seed, 0xBE11)
        self._out = new_scratch()
        self._past: Past | None = None

    def follow(self, view: View) -> None:
        """Up to this view; what was believed before is gone on with, if it is of the same round and
        enough guesses fit. A view without a past, or one that no guess fits, is guessed at as it
        stands."""
        past, before = view.past, self._past
        if past is None:
            self._guess(view)
            return
        if not (before and self._go_on(before, past)):
            self._guess(past.start)
            self._observe(view, past.moves)
        if self.effective == 0.0:
            self._guess(view)
        self._past = past

    def _go_on(self, before: Past, past: Past) -> bool:
        known = len(before.moves)
        if before.start != past.start or before.moves != past.moves[:known]:
            return False
        self._observe(past.start, past.moves[known:])
        return self.effective > 0.0 and self.cloud.left[0] >= FEW

    def _observe(self, view: View, moves: Sequence[tuple[int, int]]) -> None:
        seen: Any = np.array(moves, np.int64).reshape(-1, 2)
        self.effective = float(
            observe(
                self.table, self._scout, self.cloud, whose(view), seen, self._ahead, self.doubt,
                self._brain, self._out, self._rng,
            )
        )  # fmt: skip

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
