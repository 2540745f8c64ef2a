"""From judged decisions to a whole game: curves, turning points, decisions against luck."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from rialto.review.report import (
    Account,
    Curve,
    Judgement,
    Moment,
    Player,
    Sum,
    Turn,
    Verdict,
)

TURNS: Final = 6
TURN: Final = 0.1
"""A change of the chance to win by less is no turning point."""


class End(NamedTuple):
    """How the game ended: by seat."""

    moves: int
    shares: list[float]
    points: list[float]


def lead(points: Sequence[float], seat: int) -> float:
    """Points ahead of the others' mean."""
    return (points[seat] * len(points) - sum(points)) / (len(points) - 1)


def of_seat(decisions: Sequence[Judgement], seat: int) -> list[Judgement]:
    return [d for d in decisions if d.seat == seat]


def curve_of(own: Sequence[Judgement], seat: int, end: End | None) -> Curve:
    moments = [Moment(d.index, d.shares[seat]) for d in own]
    if end:
        moments.append(Moment(end.moves, end.shares[seat]))
    return Curve(seat, moments)


def turns_of(decisions: Sequence[Judgement], curves: Sequence[Curve]) -> list[Turn]:
    """The greatest changes, no two of them at the same time: when one gains, others lose."""
    by_place = {(d.seat, d.index): d for d in decisions}
    stretches = [(c.seat, a, b) for c in curves for a, b in pairwise(c.moments)]
    stretches.sort(key=lambda s: -abs(s[2].share - s[1].share))
    chosen: list[tuple[int, Moment, Moment]] = []
    for seat, a, b in stretches:
        if len(chosen) == TURNS or abs(b.share - a.share) < TURN:
            break
        if all(b.index <= c.index or d.index <= a.index for _, c, d in chosen):
            chosen.append((seat, a, b))
    chosen.sort(key=lambda s: s[1].index)
    return [
        Turn(n, a.index, b.index, seat, a.share, b.share, by_place[seat, a.index].loss)
        for n, (seat, a, b) in enumerate(chosen, 1)
    ]


class Step(NamedTuple):
    """A decision's value, what it lost and how sure that is."""

    round: int
    value: float
    lost: float
    within: float


def sum_of(steps: Sequence[Step], end: float) -> Sum:
    """All that is not lost by these decisions is the rest."""
    start = steps[0].value
    lost = sum(step.lost for step in steps)
    within = sum(step.within**2 for step in steps) ** 0.5
    return Sum(start, end, lost, end - start + lost, within)


def sums_of(steps: Sequence[Step], end: float) -> dict[int | None, Sum]:
    """Of the whole game, and of each round up to the first decision of the next."""
    found: dict[int | None, Sum] = {None: sum_of(steps, end)}
    rounds = sorted({step.round for step in steps})
    firsts = [next(s.value for s in steps if s.round == r) for r in rounds]
    for r, after in zip(rounds, [*firsts[1:], end], strict=True):
        found[r] = sum_of([step for step in steps if step.round == r], after)
    return found


def accounts_of(own: Sequence[Judgement], seat: int, end: End | None) -> list[Account]:
    """Without an end the last decision is where it ends: what it lost is not to be seen yet."""
    if not own or (not end and len(own) < 2):
        return []
    shares = [Step(d.round, d.shares[seat], d.loss, within_of(d)) for d in own]
    points = [Step(d.round, lead(d.points, seat), d.loss_points, 0.0) for d in own]
    if end:
        last = end.shares[seat], lead(end.points, seat)
    else:
        last = shares.pop().value, points.pop().value
    in_points = sums_of(points, last[1])
    return [Account(r, s, in_points[r]) for r, s in sums_of(shares, last[0]).items()]


def within_of(decision: Judgement) -> float:
    """How sure the loss is; there is none if the coach's move was played."""
    return next(c.within for c in decision.choices if c.move == decision.played)


def player_of(own: Sequence[Judgement], seat: int, end: End | None) -> Player:
    better = sum(d.verdict == Verdict.BETTER for d in own)
    count = max(1, len(own))
    lost = sum(d.loss for d in own) / count
    accounts = accounts_of(own, seat, end)
    return Player(seat, len(own), better, 1.0 - better / count, lost, accounts)
