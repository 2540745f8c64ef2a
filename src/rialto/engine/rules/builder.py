"""Step C, Building."""

from rialto.engine.box import BUILDINGS, SLOTS, VALUES, value
from rialto.engine.ids import Decision, Event, Why
from rialto.engine.jit import rule
from rialto.engine.moves import BUILD, DONE, RETURN
from rialto.engine.rules.note import note, score
from rialto.engine.rules.queue import leave_queue
from rialto.engine.state import State


@rule
def buildings_owned(s: State, p: int) -> int:
    owned = 0
    for b in range(BUILDINGS):
        owned += s.tiles[p][b]
    return owned


@rule
def whole_budget(s: State, p: int) -> int:
    """C1: the strength, which counts 1 more with the bonus."""
    return s.strength[p] + (s.winner == p)


@rule
def act(s: State, p: int) -> None:
    """C1: one building of value up to the strength."""
    ask_build(s, p, whole_budget(s, p))


@rule
def stop(s: State, p: int) -> None:
    """C1: log it when a player may take a building and declines."""
    if s.budget == whole_budget(s, p):
        note(s, Event.BUILT_NONE, p, 0, 0, 0)
    ask_build(s, p, 0)


@rule
def ask_build(s: State, p: int, budget: int) -> None:
    s.budget = budget
    s.must_build = 0
    if budget > 0:
        s.asked = Decision.BUILD
        s.actor = p
    else:
        leave_queue(s)


@rule
def affordable(s: State, b: int) -> bool:
    """C1: value up to what may be spent; the supply is finite (K3)."""
    return s.supply[b] > 0 and value(b) <= s.budget


@rule
def legal_builds(s: State, p: int, out: list[int]) -> int:
    """C1, C2: none, or one that can be had. C3: with all slots full one must go back first, and
    who returned one must take one."""
    n = 0
    if not s.must_build:
        out[0] = DONE
        n = 1
    if buildings_owned(s, p) < SLOTS:
        for b in range(BUILDINGS):
            if affordable(s, b):
                out[n] = BUILD + b
                n += 1
    else:
        any_affordable = False
        for b in range(BUILDINGS):
            any_affordable = any_affordable or affordable(s, b)
        for b in range(BUILDINGS):
            if s.tiles[p][b] > 0 and (any_affordable or value(b) <= s.budget):
                out[n] = RETURN + b
                n += 1
    return n


@rule
def give_back(s: State, p: int, b: int) -> None:
    """A tile returns to the supply; of equal tiles a used one goes first, its coin to the bank."""
    s.tiles[p][b] -= 1
    s.supply[b] += 1
    if s.used[p][b] > 0:
        s.used[p][b] -= 1


@rule
def return_building(s: State, p: int, b: int) -> None:
    """C3: make room and score the value at once; then one must be taken."""
    give_back(s, p, b)
    note(s, Event.RETURNED, p, b, 0, 0)
    score(s, p, value(b), Why.BUILDING_RETURNED)
    s.must_build = 1
    s.asked = Decision.BUILD
    s.actor = p


@rule
def build(s: State, p: int, b: int) -> None:
    """C1. C2: after a building of value 4 the rest may buy one more, and so on."""
    s.supply[b] -= 1
    s.tiles[p][b] += 1
    note(s, Event.BUILT, p, b, 0, 0)
    ask_build(s, p, rest_after(s.budget, b))


@rule
def rest_after(budget: int, b: int) -> int:
    """C2: what may still be spent after this building."""
    return budget - VALUES if value(b) == VALUES else 0
