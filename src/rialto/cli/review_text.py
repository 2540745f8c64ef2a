"""A review in the terminal."""

from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.table import Table

from rialto.cli.review_moves import Told, costly, round_of, tell_turns
from rialto.engine.game import Game
from rialto.locales import Words
from rialto.review.report import Curve, Review, Sum
from rialto.review.words import tell_number

STEPS: Final = "▁▂▃▄▅▆▇█"
WIDEST: Final = 60
"""Letters of a curve."""


def show(review: Review, game: Game, words: Words) -> None:
    console = Console(highlight=False)

    def say(text: str, style: str = "") -> None:
        console.print(text, style=style, markup=False)

    say(words.t("terminal.review.title", names=", ".join(review.names)), "bold")
    say(f"\n{words.t('terminal.review.curve')}", "bold")
    room = max(len(review.names[curve.seat]) for curve in review.curves)
    for curve in review.curves:
        say(f"{review.names[curve.seat]:{room}} {draw_curve(curve)}")
    if review.turns:
        say(f"\n{words.t('terminal.review.turns')}", "bold")
    for number, told in enumerate(tell_turns(review, words), 1):
        say(f"{number}. {told}")
    say(f"\n{words.t('terminal.review.costly')}", "bold")
    dear = costly(review, game, words)
    for decision in dear:
        say_decision(decision, review, words, say)
    if not dear:
        say(words.t("terminal.review.none"))
    console.print()
    console.print(sums(review, words))
    say(f"\n{words.t('terminal.review.about')}", "dim")


def draw_curve(curve: Curve) -> str:
    shares = [moment.share for moment in curve.moments]
    wide = min(WIDEST, len(shares))
    chosen = [shares[n * (len(shares) - 1) // max(1, wide - 1)] for n in range(wide)]
    top = len(STEPS) - 1
    return "".join(STEPS[min(top, int(share * len(STEPS)))] for share in chosen)


def say_decision(told: Told, review: Review, words: Words, say: Callable[..., None]) -> None:
    d = told.judgement
    where = round_of(d.round, words)
    say(f"\n{where}, {review.names[d.seat]}: {told.moves[str(d.played)]}")
    say(f"  {told.verdict}", "bold")
    for reason in told.reasons:
        say(f"  · {reason}")


def sums(review: Review, words: Words) -> Table:
    """Each player: from first to last, in win share and points ahead."""
    table = Table()
    table.add_column(words.t("terminal.column.player"))
    names = ("better", "start", "decisions", "rest", "end")
    for name in names:
        table.add_column(words.t(f"terminal.review.{name}"), justify="right")
    for player in review.players:
        if not player.accounts:
            continue
        account = player.accounts[0]
        counted = f"{player.better} / {player.decisions}"
        table.add_row(review.names[player.seat], counted, *in_percent(account.share))
        table.add_row("", "", *in_points(account.points, words), end_section=True)
    return table


def in_percent(total: Sum) -> list[str]:
    changes = [signed_percent(x) for x in (-total.lost, total.rest)]
    return [f"{100 * total.start:.0f} %", *changes, f"{100 * total.end:.0f} %"]


def in_points(total: Sum, words: Words) -> list[str]:
    return [signed_number(x, words) for x in (total.start, -total.lost, total.rest, total.end)]


def signed_percent(share: float) -> str:
    n = round(100 * share)
    return f"{sign_of(n)}{abs(n)} %"


def signed_number(value: float, words: Words) -> str:
    return f"{sign_of(round(value, 1))}{tell_number(abs(value), words)}"


def sign_of(rounded: float) -> str:
    """Nothing has none."""
    return "−" if rounded < 0 else "+" if rounded > 0 else ""
