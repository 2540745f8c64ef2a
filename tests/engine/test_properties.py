"""Properties of the game: what holds whatever is asked, at every kind of table."""

import random
from typing import Any

import pytest

from rialto import Game, House, IllegalMove, Move
from rialto.engine.guess import fits_at, guess
from rialto.engine.house import BOARDS
from rialto.engine.ids import CHANCE, Decision, Event, Refusal
from rialto.engine.moves import (
    ACTIONS,
    CHANCE_ACTIONS,
    PLAYER_ACTIONS,
    PLAYER_TEXTS,
    TEXTS,
    action_of,
    player_action,
    player_number,
)
from rialto.engine.rng import new_rng
from rialto.engine.state import head_bytes, to_record
from rialto.engine.view import view_of
from tests.engine.houses import ALL_HOUSES
from tests.engine.moments import MOMENTS, Moment, play_some, random_move

GUESSES = 4
each_moment = pytest.mark.parametrize("moment", MOMENTS, ids=str)


@each_moment
def test_explain_is_empty_iff_legal(moment: Moment) -> None:
    game = moment.game()
    before = head_bytes(game._table)
    for seat in range(-1, moment.players):
        legal = {m.action for m in game.legal(seat)} | {
            m.action for m, _ in game.chance() if seat == -1
        }
        for action in range(ACTIONS):
            reason = game.explain(seat, action)
            assert (reason is None) == (action in legal), (seat, TEXTS[action], reason)
            if reason is not None:
                assert reason.rule[0].isalpha() and reason.rule[1:].isdigit()
    assert head_bytes(game._table) == before


@each_moment
def test_a_refused_move_changes_nothing(moment: Moment) -> None:
    game, dice = moment.game(), moment.dice()
    before = head_bytes(game._table), list(game.log)
    refused = 0
    for _ in range(40):
        move = Move(dice.randrange(-1, moment.players + 1), dice.randrange(-1, ACTIONS + 2))
        if not game.is_legal(move):
            try:
                game.play(move)
            except IllegalMove as error:
                refused += 1
                assert isinstance(error.refusal, Refusal)
    assert refused > 0
    assert (head_bytes(game._table), game.log) == before


def test_every_text_is_a_move_and_back() -> None:
    assert len(set(TEXTS)) == ACTIONS
    players = [a for a in range(ACTIONS) if a not in CHANCE_ACTIONS]
    assert [player_number(a) for a in players] == list(range(PLAYER_ACTIONS))
    assert [player_action(n) for n in range(PLAYER_ACTIONS)] == players
    assert PLAYER_TEXTS[305] == TEXTS[329] == "gondola cannaregio:castello alone"
    assert PLAYER_TEXTS[319] == TEXTS[343] == "gondola san-polo:dorsoduro alone"
    for action, text in enumerate(TEXTS):
        assert action_of(text) == action
        assert Move(0, action).text == text


@pytest.mark.parametrize("number", range(len(ALL_HOUSES)))
def test_a_record_replays_to_the_same_game(number: int) -> None:
    game, _ = play_some(ALL_HOUSES[number], number, 10_000)
    assert game.over
    record = game.record()
    twin = Game.from_record(record)
    assert twin.checksum() == game.checksum()
    assert twin.record() == record
    assert twin.scores == game.scores and twin.ranking == game.ranking


@each_moment
def test_a_position_is_read_back(moment: Moment) -> None:
    game = moment.game()
    twin = Game.from_position(game.position())
    assert head_bytes(twin._table) == head_bytes(game._table)
    assert twin.house == game.house
    for seat in range(moment.players):
        assert twin.legal(seat) == game.legal(seat)


@each_moment
def test_view_of_a_guess_is_the_view(moment: Moment) -> None:
    """And the true state fits what everybody remembers, and every guess does."""
    game = moment.game()
    rng = new_rng(1)
    for seat in (None, *range(moment.players)):
        number = -1 if seat is None else seat
        view = game.view(seat)
        assert fits_at(game._table, 0, number)
        for _ in range(GUESSES):
            table = guess(view, rng)
            assert view_of(to_record(table[0]), seat) == view
            assert fits_at(table, 0, number)
            if not game.over and game.to_move != (-1,):
                assert could_move(game, table), "a guessed actor can move"


def could_move(game: Game, table: Any) -> bool:
    twin = game.copy()
    twin._table = table
    return all(twin.legal(seat) for seat in twin.to_move)


@each_moment
def test_non_interference(moment: Moment) -> None:
    """Two worlds that differ only in what seat i may not know look the same to i for as long as
    the same things are seen: views, legal moves, refusals and events."""
    dice, rng = moment.dice(), new_rng(2)
    for seat in (None, *range(moment.players)):
        game, twin = moment.game(), moment.game()
        for _ in range(GUESSES):
            twin._table = guess(game.view(seat), rng)
            assert_same_to(seat, game, twin)
        play_on_in_both(seat, game, twin, dice)


