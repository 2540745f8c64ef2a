"""Set-up (S1-S6): what lies where before the first round."""

from rialto.engine.box import (
    BRIDGES,
    BUILDINGS,
    CARDS,
    CARDS_PER_KIND,
    CONNECTED,
    COUNCILLORS,
    DISTRICTS,
    GONDOLAS,
    KINDS,
    PAIRS,
    ROWS,
    START_COINS,
    START_COUNCILLORS,
    START_SCORE,
    START_VALUE,
    TILES_PER_BUILDING,
    value,
)
from rialto.engine.ids import CHANCE, NOBODY, NONE, Decision, Event, Link, Stage
from rialto.engine.jit import rule
from rialto.engine.moves import BUILD
from rialto.engine.rules.neutral import move_marker, seat_neutral
from rialto.engine.rules.note import note
from rialto.engine.rules.queue import join_queue, leave_queue, seats
from rialto.engine.state import State


@rule
def lay_out(s: State) -> None:
    """The box on the table (K1-K8) and what everybody starts with (S4), for the options that are
    already in the state."""
    for k in range(KINDS):
        s.pile[k] = CARDS_PER_KIND
    s.pile_size = CARDS
    for b in range(BUILDINGS):
        s.supply[b] = TILES_PER_BUILDING
    for pair in range(PAIRS):
        s.link[pair] = Link.FREE if CONNECTED[s.board][pair] else Link.ABSENT
    s.gondolas = GONDOLAS
    s.top_bridge = NONE
    s.marker = NONE
    s.winner = NOBODY
    s.first_player = NOBODY
    for r in range(ROWS):
        s.row_owner[r] = NOBODY
    for p in range(s.players):
        s.scores[p] = START_SCORE
        s.private[p] = START_COUNCILLORS
        s.general[p] = COUNCILLORS - START_COUNCILLORS
        s.seat_after[p] = (p + 1) % s.players
    s.stage = Stage.SETUP


@rule
def tokens_placed(s: State) -> int:
    placed = 0
    for d in range(DISTRICTS):
        placed += s.tokens[d] > 0
    return placed


@rule
def place_token(s: State, d: int) -> None:
    """S1: the next round token goes on this district."""
    s.tokens[d] = tokens_placed(s) + 1
    note(s, Event.TOKEN, NOBODY, d, s.tokens[d], 0)


@rule
def unseen_bridges(s: State) -> int:
    """Bridges below the top one."""
    unseen = 0
    for bridge in range(BRIDGES):
        unseen += s.bridge_seen[bridge] == 0
    return unseen


@rule
def show_bridge(s: State, bridge: int) -> None:
    """S1, D2: only the top bridge is visible."""
    s.top_bridge = bridge
    s.bridge_seen[bridge] = 1
    note(s, Event.TOP_BRIDGE, NOBODY, bridge, 0, 0)


@rule
def sit_down(s: State, p: int) -> None:
    """S2: the first player is drawn; what follows from it is laid out (S3, S5, S6). N1: with the
    neutral player, p sits at its left, and the neutral player is first."""
    if s.neutral:
        seat_neutral(s, p)
    else:
        s.first_player = p
    note(s, Event.FIRST, p, 0, 0, 0)
    stack_doge_markers(s)
    pay_start_coins(s)
    line_up_for_start_buildings(s)
    s.stage = Stage.START_BUILDINGS
    if s.neutral:
        move_marker(s)


@rule
def stack_doge_markers(s: State) -> None:
    """S3: all on the first space, the first player on top, then clockwise."""
    p = s.first_player
    for i in range(seats(s)):
        s.spaces[p] = 0
        s.doge_order[i] = p
        p = s.seat_after[p]


@rule
def pay_start_coins(s: State) -> None:
    """S5, N1: clockwise from the first player; the neutral player has none (N2)."""
    p = s.first_player
    paid = 0
    for _ in range(seats(s)):
        if p < s.players:
            s.coins[p] = START_COINS[s.players][paid]
            paid += 1
        p = s.seat_after[p]


@rule
def line_up_for_start_buildings(s: State) -> None:
    """S6: counter-clockwise from the first player's right, so that the first player is last; or,
    by the option, the first player before everybody else. N2: the player on N's right first."""
    s.queue_length = 0
    if s.first_player_builds_first and not s.neutral:
        join_queue(s, s.first_player)
    for i in range(seats(s) - 1, 0, -1):
        join_queue(s, s.doge_order[i])
    if not s.first_player_builds_first and not s.neutral:
        join_queue(s, s.first_player)


@rule
def legal_start(s: State, p: int, out: list[int]) -> int:
    """S6: value 1; all different with 2-3 players, at most two of a kind with 4-5."""
    most = 1 if s.players <= 3 else 2
    n = 0
    for b in range(BUILDINGS):
        if value(b) == START_VALUE and TILES_PER_BUILDING - s.supply[b] < most:
            out[n] = BUILD + b
            n += 1
    return n


@rule
def take_start(s: State, p: int, b: int) -> None:
    """S6: one building of value 1, in the open, before the first deal."""
    s.supply[b] -= 1
    s.tiles[p][b] += 1
    note(s, Event.START_BUILDING, p, b, 0, 0)
    leave_queue(s)


@rule
def ask(s: State) -> None:
    """S1, S2: what chance has to settle first."""
    s.actor = CHANCE
    if tokens_placed(s) < DISTRICTS:
        s.asked = Decision.TOKEN
    else:
        s.asked = Decision.FIRST
