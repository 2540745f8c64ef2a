"""The chances to win over a game, as a picture: a line for each player, edged, with its letter."""

from html import escape
from typing import Final

from rialto.cli.review_moves import round_of
from rialto.engine.moves import SEAT_NAMES
from rialto.locales import Words
from rialto.review.report import Curve, Review

WIDTH: Final = 900
HEIGHT: Final = 300
LEFT: Final = 44
RIGHT: Final = 30
TOP: Final = 24
BOTTOM: Final = 26
LETTER: Final = 14
MARKS: Final = (
    '<circle r="6"/>',
    '<rect x="-6" y="-6" width="12" height="12"/>',
    '<path d="M0-7 7 6H-7z"/>',
    '<path d="M0-8 8 0 0 8-8 0z"/>',
    '<path d="M-3-7h6v4h4v6h-4v4h-6v-4h-4v-6h4z"/>',
)
"""A shape for each seat, for colours alone do not tell."""


def draw(review: Review, words: Words) -> str:
    about = escape(words.t("terminal.review.curve"))
    curves = [curve for curve in review.curves if curve.moments]
    body = [*grid(review, words), *(line_of(c, review) for c in curves), *letters(curves, review)]
    for turn in review.turns:
        x = across(turn.until, review)
        body.append(f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{floor()}"/>')
        body.append(f'<text x="{x:.1f}" y="{TOP - 8}" text-anchor="middle">{turn.number}</text>')
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{about}">'
        + "".join(body)
        + "</svg>"
    )


def floor() -> int:
    return HEIGHT - BOTTOM


def across(index: int, review: Review) -> float:
    return LEFT + index / max(1, review.moves) * (WIDTH - LEFT - RIGHT)


def up(share: float) -> float:
    return floor() - share * (floor() - TOP)


def grid(review: Review, words: Words) -> list[str]:
    found = []
    for percent in (0, 25, 50, 75, 100):
        y = up(percent / 100)
        found.append(
            f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{percent} %</text>'
        )
    firsts: dict[int, int] = {}
    for d in review.decisions:
        firsts.setdefault(d.round, d.index)
    for number, index in firsts.items():
        if number:
            told = escape(round_of(number, words))
            found.append(f'<text x="{across(index, review):.1f}" y="{HEIGHT - 8}">{told}</text>')
    return found


def line_of(curve: Curve, review: Review) -> str:
    points = " ".join(f"{across(m.index, review):.1f},{up(m.share):.1f}" for m in curve.moments)
    seat = curve.seat
    last = curve.moments[-1]
    place = f"translate({across(last.index, review):.1f} {up(last.share):.1f})"
    return (
        f'<polyline class="under" points="{points}"/>'
        f'<polyline class="curve" style="stroke:var(--seat-{seat})" points="{points}"/>'
        f'<g transform="{place}" class="mark" style="fill:var(--seat-{seat})">{MARKS[seat]}</g>'
    )


def letters(curves: list[Curve], review: Review) -> list[str]:
    """Who is who, at the right; no two in one place."""
    found = []
    lowest = float(HEIGHT)
    for curve in sorted(curves, key=lambda c: c.moments[-1].share):
        lowest = min(up(curve.moments[-1].share) + 4, lowest - LETTER)
        x = across(curve.moments[-1].index, review) + 12
        found.append(f'<text x="{x:.1f}" y="{lowest:.1f}">{SEAT_NAMES[curve.seat]}</text>')
    return found
