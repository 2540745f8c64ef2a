"""What a game answers about itself, so that nobody outside restates a rule."""

import json
from collections import Counter
from pathlib import Path

import pytest

from rialto import Game, Move
from rialto.engine.game import Outlook
from rialto.engine.ids import Decision, Phase
from rialto.engine.moves import TEXTS, is_discard, is_play, number_of

REPLAYS = sorted((Path(__file__).parents[1] / "replays").glob("*.json"))


def recorded(path: Path) -> tuple[Game, list[Move]]:
    data = json.loads(path.read_text("utf-8"))
    return Game.from_record(data, until=0), Game.from_record(data).log


@pytest.mark.parametrize("path", REPLAYS, ids=[path.stem for path in REPLAYS])
def test_who_alone_may_know_a_move_is_who_alone_may_know_what_it_did(path: Path) -> None:
    """V2, before the move by the rule and after it by its events."""
    game, moves = recorded(path)
    secrets: Counter[int | None] = Counter()
    for move in moves:
        only = game.only_seat(move.seat)
        game.play(move)
        events = game.events()
        told = {e.only for e in events} - {None}
        assert told == ({only} - {None}), move.text
        secrets[only] += 1
    assert set(secrets) == {None, *range(game.house.players)}


def test_phases_follow_one_another() -> None:
    game, moves = recorded(REPLAYS[0])
    phases = [game.phase]
    for move in moves:
        game.play(move)
        if game.phase != phases[-1]:
            phases.append(game.phase)
    # Phase III is over in a moment when nobody can use a blue building.
    seen = [phase for phase in phases if phase != Phase.BLUE]
    assert seen == [Phase.SETUP, *[Phase.CARDS, Phase.STEPS] * 6, Phase.OVER]
    assert Phase.BLUE in phases


GONDOLA = """
seats A B C   step gondola   doge B5 A3 C0   lead C
hand A gondola gondola gondola joker   strength B2 C1   general A2   private A0   queue A
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("play 1", Outlook(1, False, False, None, False)),
        ("play 2", Outlook(2, False, False, 1, False)),  # Q7: B is ahead on the Doge track
        ("play 2 joker 1", Outlook(3, True, True, None, True)),  # E1: two left to fetch
        ("pass", None),
    ],
)
def test_what_a_play_comes_to(text: str, expected: Outlook | None) -> None:
    game = Game.from_position(GONDOLA)
    assert game.decision == Decision.PLAY
    assert game.outlook(Move(0, number_of(text))) == expected


def test_a_lead_wins_only_when_nobody_plays_after_it() -> None:
    game = Game.from_position(GONDOLA.replace("strength B2 C1", "strength C1").replace(
        "queue A", "queue A B"))  # fmt: skip
    assert game.outlook(Move(0, number_of("play 2"))) == Outlook(2, True, False, None, False)
    # A tie with C, whom A is ahead of.
    assert game.outlook(Move(0, number_of("play 1"))) == Outlook(1, True, False, None, False)


def test_with_the_bonus_one_more_councillor_is_due() -> None:
    """F1: three are there; a winning play of 3 would need four."""
    position = "seats A B   step councillor   hand A 3 councillor   private A3   queue A"
    game = Game.from_position(position)
    two, three = (game.outlook(Move(0, number_of(f"play {n}"))) for n in (2, 3))
    assert two == Outlook(2, True, True, None, False)
    assert three == Outlook(3, True, True, None, True)


def test_what_is_blocked_is_what_lies_before_ones_eyes() -> None:
    """Own tiles and cards only, each with the reason."""
    game = Game.from_position(
        "seats A B   step gold   coins A0   buildings A yellow-1 green-4   hand A 2 gold joker"
    )
    blocked = {m.text: (why.refusal.name, why.rule) for m, why in game.blocked(0, game.legal(0))}
    assert blocked == {"play 0 joker 1": ("LONE_JOKER", "Q4"), "delay": ("NO_COIN", "P5")}


def test_kinds_of_moves_by_number() -> None:
    plays = [text for number, text in enumerate(TEXTS) if is_play(number)]
    assert all(text == "pass" or text.startswith("play ") for text in plays) and len(plays) == 144
    discards = [text for number, text in enumerate(TEXTS) if is_discard(number)]
    assert all(text.startswith("discard ") for text in discards) and len(discards) == 7
    assert number_of("buy a palace") == -1


def test_a_district_gives_each_seat_its_points() -> None:
    """Z3: 9 for the first, half of the place before, rounded down, for each next; ties by T1."""
    game = Game.from_position(
        "seats A B C   stage blue   doge C2 A1 B0\n"
        "bridge castello:san-marco 5/3   bridge castello:dorsoduro 4/6\n"
        "council castello A2 B2 C1"
    )
    castello = game.district(1)
    assert (castello.value, castello.places, castello.points) == (9, [0, 1, 2], [9, 4, 2])
    assert game.district(0).points == [0, 0, 0]
    assert game.districts_held(0) == [1, 1, 1] and game.districts_held(1) == [0, 0, 0]
