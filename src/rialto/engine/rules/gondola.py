"""Step E, Gondola."""

from rialto.engine.box import DISTRICTS, PAIRS
from rialto.engine.ids import Decision, Event, Link, Why
from rialto.engine.jit import rule
from rialto.engine.moves import DONE, FROM, FROM_SUPPLY, gondola_move
from rialto.engine.rules.council import FROM_GENERAL, FROM_PRIVATE, place
from rialto.engine.rules.links import lay_gondola
from rialto.engine.rules.neutral import move_marker
from rialto.engine.rules.note import note, score
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State


@rule
def act(s: State, p: int) -> None:
    """E1: per strength one councillor from the general to the private supply, a point for each one
    missing. E2: the bonus is a gondola and a councillor to place."""
    fetched = min(s.strength[p], s.general[p])
    if fetched > 0:
        s.general[p] -= fetched
        s.private[p] += fetched
        note(s, Event.FETCHED, p, fetched, 0, 0)
    if s.strength[p] > fetched:
        score(s, p, s.strength[p] - fetched, Why.COUNCILLORS_MISSING, Event.POINTS)
    if s.winner == p and s.gondolas > 0:
        s.asked = Decision.GONDOLA
        s.actor = p
    else:
        leave_queue(s)


@rule
def legal_gondolas(s: State, p: int, out: list[int]) -> int:
    """E2: any free connection, and one of its two districts, named together."""
    n = 0
    for pair in range(PAIRS):
        if s.link[pair] == Link.FREE:
            for end in range(2):
                out[n] = gondola_move(pair, end)
                n += 1
    return n


@rule
def place_gondola(s: State, p: int, pair: int, d: int) -> None:
    """E2: the gondola, then a councillor from the general supply to district d. If that is empty:
    a point, and the player may take one from elsewhere."""
    lay_gondola(s, p, pair)
    if s.marker == pair:
        move_marker(s)
    if s.general[p] > 0:
        s.general[p] -= 1
        place(s, p, d, FROM_GENERAL)
        leave_queue(s)
    else:
        score(s, p, 1, Why.GONDOLA_BONUS, Event.POINTS)
        s.target = d
        s.asked = Decision.SOURCE
        s.actor = p


@rule
def legal_sources(s: State, p: int, out: list[int]) -> int:
    """E2: from the private supply, or, by the option, from any other district; or not at all."""
    out[0] = DONE
    n = 1
    if s.private[p] > 0:
        out[n] = FROM_SUPPLY
        n += 1
    if s.gondola_bonus_from_any_district:
        for d in range(DISTRICTS):
            if s.council[d][p] > 0 and d != s.target:
                out[n] = FROM + d
                n += 1
    return n


@rule
def place_from(s: State, p: int, action: int) -> None:
    """E2: the councillor comes from where the player said."""
    d = s.target
    s.target = 0
    if action == FROM_SUPPLY:
        s.private[p] -= 1
        place(s, p, d, FROM_PRIVATE)
    elif action != DONE:
        s.council[action - FROM][p] -= 1
        place(s, p, d, action - FROM)
    leave_queue(s)
