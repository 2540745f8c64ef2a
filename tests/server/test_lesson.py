"""The worked round of the rules page: what its words say is what happens (worked out by hand)."""

from rialto.server import wire
from rialto.server.show.lesson import STEPS, worked_round

A, B, C = range(3)
BEFORE, CARDS, DOGE, GOLD, BUILDING, BRIDGE, GONDOLA, COUNCILLOR, BLUE = range(9)


def view(step: int) -> wire.View:
    return worked_round().frames[step].view


def scores(step: int) -> list[int]:
    return [seat.score for seat in view(step).seats]


def coins(step: int) -> list[int]:
    return [seat.coins for seat in view(step).seats]


def district(step: int, name: str) -> wire.District:
    return next(d for d in view(step).districts if d.id == name)


def test_there_is_a_picture_before_the_round_and_after_every_step() -> None:
    assert len(worked_round().frames) == len(STEPS) + 1 == 9
    assert worked_round().names == ["Anna", "Marco", "Lucia"]


def test_phase_one_leaves_seven_cards_each() -> None:
    """P3, P5, P6: 6 + 2, Marco's Green 1 brings a ninth; all discard down to seven."""
    assert view(BEFORE).doge.order == [C, A, B]
    hands = worked_round().frames[CARDS].hands
    assert hands is not None
    assert [sum(hand.values()) for hand in hands] == [7, 7, 7]
    assert coins(CARDS) == [1, 0, 0]


def test_a_tie_in_step_a_goes_to_anna_and_marco_lands_on_lucia() -> None:
    """T1, T2, Q7: Anna 4 + 2 + 1, Marco 3 + 2 on Lucia's 5 and on top of her."""
    assert view(DOGE).doge.spaces == [7, 5, 5]
    assert view(DOGE).doge.order == [A, B, C]


def test_gold_and_buildings() -> None:
    """B1: 2 + 1. C2: 4 + 1 buys a 4 and a 1; Anna's 1 buys a 1."""
    assert coins(GOLD) == [1, 0, 3]
    own = [{b.id for b in seat.buildings} for seat in view(BUILDING).seats]
    assert own == [{"yellow-1", "green-1"}, {"green-1", "yellow-4", "blue-1"}, {"blue-2"}]


def test_the_bridge_scores_and_adds_to_two_districts() -> None:
    """D1, D2: Anna 8 + 2 + 1, Marco 9 - 1, Lucia 7 + 1; Castello 3 + 4, San Polo 3 + 5."""
    assert scores(BRIDGE) == [11, 8, 8]
    assert [district(BRIDGE, d).value for d in ("castello", "san-polo")] == [7, 8]


def test_the_gondola_completes_a_side_of_the_canal() -> None:
    """E1: 3 + 2 in supply. E2, G1: a councillor in San Marco, 5 points, the tile is turned."""
    assert view(GONDOLA).seats[C].private == 5
    assert scores(GONDOLA) == [11, 8, 13]
    assert [bank.turned for bank in view(GONDOLA).banks] == [True, False]


def test_the_councillors_and_what_they_would_score() -> None:
    """F1, Q6, Q7: Anna delays, ties at 2 and places 3. Z3: 8, 4, 2."""
    places = district(COUNCILLOR, "san-polo").places
    assert [(p.seat, p.count, p.points) for p in places] == [(A, 3, 8), (C, 2, 4), (B, 1, 2)]
    assert coins(COUNCILLOR) == [1, 0, 3]


def test_the_blue_building_and_the_end_of_the_round() -> None:
    """H3, H6: 13 + 1, a councillor more, one coin less; no building is used any more."""
    assert scores(BLUE) == [11, 8, 14]
    assert coins(BLUE) == [1, 0, 2]
    assert [seat.private for seat in view(BLUE).seats] == [1, 3, 4]
    assert not [b for seat in view(BLUE).seats for b in seat.buildings if b.used]
