"""A coach while the game is played, where there is no time to play on."""

from rialto.engine.game import Game
from rialto.engine.past import view_with_past
from rialto.review.hints import hint, word
from rialto.review.report import Verdict


def test_at_sight_it_is_one_legal_move_without_reasons_and_the_same_each_time() -> None:
    game = Game.new(players=3, seed=5)
    game.run_chance()
    for _ in range(40):
        seat = game.to_move[0]
        legal = game.legal(seat)
        if len(legal) > 1:
            view = view_with_past(game, seat)
            said = hint(view, at_sight=True)
            assert [c.move for c in said.choices] == [said.choices[0].move]
            assert said.choices[0].move in [m.text for m in legal]
            assert (said.played, said.verdict, said.reasons) == (None, None, [])
            assert hint(view_with_past(game, seat), at_sight=True) == said
        game.play(legal[-1])
        game.run_chance()


def test_at_sight_only_the_first_choice_is_judged() -> None:
    game = Game.new(players=2, seed=3)
    game.run_chance()
    seat = game.to_move[0]
    view = view_with_past(game, seat)
    first = hint(view, at_sight=True).choices[0].action
    for move in game.legal(seat):
        said = word(view_with_past(game, seat), move, at_sight=True)
        if move.action == first:
            assert said is not None
            assert (said.verdict, said.played, said.loss) == (Verdict.BEST, move.text, 0.0)
        else:
            assert said is None
