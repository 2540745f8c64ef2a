"""Step D, Bridge."""

from rialto.engine.box import BRIDGE_ENDS, PAIRS
from rialto.engine.ids import Decision, Event, Link, Why
from rialto.engine.jit import rule
from rialto.engine.moves import DONE, bridge_move, bridge_pair, bridge_way
from rialto.engine.rules.links import lay_bridge
from rialto.engine.rules.neutral import move_marker
from rialto.engine.rules.note import note, score
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State


@rule
def act(s: State, p: int) -> None:
    """D1: one point per strength; strength 0 loses a point. D2: the bonus is one more point and
    the top bridge to place."""
    if s.strength[p] > 0:
        score(s, p, s.strength[p], Why.BRIDGE_CARDS)
    else:
        score(s, p, -1, Why.BRIDGE_NONE)
    if s.winner == p:
        score(s, p, 1, Why.BRIDGE_BONUS)
        if s.top_bridge >= 0:
            s.asked = Decision.BRIDGE
            s.actor = p
            return
    leave_queue(s)


@rule
def legal_bridges(s: State, p: int, out: list[int]) -> int:
    """D2: any free connection, either way round; Q9: by the option none. K4: with equal ends both
    ways are one move."""
    n = 0
    if s.placing_is_optional:
        out[n] = DONE
        n += 1
    ways = 1 if BRIDGE_ENDS[s.top_bridge][0] == BRIDGE_ENDS[s.top_bridge][1] else 2
    for pair in range(PAIRS):
        if s.link[pair] == Link.FREE:
            for way in range(ways):
                out[n] = bridge_move(pair, way)
                n += 1
    return n


@rule
def place_bridge(s: State, p: int, action: int) -> None:
    """D2. N3: the neutral player's marker moves off a connection that is built on. Q9: a bridge
    that is left stays on top, and nothing is revealed."""
    if action == DONE:
        note(s, Event.BRIDGE_LEFT, p, 0, 0, 0)
    else:
        pair = bridge_pair(action)
        lay_bridge(s, p, pair, bridge_way(action))
        if s.marker == pair:
            move_marker(s)
    leave_queue(s)
