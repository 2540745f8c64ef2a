"""Positions: what is usual, what is refused, and that nothing said can break the rules."""

import random
import re
from pathlib import Path

import pytest

from rialto import Game
from rialto.compile.mode import PLAIN
from rialto.engine.house import OPTIONS, RULES_VERSION
from rialto.engine.moves import TEXTS
from rialto.engine.notation import (
    BadPosition,
    clauses,
    format_position,
    parse_position,
    same_position,
)
from rialto.engine.position.words import words_in
from rialto.engine.state import HEAD
from tests.engine.scenario import Scenario, read_all

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"
WORDS = words_in(RULES_VERSION)
POSITIONS = [story for story in read_all() if "new game" not in story.position]


def test_every_field_has_a_word() -> None:
    said = {field for word in WORDS for field in word.fields}
    assert said == {field.name for field in HEAD}


def test_usual_values() -> None:
    (s,) = parse_position("seats A B C; step gold")
    assert s.coins.tolist() == [1, 2, 3, 0, 0]
    assert s.private.tolist() == [5, 5, 5, 0, 0]
    assert s.general.tolist() == [13, 13, 13, 0, 0]
    assert s.doge_order.tolist() == [0, 1, 2, 0, 0]
    assert s.queue[: s.queue_length].tolist() == [0, 1, 2]
    assert s.pile.tolist() == [11] * 7
    assert s.pile_size == 77
    assert s.supply.tolist() == [5] * 12
    assert s.top_bridge == 0
    assert s.bridge_seen.tolist() == [1, 0, 0, 0, 0, 0]


def test_cards_that_are_named_are_not_in_the_pile() -> None:
    (s,) = parse_position("seats A B; step gold; hand A 2 gold; played B joker; discards doge")
    assert s.pile.tolist() == [10, 9, 11, 11, 11, 11, 10]
    (s,) = parse_position("seats A B; step gold; hand A 2 gold; pile doge")
    assert s.pile.tolist() == [1, 0, 0, 0, 0, 0, 0]


def test_clauses_may_stand_on_lines_or_apart() -> None:
    lines = parse_position("# a puzzle\nseats A B\nstep gold  # B\nhand A gold\ncoins A4 B1\n")
    assert same_position(lines, parse_position("seats A B   step gold\thand A gold;coins A4 B1"))
    assert [c.line for c in clauses("seats A B\n\nstep gold  lead A")] == [1, 3, 3]


