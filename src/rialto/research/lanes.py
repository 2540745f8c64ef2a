"""Many games side by side, one lane each: the compiled parts that the CPU and the GPU share.

A lane is a record in a table, its kind of game, random words, and a row in each of the arrays that
a learner reads. Lanes do not depend on one another.
"""

from typing import Any, Final, NamedTuple

from rialto.bots.net.shape import CAUSES, PARTS
from rialto.engine import chance
from rialto.engine.batch import renew
from rialto.engine.box import SEATS
from rialto.engine.ids import Decision, Event
from rialto.engine.jit import compiled
from rialto.engine.moves import PLAYER_ACTIONS, PLAYER_TEXTS, player_action, player_number
from rialto.engine.rng import below, next_word, seed_words
from rialto.engine.rules import flow, scoring
from rialto.engine.rules.flow import whole
from rialto.engine.state import State
from rialto.research.tensors import reward_for, write_seen

RESTART: Final = -1
STAY: Final = -2
"""In place of an action: a new game in this lane; nothing at all."""
ALL: Final = 1 << 30
"""More outcomes than chance ever owes."""

BEGIN: Final = 1
FINISH: Final = 2
STEP: Final = BEGIN + FINISH
"""A step can be made in two halves, with a pause between two outcomes of chance."""

SEED: Final = 0
DEAL: Final = 1
STRIDE: Final = 2
LUCK: Final = 3
"""The cells of a lane's luck: the seed, the number of its deal (-1: no lane shares it), and how far
it is to the lane's next one."""
SPANS: Final = (7, 32, 4, 8, 128, 16, 16)
"""How many values each number of a place can have; all together fit in 28 bits."""


class Lanes(NamedTuple):
    """The games themselves."""

    table: Any
    starts: Any
    """A record for each kind of game to start from."""
    kinds: Any
    """(games,): which of them is the lane's."""
    rngs: Any
    """(games, 4): random words."""
    luck: Any
    """(games, 3): see LUCK."""
    causes: Any
    """(games, 5, CAUSES): points of the running game, by seat and cause."""


class Step(NamedTuple):
    """What a step gives, one row for each game. The arrays are the environment's own and change
    with the next step, unless others were given as `out`."""

    observations: Any
    """(games, SIZE or more), int8: what the seat to move sees (features.py)."""
    masks: Any
    """(games, PLAYER_ACTIONS or more), int8: 1 for what it may do."""
    to_move: Any
    """(games,), int8: who it is."""
    returns: Any
    """(games, 5), float32: by seat, what the game that ended in this step gave; else zeros."""
    dones: Any
    """(games,), bool: a game ended in this step, and the next one is laid out already."""
    places: Any
    """(games, 5), int8: by seat, the place in the game that ended, 0 for the winner."""
    points: Any
    """(games, 5), int16: by seat, the final points of the game that ended."""
    parts: Any
    """(games, 5, PARTS), int16: by seat, the parts of those points."""


class IllegalActions(ValueError):
    """Some action of a step is not legal; nothing was changed."""

    def __init__(self, lane: int, action: int, seat: int) -> None:
        if 0 <= action < PLAYER_ACTIONS:
            why = f"{PLAYER_TEXTS[action]!r} (action {action}) is not legal for seat {seat}"
        else:
            why = f"actions must be 0 to {PLAYER_ACTIONS - 1}, not {action}"
        super().__init__(f"game {lane}: {why}")


@compiled
def draw(s: State, rng: list[int], luck: list[int], scratch: list[int]) -> int:
    """What chance brings. In a shared deal it is keyed by the deal and the place in the game, so
    that lanes that play differently still share it; the lane's words are then made anew."""
    if luck[DEAL] >= 0:
        chance.write_place(s, scratch)
        place = 0
        for n in range(chance.PLACE):
            place = place * SPANS[n] + int(scratch[n]) + (1 if n == 3 else 0)
        seed_words(rng, int(luck[SEED]), (int(luck[DEAL]) << 28) + place)
    return chance.outcome(s, below(rng, chance.ways(s)))


