"""The decisions of a review that are worth a look, with their moves in words."""

from collections.abc import Iterator
from typing import NamedTuple

from rialto.cli.terminal_words import move_in_words
from rialto.engine.game import Game, Move
from rialto.locales import Term, Words
from rialto.review.report import Choice, Judgement, Review, Verdict
from rialto.review.words import tell_reasons, tell_verdict


class Told(NamedTuple):
    """A decision for which a better move was found."""

    judgement: Judgement
    moves: dict[str, str]
    """The words of each choice, by its notation."""
    verdict: str
    reasons: list[str]

    @property
    def played(self) -> Choice:
        return next(c for c in self.judgement.choices if c.move == self.judgement.played)


def costly(review: Review, game: Game, words: Words) -> list[Told]:
    """The dearest first."""
    found = list(tell_all(review, game, words))
    return sorted(found, key=lambda told: -told.judgement.loss)


def tell_all(review: Review, game: Game, words: Words) -> Iterator[Told]:
    again = game.rewound()
    for judgement in review.decisions:
        if judgement.verdict == Verdict.BETTER:
            again.play_all(game.log[len(again.log) : judgement.index])
            moves = {
                c.move: choice_in_words(words, again, Move(judgement.seat, c.action))
                for c in judgement.choices
            }
            verdict = tell_verdict(judgement, words, moves.__getitem__)
            yield Told(judgement, moves, verdict, tell_reasons(judgement, words, review.names))


def choice_in_words(words: Words, game: Game, move: Move) -> str:
    """As in the list of moves; of a building how many are left does not matter any more."""
    verb, _, building = move.text.partition(" ")
    if verb == "build":
        return words.t("do.build", building=Term("building", building))
    return move_in_words(words, game, move)


def tell_turns(review: Review, words: Words) -> list[str]:
    """The turning points, in the order of the game."""
    rounds = {d.index: d.round for d in review.decisions}
    found = []
    for turn in review.turns:
        percent = {"before": round(100 * turn.before), "after": round(100 * turn.after)}
        told = words.t("terminal.review.turn", name=review.names[turn.seat], **percent)
        found.append(f"{round_of(rounds[turn.index], words)}, {told}")
    return found


def round_of(number: int, words: Words) -> str:
    return (
        words.t("terminal.review.round", n=number) if number else words.t("terminal.review.setup")
    )
