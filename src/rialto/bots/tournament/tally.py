"""What came out of many games with one number of players, as arrays."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rialto.engine.box import BUILDINGS, KINDS
from rialto.engine.rules.scoring import PARTS

# Compiled code takes numbers from this file.


class Tally(NamedTuple):
    """A row for each game, then a cell for each seat."""

    places: Any
    """1 is the winner."""
    started: Any
    """Place clockwise from the first player, from 1."""
    parts: Any
    """Points during play, leftovers, buildings, six districts."""
    tiles: Any
    """Buildings in the end, by kind."""
    cards: Any
    """Cards taken in rows, by kind."""
    left: Any
    """Cards in rows that nobody took, by kind, for each game; 0 where they were not counted."""
    begun: Any
    """The start building; -1 where it was not kept."""
    choices: Any
    """Questions of all seats together, by game; 0 where they were not counted."""


def empty(games: int, players: int) -> Tally:
    seats = (games, players)
    room: list[Any] = [np.zeros(seats, np.int64), np.zeros(seats, np.int64)]
    room += [np.zeros((*seats, size), np.int64) for size in (PARTS, BUILDINGS, KINDS)]
    room += [np.zeros((games, KINDS), np.int64), np.full(seats, -1, np.int64)]
    room.append(np.zeros(games, np.int64))
    return Tally(*room)


def join(tallies: Sequence[Tally]) -> Tally:
    return Tally(*(np.concatenate(arrays) for arrays in zip(*tallies, strict=True)))


def tally_of(results: Sequence[dict[str, Any]]) -> Tally:
    """From the arena's results with one number of players."""
    tally = empty(len(results), results[0]["players"])
    for i, result in enumerate(results):
        tally.places[i] = result["places"]
        tally.started[i] = result["started"]
        tally.tiles[i] = result["buildings"]
        for p, (score, rows) in enumerate(zip(result["scores"], result["rows"], strict=True)):
            parts = (score["during"], score["leftovers"], score["buildings"])
            tally.parts[i][p] = [*parts, *score["districts"]]
            tally.cards[i][p] = np.sum(rows, axis=0)
    return tally
