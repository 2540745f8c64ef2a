"""Plots as SVG, written by hand: readable without colour, on light and dark pages."""

from html import escape
from typing import Any, Final

WIDTH: Final = 720
LABEL: Final = 190
ROW: Final = 26
STYLE: Final = (
    "svg{color:#222}@media(prefers-color-scheme:dark){svg{color:#ddd}}"
    "text{font:13px system-ui,sans-serif;fill:currentColor}"
    "line,rect,path{stroke:currentColor;fill:none}.dot{fill:currentColor;stroke:none}"
    ".bar{fill:currentColor;fill-opacity:.25}.grid{stroke-opacity:.2}.parity{stroke-dasharray:4 4}"
)


def document(height: float, title: str, body: list[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title><style>{STYLE}</style>\n'
        + "\n".join(body)
        + "\n</svg>\n"
    )


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str = "") -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def win_shares(standings: list[dict[str, Any]]) -> str:
    """For each number of players a row per bot: its win share, the interval, and parity."""
    body: list[str] = []
    y = 10.0

    def across(share: float) -> float:
        return LABEL + share * (WIDTH - LABEL - 80)

    for players in dict.fromkeys(row["players"] for row in standings):
        rows = [row for row in standings if row["players"] == players]
        y += 20
        body.append(text(8, y, f"{players} players"))
        top = y + 8
        bottom = top + ROW * len(rows)
        for tenth in range(0, 11, 2):
            body.append(line(across(tenth / 10), top, across(tenth / 10), bottom, "grid"))
            body.append(text(across(tenth / 10), bottom + 14, f"{tenth * 10} %", "middle"))
        body.append(line(across(1 / players), top, across(1 / players), bottom, "parity"))
        for i, row in enumerate(rows):
            middle = top + ROW * (i + 0.5)
            share = row["win_share"]
            body.append(text(LABEL - 10, middle + 4, row["bot"], "end"))
            body.append(line(across(share["low"]), middle, across(share["high"]), middle))
            for end in ("low", "high"):
                body.append(line(across(share[end]), middle - 5, across(share[end]), middle + 5))
            body.append(
                f'<circle class="dot" cx="{across(share["mean"]):.1f}" cy="{middle:.1f}" r="4"/>'
            )
            label = f"{100 * share['mean']:.1f} %"
            body.append(text(WIDTH - 4, middle + 4, label, "end"))
        y = bottom + 24
    return document(y + 10, "Win share with 95 % intervals; the dashed line is parity", body)


def bars(title: str, rows: list[tuple[str, float, str]]) -> str:
    """Horizontal bars: a name, a value, and how it is written."""
    most = max((abs(value) for _, value, _ in rows), default=1.0) or 1.0
    lowest = min((value for _, value, _ in rows), default=0.0)
    room = WIDTH - LABEL - 70
    zero = LABEL + (room * -lowest / (most - lowest) if lowest < 0 else 0.0)
    unit = room / (most - min(lowest, 0.0))
    body = [text(8, 22, title)]
    for i, (name, value, written) in enumerate(rows):
        y = 36 + ROW * i
        left, width = min(zero, zero + value * unit), abs(value) * unit
        body.append(text(LABEL - 10, y + 15, name, "end"))
        body.append(
            f'<rect class="bar" x="{left:.1f}" y="{y + 3}" width="{width:.1f}" height="16"/>'
        )
        body.append(text(WIDTH - 4, y + 15, written, "end"))
    return document(44 + ROW * len(rows), title, body)
