"""The learning curve as an SVG, from the lines of progress."""

import json
from pathlib import Path
from typing import Final

WIDE, HIGH, EDGE = 640, 300, 44
LINES: Final = (
    ("points", "#3a6b35", "points of a player"),
    ("win", "#8c2f39", "who wins: cross-entropy"),
    ("entropy", "#2f5d8c", "entropy of the policy"),
    ("won", "#7a5c12", "won against the other net, moves drawn"),
)
"""What is drawn, where it was told: the name in the progress, a colour, and words for it."""
SCATTERED: Final = 3
"""The first lines tell of games that random play had scattered."""


def draw_curve(progress: Path, path: Path) -> None:
    """What was told along the way, over the decisions; nothing if there is too little."""
    lines = [json.loads(line) for line in progress.read_text("utf-8").splitlines()]
    told = [line for line in lines if "win" in line]
    if len(told) < 2:
        return
    if len(told) > 3 * SCATTERED:
        told = told[SCATTERED:]
    least, most = told[0]["decisions"], told[-1]["decisions"]
    # A run that starts from weights is drawn from there on, and so that small changes are seen.
    first = 0 if least * 10 < most else least
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="#fff"/>',
        f'<text x="{WIDE - EDGE}" y="{HIGH - 12}" text-anchor="end">'
        f"{first / 1e9:.2f} to {most / 1e9:.2f} billion decisions</text>",
    ]
    drawn = [line for line in LINES if line[0] in told[0]]
    top = 16 * len(drawn) + 20
    for n, (name, colour, words) in enumerate(drawn):
        values = [max(0.0, line[name]) for line in told]
        low, high = (min(values) if first else 0.0), max(*values, 1e-9)
        points = " ".join(
            f"{EDGE + (WIDE - 2 * EDGE) * (line['decisions'] - first) / (most - first):.1f},"
            f"{HIGH - EDGE - (HIGH - EDGE - top) * (value - low) / max(high - low, 1e-9):.1f}"
            for line, value in zip(told, values, strict=True)
        )
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}"/>')
        parts.append(
            f'<text x="{EDGE}" y="{18 + 16 * n}" fill="{colour}">'
            f"{words}: {told[-1][name]:.3f} (drawn from {low:.3f} to {high:.3f})</text>"
        )
    path.write_text("\n".join([*parts, "</svg>", ""]), "utf-8")
