"""One protocol: the client's types, the page's words, and what present.py works out."""

import json
import random
from importlib import resources
from typing import Any, get_args

import msgspec
import pytest

from rialto import Game, House
from rialto.engine import box, ids, moves
from rialto.engine.house import BOARDS, EDITIONS
from rialto.server import wire
from rialto.server.show.memo import Memo
from rialto.server.show.present import Presented
from rialto.server.table.seats import Chair
from rialto.server.trouble import AT_THE_GATE, TROUBLES
from rialto.server.typescript import EVENTS, TARGET, events, generate

NOTES = ("undone", "away", "back", "abandoned")


def test_the_clients_types_are_up_to_date() -> None:
    assert TARGET.read_text("utf-8") == generate(), "run `python -m rialto.server.typescript`"
    assert EVENTS.read_text("utf-8") == events(), "run `python -m rialto.server.typescript`"


@pytest.mark.parametrize("lang", ["en", "pl", "cs", "hu", "de"])
def test_every_code_has_its_words(lang: str) -> None:
    folder = resources.files("rialto") / "locales" / lang
    words: dict[str, Any] = {}
    for part in folder.iterdir():
        words |= json.loads(part.read_text("utf-8"))
    wanted = [f"error.{code}" for code in TROUBLES.keys() - AT_THE_GATE] + [
        f"event.{code}" for code in NOTES
    ]
    wanted += [f"notice.{code}" for code in get_args(wire.NoticeCode)]
    assert [key for key in wanted if key not in words] == []


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (wire.Kind, moves.KIND_NAMES),
        (wire.BuildingId, moves.BUILDING_NAMES),
        (wire.DistrictId, moves.DISTRICT_NAMES),
        (wire.BankId, moves.BANK_NAMES),
        (wire.SeatColour, (*box.SEAT_COLOURS, box.NEUTRAL_COLOUR)),
        (wire.Phase, [phase.name.lower() for phase in ids.Phase]),
        (wire.LinkState, [link.name.lower() for link in ids.Link if link >= 0]),
        (wire.BoardName, BOARDS),
        (wire.Edition, tuple(EDITIONS)),
    ],
)
def test_the_words_of_the_wire_are_the_engines(words: Any, names: Any) -> None:
    """In the same order: the page counts by it."""
    assert get_args(words) == tuple(names)


def test_every_question_to_a_seat_has_its_word() -> None:
    of_chance = {"nothing", "token", "first", "card", "top_bridge"}
    asked = {decision.name.lower() for decision in ids.Decision} - of_chance
    assert {"waiting", *asked} == set(get_args(wire.Decision))


def test_a_view_is_its_two_parts() -> None:
    def names(kind: type[msgspec.Struct]) -> set[str]:
        return set(kind.__struct_fields__)

    assert names(wire.View) == names(wire.OpenPart) | names(wire.SeatPart)
    assert not names(wire.OpenPart) & names(wire.SeatPart)


def present(game: Game, memo: Memo | None = None) -> Presented:
    people = [Chair("person", None, f"P{p}") for p in range(game.house.players)]
    status: wire.Status = "over" if game.over else "running"
    return Presented(game, people, table="t", version=len(game.log), status=status, memo=memo)


@pytest.mark.parametrize(
    "house",
    [House(players=2), House(players=5, board="banks"), House(players=2, neutral=True)],
    ids=["two", "five", "neutral"],
)
def test_views_of_a_whole_game(house: House) -> None:
    """Every view decodes as its type; what it says agrees with the engine."""
    rng = random.Random(12)
    game = Game.new(house=house, seed=5)
    memo = Memo()
    steps = 0
    while True:
        game.run_chance()
        shown, kept = present(game), present(game, memo)
        for each in (None, *range(house.players)):
            assert kept.encoded(each) == shown.encoded(each), "what is kept is what would be made"
        seat = rng.choice([None, *range(house.players)])
        view = msgspec.json.decode(shown.encoded(seat), type=wire.View)
        assert view == shown.view(seat)
        check(game, view, seat)
        if game.over:
            break
        seat = rng.choice(game.to_move)
        move = rng.choice(game.legal(seat))
        if move.text.startswith("play "):
            check_strength(game, shown, seat, move.text)
        game.play(move)
        steps += 1
    assert steps > 100
    assert view.reckoning is not None
    assert [s.total for s in view.reckoning] == [s.total for s in game.scores]


def check(game: Game, view: wire.View, seat: int | None) -> None:
    projection = game.scores
    for d, district in enumerate(view.districts):
        points = {place.seat: place.points for place in district.places}
        for p, score in enumerate(projection):
            assert points.get(p, 0) == score.districts[d]
    legal = [] if seat is None else [m.text for m in game.legal(seat)]
    assert [option.move for option in view.legal] == legal
    for blocked in view.blocked:
        assert blocked.move not in legal
        assert seat is not None
        assert game.explain(seat, blocked.move) is not None
    if seat is not None:
        assert view.hand is not None
        assert sum(view.hand.values()) == view.seats[seat].hand_size
        assert view.can_undo == (game.can_undo(seat) and not game.over)
    assert len(view.links) == 12


def test_why_not_of_every_building_at_the_start() -> None:
    """S6: a first building is one of value 1 of a kind that nobody has taken."""
    game = Game.new(players=3, seed=1)
    game.run_chance()
    game.play_text(game.to_move[0], "build green-1")
    view = present(game).view(game.to_move[0])
    why = {b.move: b.refusal for b in view.blocked}
    assert len(why) == 10
    assert why.pop("build green-1") == "kind_taken"
    assert set(why.values()) == {"not_a_start_building"}


def check_strength(game: Game, shown: Presented, seat: int, text: str) -> None:
    """Q5: the strength that is promised is the one that is noted when the move is made."""
    option = next(o for o in shown.view(seat).legal if o.move == text)
    trial = game.copy()
    trial.play_text(seat, text)
    played = next(e for e in trial.events() if e.code.name == "PLAYED")
    assert option.strength == played.args["strength"]
