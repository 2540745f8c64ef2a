"""Laying bridges and gondolas on connections (K4, K5, K7)."""

from rialto.engine.box import BRIDGE_ENDS
from rialto.engine.ids import NONE, Event, Link
from rialto.engine.jit import rule
from rialto.engine.rules.note import note
from rialto.engine.state import State


@rule
def lay_bridge(s: State, p: int, pair: int, way: int) -> None:
    """D2: the top bridge goes on a free connection; way 0 points its first value to the pair's
    first district. The next bridge is then visible at once (chance shows it)."""
    s.link[pair] = Link.BRIDGE
    s.ends[pair][0] = BRIDGE_ENDS[s.top_bridge][way]
    s.ends[pair][1] = BRIDGE_ENDS[s.top_bridge][1 - way]
    s.top_bridge = NONE
    note(s, Event.BRIDGE, p, pair, s.ends[pair][0], s.ends[pair][1])


@rule
def lay_gondola(s: State, p: int, pair: int) -> None:
    """E2, K5: value 1 at both ends."""
    s.link[pair] = Link.GONDOLA
    s.ends[pair][0] = 1
    s.ends[pair][1] = 1
    s.gondolas -= 1
    note(s, Event.GONDOLA, p, pair, 0, 0)
