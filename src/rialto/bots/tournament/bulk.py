"""Games of the net against itself by the thousand, wholly compiled: for statistics, where only what
came out counts. Chance is drawn from a seeded stream, not keyed as in `Game`."""

import multiprocessing
from collections.abc import Iterator
from typing import Final

from rialto.bots.net.afterwards import copy_game
from rialto.bots.net.inference import Brain, judge, look, new_brain
from rialto.bots.net.own import load
from rialto.bots.net.sampling import best
from rialto.bots.tournament.arena import be_worker
from rialto.bots.tournament.tally import Tally, empty
from rialto.engine.box import BUILDINGS, KINDS
from rialto.engine.chance import draw
from rialto.engine.doors import Table, new_scratch, start
from rialto.engine.house import House
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import compiled, entry
from rialto.engine.moves import ROW
from rialto.engine.rng import new_rng
from rialto.engine.rules import flow, scoring
from rialto.engine.state import State, new_table

CHUNK: Final = 250
"""Games that a worker plays before it tells."""


@compiled
def keep_choice(s: State, tally: Tally, i: int, q: int, action: int) -> None:
    """What is not to be seen at the end: start buildings and cards taken in rows."""
    tally.choices[i] += 1
    if s.round_no > 0 and tally.begun[i][0] < 0:
        for p in range(s.players):
            for b in range(BUILDINGS):
                if s.tiles[p][b] > 0:
                    tally.begun[i][p] = b
    if s.asked == Decision.ROW:
        for k in range(KINDS):
            tally.cards[i][q][k] += s.rows[action - ROW][k]


@compiled
def keep_end(s: State, tally: Tally, i: int, parts: list[int]) -> None:
    seat = s.first_player
    place = 0
    while place < s.players:
        if seat < s.players:
            place += 1
            tally.started[i][seat] = place
        seat = s.seat_after[seat]
    for p in range(s.players):
        tally.places[i][p] = scoring.final_place(s, p) + 1
        scoring.reckon(s, p, parts)
        for part in range(scoring.PARTS):
            tally.parts[i][p][part] = parts[part]
        for b in range(BUILDINGS):
            tally.tiles[i][p][b] = s.tiles[p][b]


@entry
def play_all(
    table: Table, tally: Tally, b: Brain, out: list[int], parts: list[int], rng: list[int]
) -> None:
    """Game 0 is the set-up; game 1 is played again and again, every seat by the net's first
    choice."""
    for i in range(len(tally.choices)):
        copy_game(table, 0, 1)
        s = table[1]
        while s.asked != Decision.OVER:
            q = flow.whole(s.actor)
            if q == CHANCE:
                flow.play(s, q, draw(s, rng), out)
                continue
            n = flow.legal(s, q, out)
            action = out[0]
            if n > 1:
                look(b, s, q)
                judge(b, n, out)
                action = out[best(b, n)]
            keep_choice(s, tally, i, q, action)
            flow.play(s, q, action, out)
        keep_end(s, tally, i, parts)


def play_chunk(task: tuple[House, int, int, int]) -> Tally:
    """So many games by these rules; the luck is of this seed and chunk."""
    house, games, seed, chunk = task
    tally = empty(games, house.players)
    out = new_scratch()
    table = new_table(2)
    house.write_to(table[0])
    start(table, 0, out)
    stream = chunk * 8 + house.players
    play_all(table, tally, new_brain(load()[0]), out, new_scratch(), new_rng(seed, stream))
    return tally


def play_bulk(house: House, games: int, seed: int, workers: int) -> Iterator[Tally]:
    """Chunk by chunk, in order: the same on any number of workers."""
    sizes = [min(CHUNK, games - first) for first in range(0, games, CHUNK)]
    tasks = [(house, size, seed, chunk) for chunk, size in enumerate(sizes)]
    if workers == 1:
        yield from map(play_chunk, tasks)
        return
    context = multiprocessing.get_context("spawn")
    with context.Pool(workers, be_worker) as pool:
        yield from pool.imap(play_chunk, tasks)
