"""The report of a review: written, read again, and refused when something does not fit."""

import json
from typing import Any

import pytest

from rialto.review import report
from rialto.review.report import BadReview, Mode, Verdict


def a_choice(move: str, action: int, behind: float) -> report.Choice:
    return report.Choice(move, action, 0.5, 0.4 - behind, behind, 0.02, 10 * behind)


def a_review() -> report.Review:
    reason = report.Reason("san-marco", 1, -2.5, 0.5, None)
    judgement = report.Judgement(
        index=7, seat=0, round=1, kind="row", played="row 2", shares=[0.4, 0.6],
        points=[60.5, 64.0], choices=[a_choice("row 1", 24, 0.0), a_choice("row 2", 25, 0.06)],
        guesses=128, verdict=Verdict.BETTER, better="row 1", loss=0.06, loss_points=0.6,
        parts=[reason], reasons=[reason],
    )  # fmt: skip
    total = report.Sum(0.4, 1.0, 0.06, 0.66, 0.02)
    account = report.Account(None, total, total)
    return report.Review(
        format=report.FORMAT, version=report.VERSION, record="ab" * 16, net="cd" * 4,
        mode=Mode.QUICK, seed=1, names=["Anna", "Žofie"], seats=[0], moves=30, over=True,
        complete=True, decisions=[judgement],
        curves=[report.Curve(0, [report.Moment(7, 0.4), report.Moment(30, 1.0)])],
        turns=[report.Turn(1, 7, 30, 0, 0.4, 1.0, 0.06)],
        players=[report.Player(0, 1, 1, 0.0, 0.06, [account])],
    )  # fmt: skip


def test_written_and_read_again_it_is_the_same() -> None:
    review = a_review()
    assert report.from_json(report.to_json(review)) == review


def change(data: Any, path: list[str | int], value: Any) -> Any:
    for step in path[:-1]:
        data = data[step]
    if value is None:
        del data[path[-1]]
    else:
        data[path[-1]] = value


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        (["format"], "rialto-record", "no review"),
        (["version"], 2, "version 2; this program reads 1"),
        (["seats"], None, "seats is missing"),
        (["seats"], [2], "seats: of 2 players"),
        (["seats"], [1], r"decisions\[0\]\.seat: 0 is not reviewed"),
        (["mode"], "slow", "mode must be one of quick, deep"),
        (["over"], 1, "over must be true or false"),
        (["decisions", 0, "index"], 30, r"decisions\[0\]\.index: the record has 30 moves"),
        (["decisions", 0, "shares"], [1.0], "by seat"),
        (["decisions", 0, "choices"], [], "at least one"),
        (["decisions", 0, "choices", 1, "behind"], "6 %", r"choices\[1\]\.behind must be a number"),
        (["decisions", 0, "reasons", 0, "part"], "weather", "does not exist"),
        (["curves", 0, "moments"], {}, r"curves\[0\]\.moments must be a list"),
        (["players", 0, "accounts", 0, "points"], [], r"accounts\[0\]\.points must be an object"),
    ],
)
def test_what_does_not_fit_is_refused(path: list[str | int], value: Any, told: str) -> None:
    data = json.loads(report.to_json(a_review()))
    change(data, path, value)
    with pytest.raises(BadReview, match=told):
        report.from_json(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", "{}", "[" * 100_000])
def test_no_report_at_all(text: str) -> None:
    with pytest.raises(BadReview, match="this is no"):
        report.from_json(text)


def test_not_a_number_is_no_number() -> None:
    text = report.to_json(a_review()).replace("128", "NaN").replace('"loss": 0.06', '"loss": NaN')
    with pytest.raises(BadReview, match="must be a"):
        report.from_json(text)