@pytest.mark.parametrize("story", POSITIONS, ids=lambda s: f"{s.file}:{s.line}")
def test_text_and_back(story: Scenario) -> None:
    start = parse_position(story.position)
    assert same_position(start, parse_position(format_position(start)))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "line 1: a Position must say its 'seats'"),
        ("seats A B", "line 1: a Position must say its 'stage' or its 'step'"),
        ("seats A\nstep gold", "line 1: 'seats': there are 2 to 5 players"),
        ("seats A B C N\nstep gold", "line 1: 'seats': the neutral player (N1) is for 2 players"),
        ("seats A C B\nstep gold", "line 1: 'seats': clockwise is A B C"),
        ("seats A A\nstep gold", "line 1: 'seats': every seat is named once"),
        ("seats A X\nstep gold", "line 1: 'seats': 'X' is no seat (A B)"),
        ("seats A B\nstep joker", "line 2: 'step': 'joker' is no step"),
        ("seats A B\nstep gold\nmoney A3", "line 3: unknown word 'money'"),
        ("seats A B\nstep gold\nlead A\nlead B", "line 4: 'lead' is said twice"),
        ("seats A B\nstep gold\ncoins A", "line 3: 'coins': 'A' is no seat with a number"),
        ("seats A B\nstep gold\ncoins C3", "line 3: 'coins': 'C' is no seat (A B)"),
        ("seats A B\nstep gold\ncoins A1 A2", "line 3: 'coins': seat A is named twice"),
        ("seats A B\nstep gold\ncoins A-1", "line 3: 'coins': -1 is not between 0 and"),
        ("seats A B\nstep gold\ncoins A99999", "line 3: 'coins': 99999 is not between 0 and"),
        ("seats A B\nstep gold\nround 7", "line 3: 'round': 7 is not between 0 and 6"),
        ("seats A B\nstep gold\nround x", "line 3: 'round': 'x' is no number"),
        ("seats A B\nstep gold\nround 1 2", "line 3: 'round': says one thing, not 2"),
        ("seats A B\nstep gold\nhand A golf", "line 3: 'hand': 'golf' is no kind of card"),
        ("seats A B\nstep gold\nhand", "line 3: 'hand': a seat is missing"),
        ("seats A B\nstep gold\nhand A", "line 3: 'hand': a kind of card is missing"),
        ("seats A B\nstep gold\nhand A 2", "line 3: 'hand': a kind of card is missing"),
        ("seats A B\nstep gold\nhand A 2 2 gold", "line 3: 'hand': '2': a kind of card comes"),
        ("seats A B\nstep gold\nhand A gold\nhand A doge", "line 4: 'hand': A is named twice"),
        ("seats A B\nstep gold\nhand A 9 gold\nhand B 3 gold", "only 11 gold cards (K1)"),
        ("seats A B\nstep gold\nhand A gold\npile 11 gold", "line 4: 'pile': there are only 11"),
        ("seats A B\nstep gold\nbuildings A", "line 3: 'buildings': a building is missing"),
        ("seats A B\nstep gold\nbuildings", "line 3: 'buildings': a seat is missing"),
        ("seats A B\nstep gold\nbuildings A 6 green-1", "there are only 5 green-1 (K3)"),
        ("seats A B\nstep gold\nbuildings A 8 green-1", "there are only 5 green-1 (K3)"),
        ("seats A B\nstep gold\nsupply 6 green-1", "line 3: 'supply': 6 is not between 0 and 5"),
        ("seats A B\nstep gold\ncouncil castello A19", "A has more than 18 councillors (K2)"),
        ("seats A B\nstep gold\nprivate A18\ncouncil castello A1", "more than 18 councillors"),
        ("seats A B\nstep gold\ncouncil castello", "line 3: 'council': say a district and its"),
        ("seats A B\nstep gold\ngondolas 6\ngondola castello:san-marco", "only 6 gondolas (K5)"),
        ("seats A B\nstep gold\ngeneral A18", "A has more than 18 councillors (K2)"),
        ("seats A B\nstage discard\nrow 1 taken A\nrow 1 gold", "is taken are in a hand (P3)"),
        ("seats A B\nstep gold\nedition french", "line 3: 'edition': 'french' is no edition"),
        ("seats A B\nstep gold\nbridge castello 3/4", "line 3: 'bridge': 'castello' is no conn"),
        ("seats A B\nstep gold\nbridge castello:santa-croce 3/4", "there is no connection"),
        ("seats A B\nstep gold\nbridge castello:san-marco", "line 3: 'bridge': say a connection"),
        ("seats A B\nstep gold\nbridge castello:san-marco 1/1", "'1/1' is no bridge"),
        (
            "seats A B\nstep gold\nbridge castello:san-marco 3/4\nbridge castello:san-polo 4/3",
            "line 4: 'bridge': there is only one bridge 4/3",
        ),
        (
            "seats A B\nstep gold\nbridge castello:san-marco 3/4\ngondola san-marco:castello",
            "line 4: 'gondola': something lies on san-marco:castello already",
        ),
        ("seats A B\nstep gold\nbridge castello:san-marco 3/4\ntop 3/4", "lies on the board"),
        ("seats A B\nstep gold\ntop 3/4\nstack 3/4", "line 4: 'stack': bridge 3/4 has been seen"),
        ("seats A B\nstep gold\nbank citra", "line 3: 'bank': say 'citra turned'"),
        ("seats A B\nstep gold\nbank citra scored A", "only during the actions of step F (G1)"),
        ("seats A B\nstep gold\nrow 1", "line 3: 'row': say a row and its cards"),
        ("seats A B\nstep gold\nrow 4 gold", "there are 3 rows (P2)"),
        ("seats A B\nstage green\nrow 1 7 gold", "a row has at most 6 cards (P2)"),
        ("seats A B\nstage green\nrow 1 taken A\nrow 2 taken A", "every player takes one row (P3)"),
        ("seats A B\nstage rows\nrow 1 taken A", "of those who have no row yet (P3)"),
        ("seats A B\nstep gold\nrow 1 taken A", "rows are taken in phase I (P3)"),
        ("seats A B\nstep gold\ntokens castello", "every district has a round token (S1)"),
        ("seats A B\nstep gold\ntokens castello castello", "castello is named twice"),
        ("seats A B\nstep gold\nround 0", "the round is 0 during set-up"),
        ("seats A B\nstage setup\nround 2", "the round is 0 during set-up"),
        ("seats A B\nstep gold\nfirst nobody", "the first player is drawn"),
        ("seats A B N\nstep gold\nfirst A", "line 3: 'first': the first player is N (N1)"),
        ("seats A B\nstage neutral-cards", "only the neutral player draws these cards (N4)"),
        ("seats A B\nstep gold\nneutral gold", "there is no neutral player"),
        ("seats A B N\nstep gold\nmarker none", "N's marker stands elsewhere (N3)"),
        ("seats A B N\nstep gold\nmarker castello:san-marco", "N's marker stands elsewhere"),
        ("seats A B N\nstep gold\nprivate N3", "N has no supply of councillors (N2)"),
        ("seats A B N\nstep gold\ncouncil castello N99", "N has more than 60 councillors"),
        ("seats A B N\nstage blue\nqueue N", "N acts in phase II only (N7)"),
        ("seats A B\nstep gold\nlead nobody", "'lead' is a seat (Q2)"),
        ("seats A B\nstep gold\nqueue A A", "every seat is named at most once"),
        ("seats A B\nstage blue\nturned 1", "while cards are played (Q6)"),
        ("seats A B\nstep gold\nexcess A1", "A has not so many cards to discard (P6)"),
        ("seats A B\nstep gold\nhand A gold\nexcess A1", "after green buildings (P6)"),
        ("seats A B\nstep gold\ndue 2", "line 3: 'due': say a number of cards, what for"),
        ("seats A B\nstep gold\ndue 2 after-row A", "no such cards are due in this stage (P2)"),
        ("seats A B\nstage green\ndue 2 green", "these cards are due to somebody else (P2)"),
        ("seats A B\nstage deal\ndue 2 rows A", "these cards are due to somebody else (P2)"),
        ("seats A B\nstep gold\nask build A", "this is not asked now"),
        ("seats A B\nstep gold\nask play B", "somebody else is asked"),
        ("seats A B\nstep gold\nask play", "line 3: 'ask': say a decision and a seat"),
        ("seats A B\nstep gold\nqueue nobody\nask play chance", "somebody else is asked"),
        ("seats A B\nstep gold\nask card chance", "no card is due"),
        ("seats A B\nstep gold\nask top-bridge chance", "no bridge is to be turned up"),
        ("seats A B\nstage actions\nstep bridge\ntop none\nask bridge A", "no bridge to place"),
        ("seats A B\nstage start-buildings\nsupply 0 blue-1", "all blue-1 are there"),
    ],
)
def test_what_is_wrong_is_named(text: str, wrong: str) -> None:
    with pytest.raises(BadPosition) as refused:
        parse_position(text)
    assert wrong in str(refused.value)


