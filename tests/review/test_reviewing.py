"""Reviews of whole games: what they say adds up, and nothing is lost when one is broken off."""

from dataclasses import replace

import numpy as np
import pytest

from rialto.engine.game import Game
from rialto.engine.past import Witness, view_with_past
from rialto.review import report
from rialto.review.accounts import lead
from rialto.review.judging import NoDecision, Question, conclude, judge
from rialto.review.playouts import CELLS, SHARE
from rialto.review.report import Judgement, Review, Verdict
from rialto.review.reviewing import CannotReview, name_of_record, places, review
from rialto.review.trial import Trial
from tests.review.late import be_brief, late_game

pytestmark = pytest.mark.xdist_group("bots")


@pytest.fixture(autouse=True)
def _brief(monkeypatch: pytest.MonkeyPatch) -> None:
    be_brief(monkeypatch)


@pytest.fixture(scope="module")
def game() -> Game:
    return late_game("3-players-czech-lagoon")


@pytest.fixture(scope="module")
def whole(game: Game) -> Review:
    with pytest.MonkeyPatch.context() as patch:
        be_brief(patch)
        return review(game.record())


def test_every_choice_is_judged(game: Game, whole: Review) -> None:
    expected = [(p.at, p.move.seat, p.move.text) for p in places(game, [0, 1, 2])]
    assert [(d.index, d.seat, d.played) for d in whole.decisions] == expected
    assert len(expected) > 10 and whole.complete and whole.over
    assert whole.record == name_of_record(game)
    assert report.from_json(report.to_json(whole)) == whole


def test_the_verdict_is_what_the_choices_say(whole: Review) -> None:
    for d in whole.decisions:
        played = next(c for c in d.choices if c.move == d.played)
        coach = d.choices[0]
        assert coach.behind == 0.0 and d.loss == played.behind
        assert sum(d.shares) == pytest.approx(1.0)
        clear = played.behind > max(0.01, played.within)
        if played is coach:
            assert d.verdict == Verdict.BEST
        else:
            assert d.verdict == (Verdict.BETTER if clear else Verdict.ABOUT_EQUAL)
        assert (d.better == coach.move) == (d.verdict == Verdict.BETTER)
        assert bool(d.parts) <= clear


def total(d: Judgement, seat: int) -> float:
    return sum(r.points for r in d.parts if r.seat == seat)


def test_parts_sum_to_the_whole() -> None:
    """Of a choice that matters: the parts of all seats are the difference in points ahead, and what
    is told is among them."""
    found = 0
    for file in ("2-players-czech-banks", "4-players-standard-banks"):
        game = late_game(file, 5)
        for place in places(game, range(game.house.players)):
            d = judge(place.witness.view(place.move.seat), place.move, index=place.at)
            if d.verdict == Verdict.BETTER:
                found += 1
                totals = [total(d, q) for q in range(game.house.players)]
                assert lead(totals, d.seat) == pytest.approx(d.loss_points)
                assert len(d.reasons) <= 3
                for reason in d.reasons:
                    assert abs(reason.points) > max(0.5, 2 * reason.within)
                    if reason.part in report.PARTS:
                        assert replace(reason, mostly=None) in d.parts
            else:
                assert not d.parts and not d.reasons
    assert found > 3


def test_decisions_and_the_rest_add_up(game: Game, whole: Review) -> None:
    winner = game.ranking[0]
    for player in whole.players:
        own = [d for d in whole.decisions if d.seat == player.seat]
        sums = player.accounts[0].share
        assert sums.lost == pytest.approx(sum(d.loss for d in own))
        assert sums.end == float(player.seat == winner)
        points = [float(s.total) for s in game.scores]
        assert player.accounts[0].points.end == pytest.approx(lead(points, player.seat))
        rounds = player.accounts[1:]
        for name in ("share", "points"):
            first, *parts = (getattr(a, name) for a in player.accounts)
            assert first.end == pytest.approx(first.start - first.lost + first.rest, abs=1e-12)
            assert first.lost == pytest.approx(sum(part.lost for part in parts))
            assert first.rest == pytest.approx(sum(part.rest for part in parts))
        assert [a.round for a in rounds] == [6]
        curve = next(c for c in whole.curves if c.seat == player.seat)
        assert [m.index for m in curve.moments] == [*(d.index for d in own), len(game.log)]


class Enough(Exception):
    pass


