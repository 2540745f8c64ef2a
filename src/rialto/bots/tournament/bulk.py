"""Games of the net against itself by the thousand, wholly compiled: for statistics, where only what
came out counts. Chance is drawn from a seeded stream, not keyed as in `Game`."""

from rialto.bots.net.afterwards import copy_game
from rialto.bots.net.inference import Brain, judge, look
from rialto.bots.net.sampling import best, pick, weigh
from rialto.bots.tournament.tally import Tally
from rialto.engine.box import BUILDINGS, KINDS
from rialto.engine.chance import draw
from rialto.engine.doors import Table
from rialto.engine.ids import CHANCE, Decision
from rialto.engine.jit import compiled, entry
from rialto.engine.moves import ROW
from rialto.engine.rules import flow, scoring
from rialto.engine.rules.cards import leftover_row
from rialto.engine.state import State


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
def keep_leftovers(s: State, tally: Tally, i: int) -> None:
    """P5: the row that nobody took, once everybody has one."""
    row = leftover_row(s)
    for k in range(KINDS):
        tally.left[i][k] += s.rows[row][k]


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
    table: Table,
    tally: Tally,
    heat: int,
    b: Brain,
    out: list[int],
    parts: list[int],
    rng: list[int],
) -> None:
    """Game 0 is the set-up; game 1 is played again and again, every seat by the net's first choice,
    or drawn at a temperature of so many thousandths."""
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
                chosen = pick(b, n, weigh(b, n, heat), rng) if heat > 0 else best(b, n)
                action = out[chosen]
            keep_choice(s, tally, i, q, action)
            last_row = s.asked == Decision.ROW and s.queue_length == 1
            flow.play(s, q, action, out)
            if last_row:
                keep_leftovers(s, tally, i)
        keep_end(s, tally, i, parts)
