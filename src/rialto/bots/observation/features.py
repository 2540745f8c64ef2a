"""What an observation holds: the table of named slices, version 2.

Everything is relative to the observing seat: slot 0 is the observer, slot 1 the next player
clockwise, and so on; the neutral player has the slot after the players'. Slots of seats that are
not in the game are zero. A change here that moves or reinterprets a number makes a new version.
"""

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from rialto.engine.box import (
    BRIDGES,
    BUILDINGS,
    DISTRICTS,
    KINDS,
    PAIRS,
    ROUNDS,
    ROWS,
    SEATS,
    STEPS,
)
from rialto.engine.ids import Decision, Draw, Stage

# Compiled code takes numbers from this file.

VERSION: Final = 2
"""Of the encoding, observation and actions; stored with whatever is trained on it. Version 1 lacks
the last feature and the actions from 305 on."""

MOST: Final = 127
"""Coins, points and spaces beyond this are written as this; a real game stays far below."""
FLAG: Final = (0, 1, 1)
FEW: Final = (0, MOST, 8)
CARDS: Final = (0, 77, 4)
"""Lowest, highest, and what `scaled` divides by, so that most values are about 0 to 1."""


class Feature(NamedTuple):
    """One named slice."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    scale: int
    about: str

    @property
    def size(self) -> int:
        return math.prod(self.shape)


def _feature(name: str, shape: tuple[int, ...], span: tuple[int, int, int], about: str) -> Feature:
    return Feature(name, shape, *span, about)


FEATURES: Final = (
    _feature("players", (4,), FLAG, "one-hot: 2, 3, 4, 5 players"),
    _feature("neutral", (1,), FLAG, "1 with the neutral player (section 7)"),
    _feature("board", (2,), FLAG, "one-hot: lagoon, banks (K7)"),
    _feature(
        "options",
        (3,),
        FLAG,
        "first player builds first (S6); gondola bonus from any district (E2); leftovers up (Z1)",
    ),
    _feature("decision", (len(Decision),), FLAG, "one-hot: what is asked, by `ids.Decision`"),
    _feature("actor", (SEATS,), FLAG, "one-hot by slot: who is asked; none for chance"),
    _feature("stage", (len(Stage),), FLAG, "one-hot: where in the round, by `ids.Stage`"),
    _feature("round", (ROUNDS,), FLAG, "one-hot: rounds 1 to 6; none in the set-up"),
    _feature("step", (STEPS,), FLAG, "one-hot: steps A to F; none outside phase II"),
    _feature("lead", (SEATS,), FLAG, "one-hot by slot: start player of the step (Q2)"),
    _feature("winner", (SEATS,), FLAG, "one-hot by slot: who won the step's bonus (Q7)"),
    _feature("first_player", (SEATS,), FLAG, "one-hot by slot (S2)"),
    _feature("next_seat", (SEATS,), FLAG, "one-hot by slot: who sits clockwise after the observer"),
    _feature("due", (1,), CARDS, "cards still due in this deal or draw"),
    _feature("due_for", (len(Draw),), FLAG, "one-hot: what for, by `ids.Draw`"),
    _feature("due_seat", (SEATS,), FLAG, "one-hot by slot: whom for"),
    _feature("queue", (SEATS, SEATS), FLAG, "place in the queue x slot: who is still to act"),
    _feature("turned", (1,), FEW, "what yellow 2 and 4 count as in this turn (Q5)"),
    _feature("lent_jokers", (1,), FEW, "yellow 3 used in this turn (Q5)"),
    _feature("budget", (1,), FEW, "what the builder may still spend (C1)"),
    _feature("must_build", (1,), FLAG, "a building was returned, one must be taken (C3)"),
    _feature("councillors_due", (1,), FEW, "councillors that may still be placed or moved (F1)"),
    _feature("target", (DISTRICTS,), FLAG, "one-hot: the district named with the gondola (E2)"),
    _feature("top_bridge", (BRIDGES,), FLAG, "one-hot: the visible bridge (K4)"),
    _feature("bridge_seen", (BRIDGES,), FLAG, "1 for a bridge that is or was on top"),
    _feature("gondolas", (1,), FEW, "gondolas left (K5)"),
    _feature("marker", (PAIRS,), FLAG, "one-hot: the neutral player's marked connection (N3)"),
    _feature("pile_size", (1,), (0, 77, 32), "cards in the draw pile"),
    _feature("discard_size", (1,), (0, 77, 32), "cards in the discards, sealed ones included"),
    _feature("tokens", (DISTRICTS,), (0, 6, 6), "the round token of each district, 0 none (S1)"),
    _feature("active", (DISTRICTS,), FLAG, "one-hot: the active district (P1)"),
    _feature("present", (SEATS,), FLAG, "by slot: 1 for a seat in the game, the neutral one too"),
    _feature("coins", (SEATS,), (0, MOST, 8), "by slot"),
    _feature("score", (SEATS,), (-30, MOST, 32), "by slot: points so far, without final scoring"),
    _feature("spaces", (SEATS,), (0, MOST, 16), "by slot: spaces on the Doge track (T1)"),
    _feature("doge_order", (SEATS, SEATS), FLAG, "place on the Doge track x slot (T1)"),
    _feature("strength", (SEATS,), FEW, "by slot: what the play of this step counts as (Q5)"),
    _feature("keep_more", (SEATS,), FEW, "by slot: cards above 7 that may be kept (P5)"),
    _feature("excess", (SEATS,), FEW, "by slot: cards still to discard (P6)"),
    _feature("general", (SEATS,), (0, 18, 9), "by slot: councillors in the general supply"),
    _feature("private", (SEATS,), (0, 18, 9), "by slot: councillors in the private supply"),
    _feature("hand_size", (SEATS,), (0, 77, 8), "by slot"),
    _feature("sealed_size", (SEATS,), (0, 77, 8), "by slot: cards discarded face down"),
    _feature("slack", (SEATS,), (0, MOST, 8), "by slot: how many of `shown` may be gone (V3)"),
    _feature("played", (SEATS, KINDS), CARDS, "slot x kind: cards on the table in this step"),
    _feature("shown", (SEATS, KINDS), CARDS, "slot x kind: cards seen entering the hand (V3)"),
    _feature("tiles", (SEATS, BUILDINGS), (0, 7, 2), "slot x building: own tiles"),
    _feature("used", (SEATS, BUILDINGS), (0, 7, 2), "slot x building: used in this round"),
    _feature("council", (SEATS, DISTRICTS), FEW, "slot x district: councillors there"),
    _feature("bank_scored", (SEATS, 2), FLAG, "slot x bank: fulfilled in this step F (G1)"),
    _feature("bank_turned", (2,), FLAG, "the bank's bonus is gone (G1)"),
    _feature("free", (PAIRS,), FLAG, "connections that can be built on (K7)"),
    _feature("gondola", (PAIRS,), FLAG, "connections with a gondola"),
    _feature("bridge", (PAIRS,), FLAG, "connections with a bridge"),
    _feature("ends", (PAIRS, 2), (0, 6, 6), "connection x end: the value that points there"),
    _feature("supply", (BUILDINGS,), (0, 5, 5), "building tiles left (K3)"),
    _feature("row_open", (ROWS,), FLAG, "rows that nobody has taken (P3)"),
    _feature("rows", (ROWS, KINDS), CARDS, "row x kind: face-up cards"),
    _feature("row_owner", (ROWS, SEATS), FLAG, "row x slot: who took it"),
    _feature("discards", (KINDS,), CARDS, "face-up discards by kind"),
    _feature("neutral_cards", (KINDS,), CARDS, "the neutral player's cards by kind (N4)"),
    _feature("hand", (KINDS,), CARDS, "own cards by kind"),
    _feature("sealed", (KINDS,), CARDS, "own cards in the sealed discards by kind"),
    _feature("more_options", (2,), FLAG, "placing is optional (Q9); joker pairs always (Q4)"),
)
"""The order is the order in the vector."""


def _slices() -> dict[str, slice]:
    found, at = {}, 0
    for feature in FEATURES:
        found[feature.name] = slice(at, at + feature.size)
        at += feature.size
    return found


SLICES: Final = _slices()
"""Where each feature lies."""
SIZE: Final = sum(feature.size for feature in FEATURES)
LOW: Final[NDArray[np.int8]] = np.concatenate([np.full(f.size, f.low, np.int8) for f in FEATURES])
HIGH: Final[NDArray[np.int8]] = np.concatenate([np.full(f.size, f.high, np.int8) for f in FEATURES])
SCALE: Final[NDArray[np.float32]] = np.concatenate(
    [np.full(f.size, f.scale, np.float32) for f in FEATURES]
)


def offset(name: str) -> int:
    """Where a feature begins."""
    return int(SLICES[name].start)


def scaled(observation: Any) -> NDArray[np.float32]:
    """Counts divided by their usual size, for neural networks."""
    return np.asarray(observation, np.float32) / SCALE


def named(observation: Any) -> dict[str, Any]:
    """The slices of an observation by name, in their shapes, without copying."""
    return {
        f.name: observation[..., SLICES[f.name]].reshape(*observation.shape[:-1], *f.shape)
        for f in FEATURES
    }


def markdown_table() -> str:
    """The documented table."""
    lines = ["| slice | name | shape | values | scale | meaning |", "|---|---|---|---|---|---|"]
    for f in FEATURES:
        at = SLICES[f.name]
        shape = " x ".join(map(str, f.shape))
        lines.append(
            f"| {at.start}:{at.stop} | `{f.name}` | {shape} | {f.low} to {f.high} | {f.scale} "
            f"| {f.about} |"
        )
    return "\n".join(lines) + "\n"