@compiled
def play(s: State, p: int, action: int, causes: Any, scratch: list[int]) -> None:
    """One move, and what points were scored for in it."""
    flow.play(s, p, action, scratch)
    for n in range(s.note_count):
        line = s.notes[n]
        if line[0] == Event.POINTS:
            causes[line[1]][line[3]] += line[2]


@compiled
def new_game(lanes: Lanes, i: int) -> None:
    """The lane's next game is laid out."""
    renew(lanes.table, i, lanes.starts, lanes.kinds[i])
    for p in range(SEATS):
        for why in range(CAUSES):
            lanes.causes[i][p][why] = 0
    if lanes.luck[i][DEAL] >= 0:
        lanes.luck[i][DEAL] += lanes.luck[i][STRIDE]


@compiled
def advance(
    lanes: Lanes,
    i: int,
    action: int,
    most: int,
    half: int,
    forced: bool,
    reward: int,
    row: Step,
    scratch: list[int],
) -> int:
    """The action of the seat that is asked, by its `player_number`; then at most so many outcomes
    of chance (and, if that is wanted, moves without a choice), up to a player's decision. A game
    that ends is over in the second half of the step: its results are written and the next one is
    laid out at once. How many moves the player has that is asked now; they are in `scratch`.

    One loop with one call for all that is played: a GPU compiles each call anew."""
    if action == RESTART:
        new_game(lanes, i)
    elif action >= 0:
        action = player_action(action)
    if half != BEGIN:
        clear_results(row, i)
    n = 0
    while True:
        if action >= 0:
            s = lanes.table[i]
            play(s, whole(s.actor), whole(action), lanes.causes[i], scratch)
        s = lanes.table[i]
        if s.asked == Decision.OVER:
            if half == BEGIN:
                return 0
            write_results(s, reward, lanes.causes[i], row, i)
            new_game(lanes, i)
            s = lanes.table[i]
        p = whole(s.actor)
        if p >= 0:
            n = flow.legal(s, p, scratch)
            if n != 1 or not forced:
                return n
        if most == 0:
            return n
        most -= 1
        action = whole(scratch[0]) if p >= 0 else draw(s, lanes.rngs[i], lanes.luck[i], scratch)


@compiled
def clear_results(row: Step, i: int) -> None:
    """The game goes on. The parts stay until the lane's next end, for there are many."""
    row.dones[i] = False
    for p in range(SEATS):
        row.returns[i][p] = 0.0
        row.places[i][p] = 0
        row.points[i][p] = 0


@compiled
def write_results(s: State, reward: int, causes: Any, row: Step, i: int) -> None:
    """By seat, what the finished game gave."""
    row.dones[i] = True
    for p in range(SEATS):
        for n in range(PARTS):
            row.parts[i][p][n] = 0
    for p in range(s.players):
        parts = row.parts[i][p]
        # `reckon` begins with all points during play, where the last cause belongs.
        scoring.reckon(s, p, parts[CAUSES - 1 :])
        points = 0
        for n in range(CAUSES - 1, PARTS):
            points += parts[n]
        for why in range(CAUSES):
            parts[why] = causes[p][why]
        place = scoring.final_place(s, p)
        row.points[i][p] = points
        row.places[i][p] = place
        row.returns[i][p] = reward_for(place, points, s.players, reward)


@compiled
def clear(row: Any) -> None:
    for n in range(len(row)):
        row[n] = 0


@compiled
def show(s: State, n: int, row: Step, i: int, fresh: bool, scratch: list[int]) -> None:
    """What the learner reads: what the seat that is asked sees, and the n moves in `scratch` that
    it has. Where the rows are `fresh`, nobody has filled them with zeros yet."""
    if fresh:
        clear(row.observations[i])
        clear(row.masks[i])
    for a in range(n):
        row.masks[i][player_number(scratch[a])] = 1
    p = whole(s.actor)
    row.to_move[i] = p
    write_seen(s, p, row.observations[i])


@compiled
def choose(mask: Any, rng: list[int]) -> int:
    """Any legal action, all equally likely."""
    legal = 0
    for a in range(PLAYER_ACTIONS):
        legal += mask[a]
    n = (next_word(rng) * legal) >> 32
    a = 0
    while n >= mask[a]:
        n -= mask[a]
        a += 1
    return a
