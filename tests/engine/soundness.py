"""Compiled checks of whole games: conservation, order, ledgers, and players of many habits.

Each check has a number, so that a failing game says what broke.
"""

from typing import Any, Final

import numpy as np

from rialto.engine import chance
from rialto.engine.box import (
    BRIDGES,
    BUILDINGS,
    CARDS_PER_KIND,
    COUNCILLORS,
    DISTRICTS,
    GONDOLAS,
    KINDS,
    PAIRS,
    SLOTS,
    START_COINS,
    START_SCORE,
    TILES_PER_BUILDING,
)
from rialto.engine.doors import Table, new_scratch
from rialto.engine.ids import Decision, Event, Link
from rialto.engine.jit import PLAIN, entry, rule
from rialto.engine.moves import BUILD, DELAY, DISCARD, DONE, GONDOLA, PASS, PLAY, RETURN
from rialto.engine.rng import WORDS, below, seed_words
from rialto.engine.rules import flow, setup
from rialto.engine.state import NOTES, State

SOUND: Final = 0
UNPLAYED: Final = -1
HABITS: Final = ("random", "never plays", "plays all", "builder", "activator", "hoarder")


@rule
def cards_conserved(s: State) -> bool:
    """K1: 11 of each kind, and every size is what it says."""
    pile = 0
    discards = 0
    for k in range(KINDS):
        n = s.pile[k] + s.discards[k] + s.neutral_cards[k]
        pile += s.pile[k]
        discards += s.discards[k]
        for r in range(6):
            n += s.rows[r][k]
        for p in range(5):
            n += s.hand[p][k] + s.sealed[p][k] + s.cards_played[p][k]
            discards += s.sealed[p][k]
            if s.hand[p][k] < 0 or s.sealed[p][k] < 0 or s.shown[p][k] < 0:
                return False
        if n != CARDS_PER_KIND or s.pile[k] < 0 or s.discards[k] < 0:
            return False
    for p in range(5):
        hand = 0
        sealed = 0
        for k in range(KINDS):
            hand += s.hand[p][k]
            sealed += s.sealed[p][k]
        if hand != s.hand_size[p] or sealed != s.sealed_size[p]:
            return False
    return pile == s.pile_size and discards == s.discard_size


@rule
def pieces_conserved(s: State) -> bool:
    """K2: 18 councillors each; K3: 5 tiles of each kind; K8: 7 slots."""
    for p in range(s.players):
        n = s.general[p] + s.private[p]
        for d in range(DISTRICTS):
            n += s.council[d][p]
            if s.council[d][p] < 0:
                return False
        if n != COUNCILLORS or s.general[p] < 0 or s.private[p] < 0:
            return False
        owned = 0
        for b in range(BUILDINGS):
            owned += s.tiles[p][b]
            if not 0 <= s.used[p][b] <= s.tiles[p][b]:
                return False
        if owned > SLOTS:
            return False
    for b in range(BUILDINGS):
        n = s.supply[b]
        for p in range(5):
            n += s.tiles[p][b]
        if n != TILES_PER_BUILDING or s.supply[b] < 0:
            return False
    return True


@rule
def links_conserved(s: State) -> bool:
    """K4, K5, K7: 12 connections, 6 bridges, 6 gondolas."""
    bridges = 0
    gondolas = 0
    links = 0
    for pair in range(PAIRS):
        links += s.link[pair] != Link.ABSENT
        bridges += s.link[pair] == Link.BRIDGE
        gondolas += s.link[pair] == Link.GONDOLA
    unseen = setup.unseen_bridges(s)
    on_top = 1 if s.top_bridge >= 0 else 0
    return (
        links == 12 and bridges + on_top + unseen == BRIDGES and gondolas + s.gondolas == GONDOLAS
    )


@rule
def doge_in_order(s: State) -> bool:
    """T1: every marker once, further ahead first."""
    n = s.players + s.neutral
    for i in range(n):
        for j in range(i):
            if s.doge_order[i] == s.doge_order[j]:
                return False
        if i > 0 and s.spaces[s.doge_order[i - 1]] < s.spaces[s.doge_order[i]]:
            return False
    return True


