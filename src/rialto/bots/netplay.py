"""net: one look at its view by a net that has learned from self-play, nothing deeper.

With a temperature it draws its moves, at 1 as likely as it thinks them. With bounds it draws only
among moves that cost it little beside its first choice, when both are played on to the next round:
so much of its win share at most, and so many points for each round to come. So it plays worse than
it could, and hardly ever nonsense: early, where nobody can tell what a move costs, it may err by
several points, in the last round, where anybody can count them, by none. Points count in a game
that is lost, too.
"""

from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.net.afterwards import copy_game, points_ahead, share_after
from rialto.bots.net.inference import Brain, judge, look, new_brain
from rialto.bots.net.own import FILE, load
from rialto.bots.net.sampling import WARM, best, pick, weigh
from rialto.engine.box import ROUNDS
from rialto.engine.doors import Table, new_scratch
from rialto.engine.game import Move, View
from rialto.engine.guess import guess_here
from rialto.engine.jit import compiled, entry
from rialto.engine.moves import ACTIONS
from rialto.engine.rng import WORDS, new_rng, next_word, seed_words
from rialto.engine.state import from_record, new_table


class Bounds(NamedTuple):
    """What a move may cost; 0 is no bound."""

    share: int = 0
    """Hundredths of the win share."""
    points: float = 0.0
    """For each round after the present one, and VISIBLE."""


NONE: Final = Bounds()
VISIBLE: Final = 0.25
"""Points. What costs a point in one guess of four may be luck; what costs more is seen."""
GUESSES: Final = 4


class Draw(NamedTuple):
    """Room for a draw within bounds."""

    weights: list[int]
    worth: list[float]
    """Of the first choice: win share, points ahead."""
    words: list[list[int]]
    """The luck of each guess, which is the same for all moves."""


@compiled
def draw(b: Brain, n: int, weights: list[int], rng: list[int]) -> int:
    """One of n, as likely as it weighs."""
    total = 0
    for i in range(n):
        total += weights[i]
        b.shares[i] = weights[i]
    return pick(b, n, total, rng)


@compiled
def expect(
    table: Table, p: int, action: int, out: list[int], d: Draw, b: Brain, rng: list[int]
) -> tuple[float, float]:
    """Win share and points ahead that the net expects in the next round, or at the end of the game,
    if all go on by its first choice: where what was kept for nothing is seen to have been for
    nothing. The mean of some guesses, which are the same for every move."""
    share = points = 0.0
    for words in d.words:
        for k in range(WORDS):
            rng[k] = words[k]
        copy_game(table, 0, 1)
        guess_here(table[1], p, rng, out)
        share += share_after(b, table, p, action, max(1, table[0].round_no), out, rng)
        points += points_ahead(b, table[2], p)
    return share / len(d.words), points / len(d.words)


@compiled
def too_dear(
    table: Table,
    p: int,
    action: int,
    bounds: Bounds,
    out: list[int],
    d: Draw,
    b: Brain,
    rng: list[int],
) -> bool:
    """Whether a move costs more than it may."""
    share, points = expect(table, p, action, out, d, b, rng)
    if bounds.share > 0 and (d.worth[0] - share) * 100.0 > bounds.share:
        return True
    later = ROUNDS - max(1, table[0].round_no)
    return bounds.points > 0.0 and d.worth[1] - points > VISIBLE + bounds.points * later


@compiled
def draw_within(
    table: Table,
    p: int,
    n: int,
    bounds: Bounds,
    actions: list[int],
    out: list[int],
    d: Draw,
    b: Brain,
    rng: list[int],
) -> int:
    """Draw until it is the first choice or a move that costs little more."""
    first = best(b, n)
    for i in range(n):
        d.weights[i] = b.shares[i]
    found = draw(b, n, d.weights, rng)
    if found == first:
        return found
    for words in d.words:
        seed_words(words, next_word(rng), next_word(rng))
    d.worth[0], d.worth[1] = expect(table, p, actions[first], out, d, b, rng)
    while found != first and too_dear(table, p, actions[found], bounds, out, d, b, rng):
        d.weights[found] = 0
        found = draw(b, n, d.weights, rng)
    return found


@entry
def choose_at(
    table: Table,
    p: int,
    n: int,
    heat: int,
    bounds: Bounds,
    actions: list[int],
    out: list[int],
    d: Draw,
    b: Brain,
    rng: list[int],
) -> int:
    """Which of the n moves in `actions`: the best, or drawn at a temperature of so many
    thousandths."""
    look(b, table[0], p)
    judge(b, n, actions)
    if heat == 0:
        return best(b, n)
    total = weigh(b, n, heat)
    if bounds.share == 0 and bounds.points == 0.0:
        return pick(b, n, total, rng)
    return draw_within(table, p, n, bounds, actions, out, d, b, rng)


class Net:
    def __init__(
        self,
        seed: int,
        temperature: Decimal = Decimal(0),
        bounds: Bounds = NONE,
        file: Path = FILE,
    ) -> None:
        self.name = f"net:{temperature}" if temperature else "net"
        if bounds.share:
            self.name += f":within={bounds.share}"
        if bounds.points:
            self.name += f":points={bounds.points:g}"
        if file != FILE:
            self.name += f":file={file}"
        self._heat = int(temperature * WARM)
        self._bounds = bounds
        self._brain = new_brain(load(file)[0])
        self._rng = new_rng(seed)
        self._actions = new_scratch()
        self._out = new_scratch()
        self._table = new_table(3)
        room: list[Any] = [
            np.zeros(ACTIONS, np.int64),
            np.zeros(2),
            np.zeros((GUESSES, WORDS), np.int64),
        ]
        self._draw = Draw(*room)

    def choose(self, view: View, legal: list[Move], seconds: float | None = None) -> Move:
        assert view.seat is not None
        if len(legal) == 1:
            return legal[0]
        for i, move in enumerate(legal):
            self._actions[i] = move.action
        self._table[0] = from_record(view.table[0])[0]
        chosen = choose_at(
            self._table,
            view.seat,
            len(legal),
            self._heat,
            self._bounds,
            self._actions,
            self._out,
            self._draw,
            self._brain,
            self._rng,
        )
        return legal[int(chosen)]
