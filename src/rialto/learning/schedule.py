"""How the knobs of learning turn from the first decision to the last."""

import math
from dataclasses import dataclass, replace
from typing import Final

WARM_UP: Final = 20
"""Iterations in which the rate of learning rises from nothing."""


@dataclass(frozen=True)
class Schedule:
    """Everything by the share of the planned decisions that is done."""

    rate: tuple[float, float] = (5e-4, 1e-5)
    """Of learning, along half a cosine."""
    curiosity: tuple[float, float] = (0.01, 0.0006)
    """Weight of the policy's entropy, falling geometrically."""
    win: tuple[float, float] = (0.1, 0.9)
    """Weight of a win beside the margin, rising to the middle: points teach first."""

    def beginning_at(self, rate: float | None, curiosity: float | None) -> "Schedule":
        """The same with other first values, where they are given."""
        return replace(
            self,
            rate=(rate or self.rate[0], self.rate[1]),
            curiosity=(curiosity or self.curiosity[0], self.curiosity[1]),
        )

    def rate_at(self, done: float, iteration: int) -> float:
        first, last = self.rate
        wave = 0.5 * (1.0 + math.cos(math.pi * min(1.0, done)))
        return (last + (first - last) * wave) * min(1.0, (iteration + 1) / WARM_UP)

    def curiosity_at(self, done: float) -> float:
        first, last = self.curiosity
        return float(first * (last / first) ** min(1.0, done))

    def win_at(self, done: float) -> float:
        first, last = self.win
        return first + (last - first) * min(1.0, 2.0 * done)


TUNING: Final = Schedule(rate=(1.5e-4, 1e-5), curiosity=(0.0015, 0.0006), win=(0.9, 0.9))
"""It starts from a net that plays well already."""
BEST_RESPONSE: Final = Schedule(rate=(3e-4, 1e-5), win=(0.9, 0.9))
"""It starts from what the other knows, and only winning counts."""