@rule
def keep_ledgers(s: State, coins: list[int], points: list[int]) -> None:
    """Every coin and every point that a move brought stands in its notes."""
    for i in range(s.note_count):
        line = s.notes[i]
        p = line[1]
        if line[0] == Event.ACTIVATED:
            coins[p] -= 1
        elif line[0] == Event.DELAYED:
            coins[p] += 1
        elif line[0] == Event.COINS:
            coins[p] += line[2]
        elif line[0] == Event.POINTS:
            points[p] += line[2]


@rule
def ledgers_agree(s: State, coins: list[int], points: list[int]) -> bool:
    for p in range(s.players):
        if s.coins[p] != coins[p] or s.scores[p] != points[p] or s.coins[p] < 0:
            return False
    return True


@rule
def fault(s: State, legal: int) -> int:
    """The number of the check that fails, 0 if all is sound."""
    if not cards_conserved(s):
        return 1
    if not pieces_conserved(s):
        return 2
    if not links_conserved(s):
        return 3
    if s.first_player >= 0 and not doge_in_order(s):
        return 4
    if s.note_count >= NOTES:
        return 5
    if legal <= 0 and s.asked != Decision.OVER:
        return 6
    return SOUND


@rule
def choose(s: State, habit: int, out: list[int], n: int, rng: list[int]) -> int:
    """A move by habit: never plays; plays all; builds and fills slots; activates; hoards."""
    pick = out[below(rng, n)]
    for i in range(n):
        a = out[i]
        if (habit == 1 or habit == 5) and a == PASS:
            return a
        if habit == 5 and a > DONE and a < DISCARD:
            return a
        if habit == 2 and PLAY <= a < GONDOLA and a > pick:
            pick = a
        if habit == 3 and (BUILD <= a < DONE) and s.asked == Decision.BUILD:
            return a if a >= RETURN or below(rng, 3) == 0 else pick
        if habit == 4 and a == DELAY:
            return a
    if habit == 4 and pick == DONE and n > 1:
        return out[n - 1]
    return pick


@rule
def play_whole_game(
    s: State, habit: int, rng: list[int], out: list[int], coins: list[int], points: list[int]
) -> int:
    """Play to the end, checking after every move; 0 or the number of the failed check."""
    setup.lay_out(s)
    flow.go_on(s, out)
    for p in range(5):
        coins[p] = 0
        points[p] = START_SCORE
    for _ in range(5000):
        if s.asked == Decision.OVER:
            return SOUND if s.round_no == 6 else 7
        was_first = s.asked == Decision.FIRST
        if s.actor < 0:
            n = chance.ways(s)
            flow.play(s, -1, chance.draw(s, rng), out)
        else:
            n = flow.legal(s, s.actor, out)
            flow.play(s, s.actor, choose(s, habit, out, n, rng), out)
        if was_first:
            for i in range(s.players):
                coins[s.doge_order[i + s.neutral]] = START_COINS[s.players][i]
        keep_ledgers(s, coins, points)
        wrong = fault(s, 1 if s.asked == Decision.OVER else n)
        if wrong != SOUND:
            return wrong
        if s.first_player >= 0 and not ledgers_agree(s, coins, points):
            return 8
    return 9


@entry
def play_many(
    table: Table,
    faults: list[int],
    seed: int,
    habit: int,
    scratch: list[int],
    rng: list[int],
    coins: list[int],
    points: list[int],
) -> None:
    for i in range(len(table)):
        seed_words(rng, seed, i)
        each = habit if habit >= 0 else i % 6
        faults[i] = play_whole_game(table[i], each, rng, scratch, coins, points)


def run(table: Any, seed: int, habit: int) -> Any:
    """Play every game of the table, whose options are set; the fault of each."""
    n = len(table)
    faults: Any = [UNPLAYED] * n if PLAIN else np.full(n, UNPLAYED, np.int64)
    cells: list[Any] = (
        [[0] * n for n in (WORDS, 5, 5)]
        if PLAIN
        else [np.zeros(n, np.int64) for n in (WORDS, 5, 5)]
    )
    play_many(table, faults, seed, habit, new_scratch(), *cells)
    return faults
