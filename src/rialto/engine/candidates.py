"""What a person would look for among the answers to a question: own tiles, cards in hand, rows,
places on the map. Plain Python; `legal` says which of them can be had, `explain` why not the rest.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from rialto.engine.box import BUILDINGS, DISTRICTS, KINDS, VALUES, colour, rows_for, value
from rialto.engine.ids import Building, Colour, Decision, Kind
from rialto.engine.moves import (
    BLUE_2,
    BLUE_3,
    BLUE_4,
    BUILD,
    DELAY,
    DONE,
    DRAW_INSTEAD,
    FROM,
    FROM_SUPPLY,
    GREEN_TILES,
    RETURN,
    ROW,
    TURN_TILES,
    YELLOW_3,
    bare_green_move,
    green_move,
    play_move,
    swap_move,
    turn_move,
)

TURNING: Final = tuple(int(b) for b in TURN_TILES)
_play_move = cache(play_move)
"""Compiled code is slow to call, and there are few plays."""


def candidates(s: Any, seat: int) -> Iterator[int]:
    """The actions, legal or not."""
    own = [b for b, n in enumerate(s.tiles[seat]) if n]
    asked = s.asked
    if asked == Decision.START:
        yield from range(BUILD, BUILD + BUILDINGS)
    elif asked == Decision.ROW:
        yield from range(ROW, ROW + rows_for(s.players))
    elif asked == Decision.GREEN:
        yield from (_green_use(b) for b in own if colour(b) == Colour.GREEN)
    elif asked == Decision.PLAY:
        yield from _plays(s, seat)
        yield from _yellow_uses(s, seat, own)
    elif asked == Decision.BUILD:
        yield from range(BUILD, BUILD + BUILDINGS)
        yield from (RETURN + b for b in own)
        yield DONE
    elif asked in (Decision.COUNCIL, Decision.SOURCE):
        yield from range(FROM, FROM + DISTRICTS)
        if asked == Decision.SOURCE:
            yield FROM_SUPPLY
        yield DONE
    elif asked == Decision.BLUE:
        yield from _blue_uses(own)


def _green_use(b: int) -> int:
    """P5: to draw is what comes to mind."""
    if b == Building.GREEN_2:
        return bare_green_move(b)
    return green_move(list(GREEN_TILES).index(b), DRAW_INSTEAD)


def _plays(s: Any, seat: int) -> Iterator[int]:
    """Q3, Q4: every number of cards of the kind and jokers in hand; the first is a pass."""
    hand = s.hand[seat]
    for cards in range(hand[s.step] + 1):
        for jokers in range(hand[Kind.JOKER] + 1):
            yield _play_move(cards, jokers)


def _yellow_uses(s: Any, seat: int, own: list[int]) -> Iterator[int]:
    """Q6."""
    if Building.YELLOW_1 in own:
        yield DELAY
    for which, b in enumerate(TURNING):
        if b in own:
            yield from (turn_move(which, k) for k in range(KINDS) if s.hand[seat][k])
    if Building.YELLOW_3 in own:
        yield YELLOW_3


def _blue_uses(own: list[int]) -> Iterator[int]:
    """H2-H5."""
    if Building.BLUE_1 in own:
        yield from (swap_move(b) for b in own if value(b) < VALUES)
    uses = {Building.BLUE_2: BLUE_2, Building.BLUE_3: BLUE_3, Building.BLUE_4: BLUE_4}
    yield from (action for b, action in uses.items() if b in own)
