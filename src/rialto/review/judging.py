"""One decision, judged by what its seat could know.

judgement = judge(view_with_past(game, seat))     # a hint: which move, and why
"""

from typing import Any, Final, NamedTuple

import numpy as np

from rialto.bots.belief.cloud import Belief
from rialto.bots.net.inference import new_brain
from rialto.bots.net.own import load
from rialto.engine import doors
from rialto.engine.box import ROUNDS, SEATS
from rialto.engine.doors import new_scratch
from rialto.engine.game import Move, View
from rialto.engine.ids import Decision
from rialto.engine.moves import TEXTS
from rialto.engine.rng import WORDS, new_rng
from rialto.engine.state import from_record, new_table
from rialto.review.belief import DOUBT
from rialto.review.playouts import CELLS, compare_at, consider_at
from rialto.review.reasons import parts_of, worth_telling
from rialto.review.report import Choice, Judgement, Mode, Verdict
from rialto.review.trial import Gap, Trial, gap_in

GUESSES: Final = 128
"""That a belief keeps."""
MOST: Final = 3
"""Of the net's likeliest moves; the one played comes on top."""
RARE: Final = 0.02
"""In a review a move that is not likely by so much of the first one's chance is not looked at."""
CHUNK: Final = 16
"""Guesses between two looks at what can be concluded."""
FINE: Final = 0.01
"""Noise in win share that is small enough."""
LEAST: Final = 0.01
"""No move is called better for less."""
CLOSE: Final = 0.02
"""Deep: a difference of so much that no interval tells from 0 is worth full playouts."""
FULL: Final = 384
DOUBTED: Final = 0.15
"""The net's word on a chance to win is not taken where playouts say something so different: there
it has come to a position that its own games never reach."""


class Depth(NamedTuple):
    """How far playouts go, and how many there are."""

    rounds: int
    """Whole rounds after the present one."""
    guesses: int
    for_rows: int
    stop_2: float
    """The typical error in win share of stopping there, with 2 players ..."""
    stop: float
    """... and with more (docs/review.md says how it was measured)."""
    full: bool
    """Play on to the end where it is close."""


DEPTHS: Final = {
    Mode.QUICK: Depth(0, 64, 128, 0.026, 0.046, False),
    Mode.DEEP: Depth(1, 192, 384, 0.016, 0.034, True),
}


class NoDecision(ValueError):
    """There is nothing to judge: not this seat's turn, or only one move."""


class Question(NamedTuple):
    """A view, and what the net thinks of it at first."""

    view: View
    seat: int
    actions: list[int]
    """The choices to compare, the net's first."""
    likely: list[float]
    shares: list[float]
    points: list[float]
    played: int | None
    """Which of the choices."""


class Coach:
    """A net and room to work in."""

    def __init__(self) -> None:
        self.brain = new_brain(load()[0])
        self._out = new_scratch()
        self._actions = new_scratch()
        self._table = new_table(3)
        self._words: Any = np.zeros(WORDS, np.int64)

    def believe(self, seed: int) -> Belief:
        return Belief(self.brain, GUESSES, seed, DOUBT)

    def ask(
        self, view: View, played: Move | None = None, most: int = MOST, rare: float = RARE
    ) -> Question:
        """What is there to choose from? The net's likeliest moves; with a move played, those that
        are not too rare, and that one."""
        p = view.seat
        if p is None:
            raise NoDecision("a spectator decides nothing")
        self._table[0] = from_record(view.table[0])[0]
        n = int(doors.legal(self._table, 0, p, self._actions))
        if n < 2:
            raise NoDecision(f"seat {p} has no choice here")
        legal = [int(action) for action in self._actions[:n]]
        likely, outlook = np.zeros(n), np.zeros((2, SEATS))
        consider_at(self._table, p, n, self._actions, self.brain, likely, outlook)
        order = sorted(range(n), key=lambda i: -likely[i])
        chosen = order[:most]
        if played is not None:
            # A hint compares in any case, for it has to say why.
            chosen = [i for i in chosen if likely[i] >= rare * likely[order[0]]]
            if played.seat != p or played.action not in legal:
                raise NoDecision(f"{played.text} is not legal here")
            if legal.index(played.action) not in chosen:
                chosen.append(legal.index(played.action))
        shares, points = outlook[:, : view.players].tolist()
        actions = [legal[i] for i in chosen]
        which = None if played is None else actions.index(played.action)
        said = [float(likely[i]) for i in chosen]
        return Question(view, p, actions, said, shares, points, which)

    def judge(
        self, question: Question, belief: Belief, mode: Mode, seed: int, index: int
    ) -> Judgement:
        """The belief is the seat's, and follows the game."""
        trials: list[Trial] = []
        best = 0
        if len(question.actions) > 1:
            belief.follow(question.view)
            trials = self._try(question, belief, DEPTHS[mode], new_rng(seed, index))
            best = best_of(trials, len(question.actions))
        return conclude(question, trials, best, index)

    def _try(self, question: Question, belief: Belief, depth: Depth, rng: Any) -> list[Trial]:
        view, every = question.view, list(range(len(question.actions)))
        here = max(1, view.round_no)
        guesses = depth.for_rows if view.asked == Decision.ROW else depth.guesses
        stop = depth.stop_2 if view.players == 2 else depth.stop
        cells = np.zeros((0, len(every), CELLS))
        trial = Trial(every, cells, view.players, stop)
        while len(trial.cells) < guesses and not is_settled(trial):
            more = self.compare(question, every, belief, here + depth.rounds, CHUNK, rng)
            trial = trial._replace(cells=np.concatenate([trial.cells, more]))
        pair = close_pair(trial, question.played)
        if not depth.full or pair is None or here + depth.rounds >= ROUNDS:
            return [trial]
        more = self.compare(question, pair, belief, ROUNDS, FULL, rng)
        return [trial, Trial(pair, more, view.players, 0.0)]

    def compare(
        self, q: Question, which: list[int], belief: Belief, last_round: int, few: int, rng: Any
    ) -> Any:
        """So many playouts of these choices; what came of them (`playouts`)."""
        for n, i in enumerate(which):
            self._actions[n] = q.actions[i]
        found = np.zeros((few, len(which), CELLS))
        compare_at(
            self._table, belief.table, belief.cloud, q.seat, self._actions, len(which), last_round,
            self.brain, found, self._out, self._words, rng,
        )  # fmt: skip
        return found


