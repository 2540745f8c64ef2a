"""The tree search: budgets, cores, and that thinking changes its mind for the better."""

import time

from rialto.bots.search import Search
from rialto.bots.thought.tree import MARKS, ROOT, step_on
from rialto.engine.ids import Decision
from tests.bots.sitting import a_question, positions


def test_every_iteration_is_counted_once() -> None:
    game, p, legal = a_question(Decision.PLAY)
    for cores in (1, 2, 3):
        search = Search(1, iterations=100, cores=cores)
        opinion = search.think(game.view(p), legal)
        assert search.done == 100
        assert sum(visits for visits, _ in opinion) == 100
        assert all(0 <= share <= 1 for _, share in opinion)


def test_the_same_seed_thinks_the_same() -> None:
    game, p, legal = a_question(Decision.ROW)
    first = Search(5, iterations=80).think(game.view(p), legal)
    assert Search(5, iterations=80).think(game.view(p), legal) == first
    assert Search(6, iterations=80).think(game.view(p), legal) != first


def test_a_clock_cuts_thinking_short() -> None:
    game, p, legal = a_question(Decision.PLAY)
    search = Search(1, iterations=10**8)
    started = time.monotonic()
    assert search.choose(game.view(p), legal, 0.05) in legal
    assert time.monotonic() - started < 5
    assert search.done < 10**8


def test_the_view_is_left_as_it_is() -> None:
    game, p, legal = a_question(Decision.DISCARD)
    view = game.view(p)
    before = view.to_bytes
    Search(1, iterations=50).choose(view, legal)
    assert view.to_bytes == before


def test_paths_have_marks_of_their_own() -> None:
    assert len(set(MARKS)) == len(MARKS) and 0 not in MARKS
    some = [int(a) for a in (0, 24, 57, 65, 81, 225)]
    paths = {step_on(step_on(ROOT, a), b) for a in some for b in some}
    assert len(paths) == len(some) ** 2


def test_the_last_decision_is_the_best_one() -> None:
    """In phase III of round 6 nothing is hidden any more: search must find the best margin."""
    found = 0
    for seed in range(30, 70):
        for game, p, legal in positions(["greedy", "greedy"], seed):
            if game.state.round_no < 6 or game.decision != Decision.BLUE or len(legal) == 1:
                continue
            margins = {}
            for move in legal:
                twin = game.copy()
                twin.play(move)
                if twin.over:
                    margins[move] = twin.scores[p].total - twin.scores[1 - p].total
            # A game that is as good as decided leaves nothing to find.
            if len(margins) == len(legal) and abs(max(margins.values())) <= 6:
                chosen = Search(seed, iterations=1000).choose(game.view(p), legal)
                assert margins[chosen] == max(margins.values())
                found += len(set(margins.values())) > 1
    assert found > 0
