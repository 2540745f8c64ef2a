"""What playouts of several choices say: how far one is ahead of another, and by which points."""

from typing import Any, Final, NamedTuple

import numpy as np

from rialto.review.playouts import FIRST_DISTRICT, OVER, PARTS, POINTS, SHARE

SURE: Final = 1.96
"""Standard errors in half of a 95 % interval."""
SURPRISE: Final = 0.5
"""Where games were played to their end, as if one more had come out so differently: some games that
all end alike do not prove that the next one will."""


class Gap(NamedTuple):
    mean: float
    within: float


class Trial(NamedTuple):
    """Choices played out on the same guesses."""

    which: list[int]
    """The choices, by their numbers."""
    cells: Any
    """(guesses, choices, cells), as `playouts.compare_at` fills them."""
    players: int
    stop: float
    """The typical error in win share of a difference, where playouts stop before the end."""

    def column(self, choice: int) -> int:
        return self.which.index(choice)

    def shares(self, choice: int) -> Any:
        return self.cells[:, self.column(choice), SHARE]

    def parts(self, choice: int) -> Any:
        """(guesses, seats, parts) of the points after the choice."""
        cells = self.cells[:, self.column(choice), POINTS:]
        return cells.reshape(len(cells), -1, PARTS)[:, : self.players]

    def leads(self, choice: int, seat: int) -> Any:
        """Points ahead of the others' mean."""
        totals = self.parts(choice).sum(axis=2)
        return (totals[:, seat] * self.players - totals.sum(axis=1)) / (self.players - 1)

    def gap(self, choice: int, other: int) -> Gap:
        """In win share. What comes of stopping early is part of the interval."""
        found = self.noise(choice, other)
        unfinished = 1.0 - float(self.cells[:, :, OVER].mean())
        stopped = SURE * self.stop * unfinished**0.5
        return Gap(found.mean, float(np.hypot(found.within, stopped)))

    def noise(self, choice: int, other: int) -> Gap:
        """The same with that part of the interval that more playouts would make smaller."""
        surprise = SURPRISE * float(self.cells[:, :, OVER].mean()) ** 0.5
        return noise_of(self.shares(choice) - self.shares(other), surprise)


def noise_of(differences: Any, surprise: float = 0.0) -> Gap:
    """Mean and interval of a sample."""
    n, mean = len(differences), float(np.mean(differences))
    squares = float(np.sum((differences - mean) ** 2)) + surprise**2
    return Gap(mean, SURE * (squares / max(1, n - 1) / n) ** 0.5)


def gap_in(trials: list[Trial], choice: int, other: int) -> Gap:
    """By all trials that have both, each counted by how sure it is."""
    gaps = [t.gap(choice, other) for t in trials if choice in t.which and other in t.which]
    weights = np.array([1.0 / max(gap.within, 1e-6) ** 2 for gap in gaps])
    mean = float(weights @ np.array([gap.mean for gap in gaps]) / weights.sum())
    return Gap(mean, float(weights.sum() ** -0.5))


def districts_of(parts: Any) -> Any:
    """The sum over all districts."""
    return parts[..., FIRST_DISTRICT:].sum(axis=-1)