def test_a_position_in_which_nobody_can_move_is_refused() -> None:
    with pytest.raises(BadPosition, match="nobody can move"):
        Game.from_position("seats A B; step gold; lent-jokers 1; coins A0")


def test_too_many_gondolas() -> None:
    pairs = ["castello", "santa-croce", "san-polo", "dorsoduro"]
    said = [f"gondola cannaregio:{d}" for d in pairs]
    said += [f"gondola san-marco:{d}" for d in ("castello", "santa-croce", "san-polo")]
    with pytest.raises(BadPosition, match="there are only 6 gondolas"):
        parse_position("\n".join(["seats A B", "step gold", *said]))


def test_the_documents_name_every_word_and_move() -> None:
    text = NOTATION.read_text(encoding="utf-8")
    names = {name for word in WORDS for name in word.names}
    options = {o.name.replace("_", "-") for o in OPTIONS}
    assert not {name for name in names - options if f"`{name}`" not in text}
    assert f"There are {len(TEXTS)};" in text
    assert not {t.split()[0] for t in TEXTS if f"`{t.split()[0]}" not in text}


def _garble(text: str, lines: list[str], rng: random.Random) -> str:
    """A line of another Position put in, one left out, a word or a number changed."""
    mine = text.splitlines()
    i = rng.randrange(1, len(mine))
    change = rng.randrange(4)
    if change == 0:
        mine.insert(i, rng.choice(lines))
    elif change == 1:
        del mine[i]
    elif change == 2:
        name, *says = mine[i].split()
        says[rng.randrange(len(says))] = rng.choice(["N", "B", "nobody", "none", "2", "B9"])
        mine[i] = " ".join([name, *says])
    else:
        mine[i] = re.sub(r"\d", lambda _: rng.choice("0123456"), mine[i])
    return "\n".join(mine)


def test_a_garbled_position_is_refused_or_can_be_played() -> None:
    """Whatever a Position says, it is either refused in words or the game goes on to its end."""
    rng = random.Random(5)
    texts = [Game.from_position(s.position, seed=1).position() for s in POSITIONS]
    lines = [line for text in texts for line in text.splitlines()]
    accepted = 0
    for _ in range(100 if PLAIN else 300):
        text = rng.choice(texts)
        for _ in range(rng.randint(1, 2)):
            text = _garble(text, lines, rng)
        try:
            game = Game.from_position(text, seed=1)
        except BadPosition:
            continue
        accepted += 1
        _play_on(game, rng, text)
    assert accepted > 20


def _play_on(game: Game, rng: random.Random, text: str) -> None:
    """Any legal moves, until the end."""
    for _ in range(3000):
        game.run_chance()
        if game.over:
            return
        legal = game.legal(game.to_move[0])
        assert legal, f"nobody can move:\n{text}\nled to\n{game.position()}"
        game.play(rng.choice(legal))
    raise AssertionError(f"does not end:\n{text}")
