"""The writers of an observation. They are rules, so that they run plain, compiled and on a GPU, and
they read the open fields of a record and the observer's own cards, nothing else: a View gives the
same vector as the State.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from rialto.bots.observation.features import MOST, SIZE, offset
from rialto.engine.box import BANKS, BRIDGES, BUILDINGS, DISTRICTS, KINDS, PAIRS, ROWS, SEATS
from rialto.engine.doors import Table
from rialto.engine.ids import NOBODY, NONE, Decision, Link, Stage
from rialto.engine.jit import compiled, entry
from rialto.engine.rules.queue import seats
from rialto.engine.state import State, from_record
from rialto.engine.view import View

PLAYERS: Final = offset("players")
NEUTRAL: Final = offset("neutral")
BOARD: Final = offset("board")
OPTIONS: Final = offset("options")
DECISION: Final = offset("decision")
ACTOR: Final = offset("actor")
STAGE: Final = offset("stage")
ROUND: Final = offset("round")
STEP: Final = offset("step")
LEAD: Final = offset("lead")
WINNER: Final = offset("winner")
FIRST_PLAYER: Final = offset("first_player")
NEXT_SEAT: Final = offset("next_seat")
DUE: Final = offset("due")
DUE_FOR: Final = offset("due_for")
DUE_SEAT: Final = offset("due_seat")
QUEUE: Final = offset("queue")
TURNED: Final = offset("turned")
LENT_JOKERS: Final = offset("lent_jokers")
BUDGET: Final = offset("budget")
MUST_BUILD: Final = offset("must_build")
COUNCILLORS_DUE: Final = offset("councillors_due")
TARGET: Final = offset("target")
TOP_BRIDGE: Final = offset("top_bridge")
BRIDGE_SEEN: Final = offset("bridge_seen")
GONDOLAS: Final = offset("gondolas")
MARKER: Final = offset("marker")
PILE_SIZE: Final = offset("pile_size")
DISCARD_SIZE: Final = offset("discard_size")
TOKENS: Final = offset("tokens")
ACTIVE: Final = offset("active")
PRESENT: Final = offset("present")
COINS: Final = offset("coins")
SCORE: Final = offset("score")
SPACES: Final = offset("spaces")
DOGE_ORDER: Final = offset("doge_order")
STRENGTH: Final = offset("strength")
KEEP_MORE: Final = offset("keep_more")
EXCESS: Final = offset("excess")
GENERAL: Final = offset("general")
PRIVATE: Final = offset("private")
HAND_SIZE: Final = offset("hand_size")
SEALED_SIZE: Final = offset("sealed_size")
SLACK: Final = offset("slack")
PLAYED: Final = offset("played")
SHOWN: Final = offset("shown")
TILES: Final = offset("tiles")
USED: Final = offset("used")
COUNCIL: Final = offset("council")
BANK_SCORED: Final = offset("bank_scored")
BANK_TURNED: Final = offset("bank_turned")
FREE: Final = offset("free")
GONDOLA: Final = offset("gondola")
BRIDGE: Final = offset("bridge")
ENDS: Final = offset("ends")
SUPPLY: Final = offset("supply")
ROW_OPEN: Final = offset("row_open")
ROWS_AT: Final = offset("rows")
ROW_OWNER: Final = offset("row_owner")
DISCARDS: Final = offset("discards")
NEUTRAL_CARDS: Final = offset("neutral_cards")
HAND: Final = offset("hand")
SEALED: Final = offset("sealed")
MORE_OPTIONS: Final = offset("more_options")


@compiled
def slot(s: State, p: int, q: int) -> int:
    """Seat q as seat p counts: itself 0, then clockwise; the neutral player after the players."""
    if q >= s.players:
        return q
    return q - p if q >= p else q - p + s.players


@compiled
def write_turn(s: State, p: int, out: list[int]) -> None:
    """The options, and where in the game we are."""
    out[PLAYERS + s.players - 2] = 1
    out[NEUTRAL] = s.neutral
    out[BOARD + s.board] = 1
    out[OPTIONS] = s.first_player_builds_first
    out[OPTIONS + 1] = s.gondola_bonus_from_any_district
    out[OPTIONS + 2] = s.leftovers_rounded_up
    out[MORE_OPTIONS] = s.placing_is_optional
    out[MORE_OPTIONS + 1] = s.joker_pairs_always
    out[DECISION + s.asked] = 1
    if s.actor >= 0 and s.asked != Decision.NOTHING:
        out[ACTOR + slot(s, p, s.actor)] = 1
    out[STAGE + s.stage] = 1
    if s.round_no > 0:
        out[ROUND + s.round_no - 1] = 1
    if s.stage == Stage.PLAYS or s.stage == Stage.ACTIONS:
        out[STEP + s.step] = 1
        out[LEAD + slot(s, p, s.lead)] = 1
        if s.winner != NOBODY:
            out[WINNER + slot(s, p, s.winner)] = 1
    if s.first_player != NOBODY:
        out[FIRST_PLAYER + slot(s, p, s.first_player)] = 1
    out[NEXT_SEAT + slot(s, p, s.seat_after[p])] = 1
    if s.due > 0:
        out[DUE] = s.due
        out[DUE_FOR + s.due_for] = 1
        if s.due_seat != NOBODY:
            out[DUE_SEAT + slot(s, p, s.due_seat)] = 1
    for i in range(s.queue_length):
        out[QUEUE + SEATS * i + slot(s, p, s.queue[i])] = 1
    out[TURNED] = s.turned
    out[LENT_JOKERS] = s.lent_jokers
    out[BUDGET] = s.budget
    out[MUST_BUILD] = s.must_build
    out[COUNCILLORS_DUE] = s.councillors_due
    if s.asked == Decision.SOURCE:
        out[TARGET + s.target] = 1


@compiled
def write_board(s: State, p: int, out: list[int]) -> None:
    """What lies on the board."""
    if s.top_bridge != NONE:
        out[TOP_BRIDGE + s.top_bridge] = 1
    for bridge in range(BRIDGES):
        out[BRIDGE_SEEN + bridge] = s.bridge_seen[bridge]
    out[GONDOLAS] = s.gondolas
    if s.marker != NONE:
        out[MARKER + s.marker] = 1
    for d in range(DISTRICTS):
        out[TOKENS + d] = s.tokens[d]
        if s.round_no > 0 and s.tokens[d] == s.round_no:
            out[ACTIVE + d] = 1
    for bank in range(BANKS):
        out[BANK_TURNED + bank] = s.bank_turned[bank]
    for pair in range(PAIRS):
        out[FREE + pair] = s.link[pair] == Link.FREE
        out[GONDOLA + pair] = s.link[pair] == Link.GONDOLA
        out[BRIDGE + pair] = s.link[pair] == Link.BRIDGE
        out[ENDS + 2 * pair] = s.ends[pair][0]
        out[ENDS + 2 * pair + 1] = s.ends[pair][1]
    for b in range(BUILDINGS):
        out[SUPPLY + b] = s.supply[b]


@compiled
def short(n: int) -> int:
    """A number in the range of the vector; nobody comes near 127 coins, points or spaces."""
    return min(n, MOST)


@compiled
def copy_row(row: list[int], n: int, out: list[int], at: int) -> None:
    """n cells from `at` on. A part counts from 0, and so the compiler copies many at a time."""
    part = out[at : at + n]
    for k in range(n):
        part[k] = row[k]


@compiled
def write_seats(s: State, p: int, out: list[int]) -> None:
    """What lies in front of each seat, and the public memory of its hand."""
    for q in range(seats(s)):
        i = slot(s, p, q)
        out[PRESENT + i] = 1
        out[COINS + i] = short(s.coins[q])
        out[SCORE + i] = short(s.scores[q])
        out[SPACES + i] = short(s.spaces[q])
        out[STRENGTH + i] = s.strength[q]
        out[KEEP_MORE + i] = s.keep_more[q]
        out[EXCESS + i] = s.excess[q]
        out[GENERAL + i] = s.general[q]
        out[PRIVATE + i] = s.private[q]
        out[HAND_SIZE + i] = s.hand_size[q]
        out[SEALED_SIZE + i] = s.sealed_size[q]
        out[SLACK + i] = s.slack[q]
        copy_row(s.cards_played[q], KINDS, out, PLAYED + KINDS * i)
        copy_row(s.shown[q], KINDS, out, SHOWN + KINDS * i)
        copy_row(s.tiles[q], BUILDINGS, out, TILES + BUILDINGS * i)
        copy_row(s.used[q], BUILDINGS, out, USED + BUILDINGS * i)
        for d in range(DISTRICTS):
            out[COUNCIL + DISTRICTS * i + d] = s.council[d][q]
        for bank in range(BANKS):
            out[BANK_SCORED + BANKS * i + bank] = s.bank_scored[bank][q]
        if s.first_player != NOBODY:  # before that nobody has a place
            out[DOGE_ORDER + SEATS * q + slot(s, p, s.doge_order[q])] = 1


@compiled
def write_cards(s: State, p: int, out: list[int]) -> None:
    """Cards that the seat sees: rows, piles, its own."""
    out[PILE_SIZE] = s.pile_size
    out[DISCARD_SIZE] = s.discard_size
    rows_lie = s.stage == Stage.DEAL or s.stage == Stage.ROWS
    if rows_lie or s.stage == Stage.GREEN or s.stage == Stage.DISCARD:
        for r in range(s.players + 1):
            if s.row_owner[r] == NOBODY:
                out[ROW_OPEN + r] = 1
            else:
                out[ROW_OWNER + SEATS * r + slot(s, p, s.row_owner[r])] = 1
    for r in range(ROWS):
        for k in range(KINDS):
            out[ROWS_AT + KINDS * r + k] = s.rows[r][k]
    copy_row(s.discards, KINDS, out, DISCARDS)
    copy_row(s.neutral_cards, KINDS, out, NEUTRAL_CARDS)
    copy_row(s.hand[p], KINDS, out, HAND)
    copy_row(s.sealed[p], KINDS, out, SEALED)


@compiled
def write_observation(s: State, p: int, out: list[int]) -> None:
    """What seat p may know, as `SIZE` whole numbers (features.py)."""
    for j in range(SIZE):
        out[j] = 0
    write_seen(s, p, out)


@compiled
def write_seen(s: State, p: int, out: list[int]) -> None:
    """The same into a row of zeros."""
    write_turn(s, p, out)
    write_board(s, p, out)
    write_seats(s, p, out)
    write_cards(s, p, out)


@entry
def write_view(table: Table, i: int, p: int, out: Any) -> None:
    """The door to it for Python."""
    write_observation(table[i], p, out)


def observation(view: View) -> NDArray[np.int8]:
    """The vector of what the view's seat may know."""
    if view.seat is None:
        raise ValueError("a spectator has no seat to observe from")
    out = np.zeros(SIZE, np.int8)
    write_view(from_record(view.table[0]), 0, view.seat, out)
    return out
