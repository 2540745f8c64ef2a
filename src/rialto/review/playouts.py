"""Choices played out side by side: on the same guesses, with the same luck, everybody as the net.

A playout stops at the seat's first choice after a given round, where the net says how likely a win
is and what points to expect; or at the end, where all of it is known.
"""

from typing import Any, Final

from rialto.bots.belief.cloud import Cloud, pick_guess
from rialto.bots.net.afterwards import copy_game, step_on
from rialto.bots.net.inference import Brain, judge, judge_seats, look, points_said
from rialto.bots.net.sampling import WARM, weigh
from rialto.bots.net.shape import CAUSES
from rialto.bots.net.shape import PARTS as NET_PARTS
from rialto.bots.observation.writers import slot
from rialto.engine.box import DISTRICTS, SEATS
from rialto.engine.doors import Table
from rialto.engine.ids import Decision, Event
from rialto.engine.jit import compiled, entry
from rialto.engine.rng import WORDS
from rialto.engine.rules import flow, scoring
from rialto.engine.state import State

LATER: Final = CAUSES
"""After the causes: points during rounds that were not played out."""
AT_THE_END: Final = CAUSES + 1
"""Then what is reckoned at the end: leftovers, buildings, districts."""
FIRST_DISTRICT: Final = AT_THE_END + 2
PARTS: Final = FIRST_DISTRICT + DISTRICTS
SHARE: Final = 0
OVER: Final = 1
POINTS: Final = 2
"""The cells that a playout fills: the win share, whether the game was over, then the parts of every
seat's points that come after the choice."""
CELLS: Final = POINTS + SEATS * PARTS


@compiled
def during_said(b: Brain, i: int) -> float:
    """All points during play that slot i is expected to have in the end."""
    total = 0.0
    for why in range(CAUSES):
        total += points_said(b, NET_PARTS * i + why)
    return total


@compiled
def share_said(b: Brain, s: State, q: int, p: int, total: int) -> float:
    """After `judge_seats` and `weigh`: how likely seat q is to win, as seat p sees it."""
    weight: int = b.shares[slot(s, p, q)]
    return weight / total


@compiled
def note_points(s: State, row: Any) -> None:
    """What the last move brought, by seat and cause."""
    for n in range(s.note_count):
        line = s.notes[n]
        if line[0] == Event.POINTS and line[1] < s.players:
            row[POINTS + PARTS * line[1] + line[3]] += line[2]


@compiled
def note_end(s: State, p: int, row: Any, out: list[int]) -> None:
    """The game is over: everything is known."""
    row[SHARE] = 1.0 if scoring.final_place(s, p) == 0 else 0.0
    row[OVER] = 1.0
    for q in range(s.players):
        scoring.reckon(s, q, out)
        for k in range(1, scoring.PARTS):
            row[POINTS + PARTS * q + AT_THE_END + k - 1] = out[k]


@compiled
def note_outlook(b: Brain, s: State, p: int, row: Any) -> None:
    """What the net expects from here on, by what seat p sees."""
    look(b, s, p)
    judge_seats(b, s.players)
    row[SHARE] = share_said(b, s, p, p, weigh(b, s.players, WARM))
    for q in range(s.players):
        i = slot(s, p, q)
        at = POINTS + PARTS * q
        row[at + LATER] = during_said(b, i) - s.scores[q]
        for k in range(CAUSES, NET_PARTS):
            row[at + k + 1] = points_said(b, NET_PARTS * i + k)


@entry
def consider_at(
    table: Table, p: int, n: int, actions: list[int], b: Brain, likely: Any, outlook: Any
) -> None:
    """What the net thinks of a view: how likely it takes each move; by seat, the chance to win and
    the final points."""
    s = table[0]
    look(b, s, p)
    judge(b, n, actions)
    total = weigh(b, n, WARM)
    for i in range(n):
        likely[i] = b.shares[i] / total
    judge_seats(b, s.players)
    total = weigh(b, s.players, WARM)
    for q in range(s.players):
        i = slot(s, p, q)
        outlook[0][q] = share_said(b, s, q, p, total)
        outlook[1][q] = during_said(b, i)
        for k in range(CAUSES, NET_PARTS):
            outlook[1][q] += points_said(b, NET_PARTS * i + k)


@compiled
def play_out(
    b: Brain, s: State, p: int, action: int, last_round: int, row: Any, out: list[int], rng: Any
) -> None:
    """Make the choice and play on; what came of it."""
    flow.play(s, p, action, out)
    note_points(s, row)
    while step_on(b, s, p, last_round, out, rng):
        note_points(s, row)
    if s.asked == Decision.OVER:
        note_end(s, p, row, out)
    else:
        note_outlook(b, s, p, row)


@entry
def compare_at(
    table: Table,
    guesses: Table,
    cloud: Cloud,
    p: int,
    actions: list[int],
    count: int,
    last_round: int,
    b: Brain,
    found: Any,
    out: list[int],
    words: list[int],
    rng: list[int],
) -> None:
    """Every choice on as many guesses as `found` has rows; its cells are zero."""
    for g in range(len(found)):
        table[1] = guesses[pick_guess(cloud, rng)]
        for k in range(WORDS):
            words[k] = rng[k]
        for i in range(count):
            for k in range(WORDS):
                rng[k] = words[k]
            copy_game(table, 1, 2)
            play_out(b, table[2], p, actions[i], last_round, found[g][i], out, rng)
