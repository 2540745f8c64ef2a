"""The learning curve as an SVG, from the lines of progress."""

import json
from pathlib import Path
from typing import Final

WIDE, HIGH, EDGE = 640, 300, 44
LINES: Final = (
    ("points", "#3a6b35", "points of a player"),
    ("win", "#8c2f39", "who wins: cross-entropy"),
    ("entropy", "#2f5d8c", "entropy of the policy"),
)
"""What is drawn: the name in the progress, a colour, and words for it."""


def draw_curve(progress: Path, path: Path) -> None:
    """What was told along the way, over the decisions; nothing if there is too little."""
    lines = [json.loads(line) for line in progress.read_text("utf-8").splitlines()]
    told = [line for line in lines if "win" in line]
    if len(told) < 2:
        return
    most = max(line["decisions"] for line in told)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<text x="{WIDE - EDGE}" y="{HIGH - 12}" text-anchor="end">'
        f"{most / 1e9:.2f} billion decisions</text>",
    ]
    for n, (name, colour, words) in enumerate(LINES):
        high = max(max(line[name] for line in told), 1e-9)
        points = " ".join(
            f"{EDGE + (WIDE - 2 * EDGE) * line['decisions'] / most:.1f},"
            f"{HIGH - EDGE - (HIGH - 2 * EDGE) * max(0.0, line[name]) / high:.1f}"
            for line in told
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        parts.append(
            f'<text x="{EDGE}" y="{18 + 16 * n}" fill="{colour}">'
            f"{words}: {told[-1][name]:.3f} (top {high:.3f})</text>"
        )
    path.write_text("\n".join([*parts, "</svg>", ""]), "utf-8")
