"""Why one move is better than another: the parts of everybody's points."""

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from rialto.review import playouts
from rialto.review.report import ALL_DISTRICTS, PARTS, Reason
from rialto.review.trial import Trial, districts_of, noise_of

assert len(PARTS) == playouts.PARTS

MOST: Final = 3
BEYOND: Final = 2.0
"""A part is told if it is so many times its interval ..."""
POINTS: Final = 0.5
"""... and more than so many points."""
MOSTLY: Final = 0.5
"""A district is named if it is more than so much of all districts' sum."""


def parts_of(trial: Trial, best: int, other: int) -> list[Reason]:
    """All parts of what the best move brings more than the other, by seat."""
    differences = trial.parts(best) - trial.parts(other)
    return [
        reason(part, seat, differences[:, seat, k])
        for seat in range(trial.players)
        for k, part in enumerate(PARTS)
        if np.any(differences[:, seat, k])
    ]


def reason(part: str, seat: int, differences: Any, mostly: str | None = None) -> Reason:
    found = noise_of(differences)
    return Reason(part, seat, found.mean, found.within, mostly)


def worth_telling(trial: Trial, best: int, other: int, seat: int) -> list[Reason]:
    """What stands out, the most important first: what it means for the own lead."""
    differences = trial.parts(best) - trial.parts(other)
    told = [
        r
        for q in range(trial.players)
        for r in candidates(differences[:, q], q)
        if abs(r.points) > max(BEYOND * r.within, POINTS)
    ]
    told.sort(key=lambda r: -abs(r.points) / (1 if r.seat == seat else trial.players - 1))
    return told[:MOST]


def candidates(differences: Any, seat: int) -> Iterator[Reason]:
    """The parts of a seat. The districts stand together, unless one of them is more than all of
    them, which then speak against each other."""
    for k in range(playouts.FIRST_DISTRICT):
        yield reason(PARTS[k], seat, differences[:, k])
    together = reason(ALL_DISTRICTS, seat, districts_of(differences))
    each = [
        reason(PARTS[k], seat, differences[:, k])
        for k in range(playouts.FIRST_DISTRICT, playouts.PARTS)
    ]
    largest = max(each, key=lambda r: abs(r.points))
    if abs(largest.points) > abs(together.points):
        yield from each
    elif abs(largest.points) > MOSTLY * abs(together.points):
        yield reason(ALL_DISTRICTS, seat, districts_of(differences), largest.part)
    else:
        yield together
