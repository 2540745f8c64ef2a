"""What a judgement says, in words; one way for the terminal, the page and puzzles."""

from collections.abc import Callable, Sequence

from rialto.engine.moves import DISTRICT_NAMES
from rialto.locales import Term, Words
from rialto.review.report import Judgement, Reason, Verdict

NameMove = Callable[[str], str]
"""From a move's notation to its words."""


def tell_reasons(judgement: Judgement, words: Words, names: Sequence[str]) -> list[str]:
    """What the coach's move brings more, and to whom: a sentence for each reason."""
    return [tell_reason(reason, words, names) for reason in judgement.reasons]


def tell_reason(reason: Reason, words: Words, names: Sequence[str]) -> str:
    key = "coach.gains" if reason.points > 0 else "coach.loses"
    points = tell_number(abs(reason.points), words)
    return words.t(key, player=names[reason.seat], points=points, what=name_part(reason, words))


def name_part(reason: Reason, words: Words) -> str:
    """What the points are for."""
    if reason.part in DISTRICT_NAMES:
        return words.t(f"district.{reason.part}")
    if reason.mostly:
        return words.t("coach.part.districts_mostly", district=Term("district", reason.mostly))
    own = f"coach.part.{reason.part}"
    return words.t(own if words.known(own) else f"why.{reason.part}")


def tell_verdict(judgement: Judgement, words: Words, name_move: NameMove) -> str:
    """How the move that was played did against the coach's."""
    if judgement.verdict == Verdict.BEST:
        return words.t("coach.best")
    move = name_move(judgement.choices[0].move)
    if judgement.verdict == Verdict.ABOUT_EQUAL:
        return words.t("coach.about_equal", move=move)
    within = next(c.within for c in judgement.choices if c.move == judgement.played)
    share = round(100 * judgement.loss)
    return words.t("coach.better", move=move, share=share, within=max(1, round(100 * within)))


def tell_number(value: float, words: Words) -> str:
    """With one decimal."""
    return f"{value:.1f}".replace(".", words.t("coach.decimal"))
