"""Notes on what a move made happen; `engine/events.py` reads them."""

from typing import Final

from rialto.engine.ids import Event
from rialto.engine.jit import CUDA, SIMULATED, rule
from rialto.engine.state import NOTES, State

POINTS_ONLY: Final = CUDA and not SIMULATED
"""On a GPU nobody reads a log, only what points were scored for."""


@rule
def note(s: State, event: int, p: int, a: int, b: int, c: int) -> None:
    """Write down one event."""
    if not POINTS_ONLY:
        write_line(s, event, p, a, b, c)


@rule
def write_line(s: State, event: int, p: int, a: int, b: int, c: int) -> None:
    if s.note_count < NOTES:
        line = s.notes[s.note_count]
        line[0] = event
        line[1] = p
        line[2] = a
        line[3] = b
        line[4] = c
        s.note_count += 1


@rule
def score(s: State, p: int, points: int, why: int) -> None:
    """Add points, and say what for. Scores may go below zero (K9)."""
    s.scores[p] += points
    write_line(s, Event.POINTS, p, points, why, 0)
