"""The end (Z1-Z4): a pure reckoning of the table, also used for "if it ended now"."""

from typing import Final

from rialto.engine.box import BUILDINGS, DISTRICTS, PAIR_OF, value
from rialto.engine.jit import rule
from rialto.engine.rules.queue import seats
from rialto.engine.state import State

DURING: Final = 0
LEFTOVERS: Final = 1
OWN_BUILDINGS: Final = 2
FIRST_DISTRICT: Final = 3
PARTS: Final = 9


@rule
def district_value(s: State, d: int) -> int:
    """Z3: the ends of bridges and gondolas that point to the district."""
    total = 0
    for other in range(DISTRICTS):
        if other != d:
            total += s.ends[PAIR_OF[d][other]][0 if d < other else 1]
    return total


@rule
def leftovers(s: State, p: int) -> int:
    """Z1: half of coins and private councillors, rounded up, or down by the option."""
    return (s.coins[p] + s.private[p] + s.leftovers_rounded_up) // 2


@rule
def building_values(s: State, p: int) -> int:
    """Z2: the values of own buildings."""
    total = 0
    for b in range(BUILDINGS):
        total += s.tiles[p][b] * value(b)
    return total


@rule
def place_in_district(s: State, d: int, p: int) -> int:
    """Z3: 0 is first; by councillors, ties by Doge order. N8: the neutral player has a place."""
    place = 0
    ahead = True
    for i in range(seats(s)):
        q = s.doge_order[i]
        if q == p:
            ahead = False
        elif s.council[d][q] > s.council[d][p] or (ahead and s.council[d][q] == s.council[d][p]):
            place += 1
    return place


@rule
def district_points(s: State, d: int, p: int) -> int:
    """Z3: the value for the first, half of the place before for each next, rounded down. No
    councillor, no points."""
    if s.council[d][p] == 0:
        return 0
    return district_value(s, d) >> place_in_district(s, d, p)


@rule
def total(s: State, p: int) -> int:
    """What the player would have if the game ended now."""
    points = s.scores[p] + leftovers(s, p) + building_values(s, p)
    for d in range(DISTRICTS):
        points += district_points(s, d, p)
    return points


@rule
def reckon(s: State, p: int, parts: list[int]) -> None:
    """The parts of a score: during play, leftovers, buildings, each district."""
    parts[DURING] = s.scores[p]
    parts[LEFTOVERS] = leftovers(s, p)
    parts[OWN_BUILDINGS] = building_values(s, p)
    for d in range(DISTRICTS):
        parts[FIRST_DISTRICT + d] = district_points(s, d, p)


@rule
def final_place(s: State, p: int) -> int:
    """Z4: 0 is the winner: most points, ties by Doge order. N8: N is not ranked."""
    place = 0
    own = total(s, p)
    ahead = True
    for i in range(seats(s)):
        q = s.doge_order[i]
        if q == p:
            ahead = False
        elif q < s.players:
            other = total(s, q)
            if other > own or (ahead and other == own):
                place += 1
    return place