def play_on_in_both(seat: int | None, game: Game, twin: Game, dice: random.Random) -> None:
    for _ in range(10):
        if game.over:
            break
        move, other = common_move(game, twin, seat, dice)
        if move is None or other is None:
            break
        game.play(move)
        twin.play(other)
        assert game.events(seat) == twin.events(seat)
        assert_same_to(seat, game, twin)


def assert_same_to(seat: int | None, game: Game, twin: Game) -> None:
    assert game.view(seat) == twin.view(seat)
    assert game.to_move == twin.to_move
    if seat is not None:
        assert game.legal(seat) == twin.legal(seat)
        for action in range(0, ACTIONS, 3):
            assert game.explain(seat, action) == twin.explain(seat, action)


def common_move(
    game: Game, twin: Game, seat: int | None, dice: random.Random
) -> tuple[Move | None, Move | None]:
    """The next move in both worlds: the same where the seat sees it, any where it does not."""
    mover = dice.choice(game.to_move)
    if mover == CHANCE:
        ours, theirs = ([m for m, _ in world.chance()] for world in (game, twin))
    else:
        ours, theirs = game.legal(mover), twin.legal(mover)
    if game.only_seat(mover) not in (None, seat):
        return dice.choice(ours), dice.choice(theirs)
    both = [m for m in ours if m in theirs]
    move = dice.choice(both) if both else None
    return move, move


@each_moment
def test_undo_goes_back_to_the_same_state(moment: Moment) -> None:
    game, dice = moment.game(), moment.dice()
    game.run_chance()
    if game.over:
        return
    before, log = game.checksum(), list(game.log)
    move = random_move(game, dice)
    game.play(move)
    last_discard = game.decision != Decision.DISCARD and move.text.startswith("discard")
    assert game.can_undo(move.seat) != last_discard
    if not last_discard:
        assert game.undo(move.seat) == move
        assert (game.checksum(), game.log) == (before, log)


@each_moment
def test_whoever_can_undo_takes_back_one_move(moment: Moment) -> None:
    game, dice = moment.game(), moment.dice()
    for _ in range(10):
        game.run_chance()
        if game.over:
            break
        game.play(random_move(game, dice))
        for seat in range(moment.players):
            if game.can_undo(seat):
                twin = game.copy()
                index = len(game.log) - 1 - [m.seat for m in reversed(game.log)].index(seat)
                assert twin.undo(seat) == game.log[index]
                assert twin.log == game.log[:index] + game.log[index + 1 :]


def test_chance_cannot_be_undone() -> None:
    game = Game.new(players=3, seed=5)
    game.run_chance()
    assert not any(game.can_undo(seat) for seat in range(3))


def test_hoarders_run_the_pile_dry() -> None:
    """P2: five players who never play leave too few cards; the rest of a deal is forfeited."""
    game = Game.new(players=5, seed=3)
    forfeited = reshuffled = 0
    while not game.over:
        if game.to_move == (-1,):
            game.play(game.draw())
        else:
            seat = game.to_move[0]
            legal = game.legal(seat)
            game.play(next((m for m in legal if m.text in ("pass", "done")), legal[0]))
        codes = [e.code for e in game.events()]
        forfeited += codes.count(Event.FORFEITED)
        reshuffled += codes.count(Event.RESHUFFLED)
    assert forfeited > 0 and reshuffled > 0


def test_same_seed_same_luck() -> None:
    """Keyed chance: another play of the same seed deals the same first rows."""
    first, second = (Game.new(players=4, seed=11) for _ in range(2))
    first.run_chance()
    second.run_chance()
    for game, pick in ((first, 0), (second, -1)):
        while game.decision == Decision.START:
            game.play(game.legal(game.to_move[0])[pick])
    first.run_chance()
    second.run_chance()
    assert [list(r) for r in first.state.rows] == [list(r) for r in second.state.rows]


def test_every_house_is_tried() -> None:
    assert len({(h.players, h.neutral, h.board) for h in ALL_HOUSES}) == 10


@each_moment
def test_every_decision_is_met(moment: Moment) -> None:
    """Nothing above looks at finished games only, or at one kind of table."""
    game = moment.game()
    assert (game.decision, game.over) == (moment.decision, moment.decision == Decision.OVER)
    assert (game.house.players, game.house.neutral) == (moment.players, moment.neutral)


def test_the_moments_are_of_many_kinds_of_table() -> None:
    houses = [moment.game().house for moment in MOMENTS]
    assert {house.board for house in houses} == set(BOARDS)
    for name in House().options:
        assert {getattr(house, name) for house in houses} == {False, True}, name