def is_settled(trial: Trial) -> bool:
    """Whether more playouts would change nothing that is said."""
    if len(trial.cells) < 2 * CHUNK:
        return False
    for i in trial.which[1:]:
        noise = trial.noise(i, 0)
        if noise.within > FINE and abs(noise.mean) < 2.0 * trial.gap(i, 0).within:
            return False
    return True


def best_of(trials: list[Trial], count: int) -> int:
    """The net's first choice, unless another is better beyond its interval: so that a choice is not
    called best because noise favoured it."""
    best = Gap(0.0, 0.0)
    found = 0
    for i in range(1, count):
        gap = gap_in(trials, i, 0)
        if gap.mean > max(gap.within, LEAST, best.mean):
            best, found = gap, i
    return found


def close_pair(trial: Trial, played: int | None) -> list[int] | None:
    """Two choices that differ by much, but not beyond the interval; the net's first among them."""
    others = trial.which[1:] if not played else [played]
    gaps = {i: trial.gap(0, i) for i in others}
    close = [i for i, gap in gaps.items() if CLOSE <= abs(gap.mean) <= gap.within]
    return [0, max(close, key=lambda i: abs(gaps[i].mean))] if close else None


def conclude(q: Question, trials: list[Trial], best: int, index: int) -> Judgement:
    q = q._replace(shares=chances(q, trials))
    choices = {i: choice_of(q, trials, best, i) for i in range(len(q.actions))}
    others = sorted((i for i in choices if i != best), key=lambda i: choices[i].behind)
    against = q.played if q.played is not None else (others[0] if others else best)
    verdict = Verdict.ABOUT_EQUAL
    if against == best:
        verdict = Verdict.BEST
    elif choices[against].behind > max(choices[against].within, LEAST):
        verdict = Verdict.BETTER
    told = against != best and verdict == Verdict.BETTER
    parts = parts_of(trials[0], best, against) if told else []
    own = choices[against]
    hint = q.played is None
    return Judgement(
        index=index,
        seat=q.seat,
        round=int(q.view.round_no),
        kind=Decision(int(q.view.asked)).name.lower(),
        played=None if hint else own.move,
        shares=q.shares,
        points=q.points,
        choices=[choices[best], *(choices[i] for i in others)],
        guesses=len(trials[0].cells) if trials else 0,
        verdict=None if hint else verdict,
        better=choices[best].move if told and not hint else None,
        loss=0.0 if hint else own.behind,
        loss_points=0.0 if hint else own.points,
        parts=parts,
        reasons=worth_telling(trials[0], best, against, q.seat) if told else [],
    )


def chances(q: Question, trials: list[Trial]) -> list[float]:
    """Everybody's chance to win: the net's word at this decision, or what playouts of its first
    choice say against it."""
    said = q.shares[q.seat]
    tried = float(trials[0].shares(0).mean()) if trials else said
    if abs(tried - said) <= DOUBTED:
        return q.shares
    left = (1.0 - tried) / max(1.0 - said, 1e-9)
    return [tried if seat == q.seat else share * left for seat, share in enumerate(q.shares)]


def choice_of(q: Question, trials: list[Trial], best: int, i: int) -> Choice:
    gap = gap_in(trials, best, i) if i != best else Gap(0.0, 0.0)
    lost = gap_in(trials, 0, i).mean if i != 0 else 0.0
    share = min(1.0, max(0.0, q.shares[q.seat] - lost))
    lead = 0.0
    if i != best:
        lead = float(np.mean(trials[0].leads(best, q.seat) - trials[0].leads(i, q.seat)))
    return Choice(TEXTS[q.actions[i]], q.actions[i], q.likely[i], share, gap.mean, gap.within, lead)


def judge(
    view: View, played: Move | None = None, mode: Mode = Mode.QUICK, seed: int = 1, index: int = 0
) -> Judgement:
    """By the view alone, which should have its past (`engine.past`); without a move played it is a
    hint. The same arguments give the same judgement."""
    coach = Coach()
    return coach.judge(coach.ask(view, played), coach.believe(seed), mode, seed, index)