@pytest.mark.parametrize("part", [0.0, 0.5])
def test_broken_off_it_goes_on_where_it_was(game: Game, whole: Review, part: float) -> None:
    stop_after = 1 + int(part * len(whole.decisions))
    kept: list[Review] = []

    def stop(partial: Review, of: int) -> None:
        assert of == len(whole.decisions) and not partial.complete
        kept.append(partial)
        if len(partial.decisions) == stop_after:
            raise Enough

    with pytest.raises(Enough):
        review(game, progress=stop)
    stored = report.from_json(report.to_json(kept[-1]))
    judged: list[int] = []
    again = review(
        game, resume=stored, progress=lambda partial, of: judged.append(len(partial.decisions))
    )
    assert again == whole
    assert judged[0] == stop_after + 1


def test_another_review_is_not_gone_on_with(game: Game, whole: Review) -> None:
    false = replace(whole, seed=2, decisions=[replace(whole.decisions[0], loss=0.7)])
    assert review(game, resume=false) == whole


def test_one_side_of_a_running_game(game: Game, whole: Review) -> None:
    running = game.rewound()
    running.play_all(game.log[:-6])
    assert not running.over
    with pytest.raises(CannotReview, match="not over"):
        review(running)
    found = review(running, seats=[1])
    assert not found.over and {d.seat for d in found.decisions} == {1}
    assert found.decisions == [
        d for d in whole.decisions if d.seat == 1 and d.index < len(running.log)
    ]
    account = found.players[0].accounts[0].share
    assert account.end == found.decisions[-1].shares[1]


@pytest.mark.parametrize("seats", [[3], [-1], []])
def test_unknown_seats(game: Game, seats: list[int]) -> None:
    with pytest.raises(CannotReview, match="seats 0 to 2"):
        review(game, seats=seats)


def test_a_record_that_does_not_hold(game: Game) -> None:
    record = game.record()
    record["moves"][4], record["checks"][4] = "A row 9", "00000000"
    with pytest.raises(CannotReview, match="does not hold: move 5"):
        review(record)
    with pytest.raises(CannotReview, match="version 99"):
        review({**game.record(), "version": 99})


def test_only_what_the_seat_sees_goes_into_a_judgement() -> None:
    """Two worlds that differ in the others' hands and the pile: every word is the same."""
    game = late_game("3-players-german-short-banks")
    place = next(p for p in places(game, [1]) if p.move.text.startswith("play"))
    view = place.witness.view(1)
    found = judge(view, place.move)
    other = place.witness.game
    s = other.state
    hand, pile = s.hand[0], s.pile
    swapped = [(a, b) for a in range(7) for b in range(7) if a != b and hand[a] and pile[b]]
    assert swapped, "a hand that could be another"
    a, b = swapped[0]
    hand[a], pile[a], hand[b], pile[b] = hand[a] - 1, pile[a] + 1, hand[b] + 1, pile[b] - 1
    twin = other.view(1)
    twin.past = view.past
    assert judge(twin, place.move) == found


def test_a_hint_is_the_judgement_without_a_move(game: Game) -> None:
    place = next(iter(places(game, [0])))
    hint = judge(place.witness.view(0))
    assert hint.played is None and hint.verdict is None and hint.loss == 0.0
    assert len(hint.choices) == min(3, len(place.witness.game.legal(0)))
    assert hint == judge(place.witness.view(0))


def test_the_net_is_not_believed_against_its_own_playouts(game: Game) -> None:
    """It said 2 %, and six of ten playouts were won: the chances fit what moves are behind by."""
    cells = np.zeros((10, 2, CELLS))
    cells[:6, 0, SHARE] = 1.0
    trial = Trial([0, 1], cells, 3, 0.0)
    asked = Question(game.view(0), 0, [0, 1], [0.9, 0.1], [0.02, 0.49, 0.49], [0.0] * 3, 1)
    found = conclude(asked, [trial], 0, 0)
    assert found.shares == pytest.approx([0.6, 0.2, 0.2])
    assert [choice.share for choice in found.choices] == pytest.approx([0.6, 0.0])
    near = asked._replace(shares=[0.5, 0.3, 0.2])
    assert conclude(near, [trial], 0, 0).shares == [0.5, 0.3, 0.2]


def test_nothing_to_judge(game: Game) -> None:
    running = Witness(game.rewound())
    running.play_all(game.log[: next(iter(places(game, [0]))).at])
    with pytest.raises(NoDecision, match="seat 1 has no choice"):
        judge(view_with_past(running.game, 1))
    with pytest.raises(NoDecision, match="spectator"):
        judge(running.game.view(None))
    with pytest.raises(NoDecision, match="is not legal"):
        judge(running.view(0), game.log[-1])
