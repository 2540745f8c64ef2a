"""Step E, Gondola."""

from rialto.engine.box import DISTRICTS, PAIRS
from rialto.engine.ids import NONE, Decision, Event, Link, Why
from rialto.engine.jit import rule
from rialto.engine.moves import (
    DONE,
    FROM,
    FROM_SUPPLY,
    gondola_alone_move,
    gondola_district,
    gondola_move,
    gondola_pair,
)
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
        score(s, p, s.strength[p] - fetched, Why.COUNCILLORS_MISSING)
    if s.winner == p and s.gondolas > 0:
        s.asked = Decision.GONDOLA
        s.actor = p
    else:
        leave_queue(s)


@rule
def legal_gondolas(s: State, p: int, out: list[int]) -> int:
    """E2: any free connection, and one of its two districts, named together. Q9: by the option no
    gondola, or, while the general supply has a councillor to leave out, a gondola alone."""
    n = 0
    if s.placing_is_optional:
        out[n] = DONE
        n += 1
    for pair in range(PAIRS):
        if s.link[pair] == Link.FREE:
            for end in range(2):
                out[n] = gondola_move(pair, end)
                n += 1
            if s.placing_is_optional and s.general[p] > 0:
                out[n] = gondola_alone_move(pair)
                n += 1
    return n


@rule
def place_gondola(s: State, p: int, action: int) -> None:
    """E2: the gondola, then a councillor. Q9: a gondola that is left brings nothing at all."""
    if action == DONE:
        note(s, Event.GONDOLA_LEFT, p, 0, 0, 0)
        leave_queue(s)
        return
    pair = gondola_pair(action)
    lay_gondola(s, p, pair)
    if s.marker == pair:
        move_marker(s)
    d = gondola_district(action)
    if d == NONE:
        leave_queue(s)
    else:
        place_councillor(s, p, d)


@rule
def place_councillor(s: State, p: int, d: int) -> None:
    """E2: from the general supply to the district that was named. If that is empty: a point, and
    the player may take one from elsewhere."""
    if s.general[p] > 0:
        s.general[p] -= 1
        place(s, p, d, FROM_GENERAL)
        leave_queue(s)
    else:
        score(s, p, 1, Why.GONDOLA_BONUS)
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
