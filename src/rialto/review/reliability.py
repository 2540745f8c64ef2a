"""How far chances can be trusted: what was said, held against what happened."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np

from rialto.bots.tournament.plot import document, line, text

SIDE: Final = 300
GAP: Final = 50
DOT: Final = 9.0
"""The radius of a dot at which half of all that was said lies."""


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


def draw(found: Mapping[str, Reliability], title: str) -> str:
    """What was said against what happened, a square for each name: dots on the dashed line are
    right, and a larger dot was said more often."""
    body: list[str] = []
    for n, (name, one) in enumerate(found.items()):
        left, top = GAP + (n % 2) * (SIDE + GAP), 40 + (n // 2) * (SIDE + 70)
        body.append(text(left, top - 12, name))
        for tenth in range(0, 11, 2):
            x, y = left + SIDE * tenth / 10, top + SIDE * (1 - tenth / 10)
            body += [line(x, top, x, top + SIDE, "grid"), line(left, y, left + SIDE, y, "grid")]
            body.append(text(x, top + SIDE + 16, f"{10 * tenth} %", "middle"))
            body.append(text(left - 4, y + 4, f"{10 * tenth}", "end"))
        body.append(line(left, top + SIDE, left + SIDE, top, "parity"))
        times = sum(t.times for t in one.tenths)
        for t in one.tenths:
            x, y = left + SIDE * t.said, top + SIDE * (1 - t.happened)
            radius = max(2.0, DOT * (2 * t.times / times) ** 0.5)
            body.append(f'<circle class="bar" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>')
    return document(40 + (len(found) + 1) // 2 * (SIDE + 70), title, body)
