"""How far chances can be trusted: what was said, held against what happened."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np


class Tenth(NamedTuple):
    """What was said to be about that likely."""

    said: float
    """On average."""
    happened: float
    times: int


class Reliability(NamedTuple):
    tenths: list[Tenth]
    error: float
    """The mean over the tenths of how far the two are apart."""
    brier: float
    """The mean square of what was said less what happened."""


def reliability(said: Sequence[float], happened: Sequence[bool]) -> Reliability:
    chances, truth = np.asarray(said, float), np.asarray(happened, float)
    which = np.minimum((chances * 10).astype(int), 9)
    tenths = [
        Tenth(float(chances[here].mean()), float(truth[here].mean()), int(here.sum()))
        for k in range(10)
        for here in [which == k]
        if here.any()
    ]
    error = float(np.mean([abs(t.said - t.happened) for t in tenths]))
    return Reliability(tenths, error, float(np.mean((chances - truth) ** 2)))


def tell(found: Reliability) -> str:
    """A table in Markdown."""
    lines = ["| said | happened | times |", "|---|---|---|"]
    lines += [
        f"| {100 * t.said:.1f} % | {100 * t.happened:.1f} % | {t.times:,} |" for t in found.tenths
    ]
    lines.append("")
    lines.append(f"Mean error over the tenths {found.error:.3f}, Brier score {found.brier:.3f}.")
    return "\n".join(lines)
