"""The coach while a game is played: a hint before a decision, and what it was worth afterwards.

Both come from one seat's view with its past, and from nothing else.
"""

from typing import Final

from rialto.engine.game import Move, View
from rialto.engine.jit import PLAIN
from rialto.review.judging import Coach, judge
from rialto.review.report import Judgement, Mode

SEED: Final = 1
"""Who asks twice hears the same."""


def hint(view: View, at_sight: bool = PLAIN) -> Judgement:
    """What to do, and why. At sight it is the net's first choice, with nothing to hold it against:
    rough, but there in a moment also where the engine is not compiled."""
    return first_choice(view, None) if at_sight else judge(view, seed=SEED)


def word(view: View, played: Move, at_sight: bool = PLAIN) -> Judgement | None:
    """What the move was worth. At sight only the net's own first choice can be judged."""
    if not at_sight:
        return judge(view, played, seed=SEED)
    judged = first_choice(view, played)
    return judged if judged.choices[0].action == played.action else None


def first_choice(view: View, played: Move | None) -> Judgement:
    coach = Coach()
    asked = coach.ask(view, played)
    alone = asked._replace(
        actions=asked.actions[:1],
        likely=asked.likely[:1],
        played=None if played is None else 0,
    )
    return coach.judge(alone, coach.believe(SEED), Mode.QUICK, SEED, 0)
