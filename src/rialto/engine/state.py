"""State: everything on the table, one flat record.

`s.coins[p]` reads the same in plain Python and compiled. Seats are 0-4; in the neutral variant the
neutral player has the seat after the players' (2). Index `[p][k]`, never `[p, k]`.
"""

import math
import struct
from functools import cache
from typing import Annotated, Any, Final

import numpy as np

from rialto.engine.box import BANKS, BRIDGES, BUILDINGS, DISTRICTS, KINDS, PAIRS, ROWS, SEATS
from rialto.engine.house import RULES_VERSION, options_after
from rialto.engine.jit import PLAIN
from rialto.engine.layout import (
    TAIL,
    Cells,
    Hidden,
    Open,
    Own,
    Tail,
    fields_of,
    layout,
    mask,
    plain_twin,
)

# Compiled code takes numbers from this file.

NOTES: Final = 63
"""Most things that one move can make happen (the busiest seen is well below)."""

Number = Annotated[int, Cells("i1")]
PerSeatWide = Annotated[list[int], Cells("i2", (SEATS,))]
PerSeat = Annotated[list[int], Cells("i1", (SEATS,))]
PerKind = Annotated[list[int], Cells("i1", (KINDS,))]
PerSeatKind = Annotated[list[list[int]], Cells("i1", (SEATS, KINDS))]
PerRow = Annotated[list[int], Cells("i1", (ROWS,))]
PerRowKind = Annotated[list[list[int]], Cells("i1", (ROWS, KINDS))]
PerBuilding = Annotated[list[int], Cells("i1", (BUILDINGS,))]
PerSeatBuilding = Annotated[list[list[int]], Cells("i1", (SEATS, BUILDINGS))]
PerDistrict = Annotated[list[int], Cells("i1", (DISTRICTS,))]
PerDistrictSeat = Annotated[list[list[int]], Cells("i1", (DISTRICTS, SEATS))]
PerPair = Annotated[list[int], Cells("i1", (PAIRS,))]
PerPairEnd = Annotated[list[list[int]], Cells("i1", (PAIRS, 2))]
PerBridge = Annotated[list[int], Cells("i1", (BRIDGES,))]
PerBank = Annotated[list[int], Cells("i1", (BANKS,))]
PerBankSeat = Annotated[list[list[int]], Cells("i1", (BANKS, SEATS))]
NoteTable = Annotated[list[list[int]], Cells("i1", (NOTES, 5))]


class State:
    """What lies on the table, in hands and in the piles."""

    coins: Open[PerSeatWide]
    """Coins in front of each player."""
    scores: Open[PerSeatWide]
    """Points scored so far; final scoring is a separate reckoning."""
    spaces: Open[PerSeatWide]
    """Doge track: how far ahead each marker is."""

    players: Open[Number]
    neutral: Open[Number]
    """1 with the neutral player."""
    board: Open[Number]
    first_player_builds_first: Open[Number]
    gondola_bonus_from_any_district: Open[Number]
    leftovers_rounded_up: Open[Number]
    placing_is_optional: Open[Number]
    joker_pairs_always: Open[Number]

    stage: Open[Number]
    asked: Open[Number]
    """The decision that is open now."""
    actor: Open[Number]
    """Who is asked; -1 is chance. In P6 the lowest seat that still has to discard."""
    round_no: Open[Number]
    """1 to 6; 0 during set-up."""
    step: Open[Number]
    """Phase II: the kind of card of this step."""
    lead: Open[Number]
    """Q2: the start player of this step."""
    winner: Open[Number]
    """Q7: who won the bonus of this step, -1 nobody."""
    first_player: Open[Number]
    """S2; with the neutral player it is N."""

    due: Open[Number]
    """Cards still due in this deal or draw."""
    due_for: Open[Number]
    due_seat: Open[Number]

    queue_length: Open[Number]
    turned: Open[Number]
    """Q5: what yellow 2 and 4 count as in this turn."""
    lent_jokers: Open[Number]
    """Q5: yellow 3 used in this turn."""
    budget: Open[Number]
    """Step C: what the builder may still spend."""
    must_build: Open[Number]
    """C3: a building was returned, so one must be taken."""
    councillors_due: Open[Number]
    """F1: councillors that may still be placed or moved."""
    target: Open[Number]
    """E2: the district named with the gondola."""
    top_bridge: Open[Number]
    """The visible bridge, -1 none."""
    gondolas: Open[Number]
    """Gondolas left."""
    marker: Open[Number]
    """N3: the pair that the neutral player's marker stands on, -1 none."""
    pile_size: Open[Number]
    discard_size: Open[Number]
    """Open and sealed discards together."""

    seat_after: Open[PerSeat]
    """The next seat clockwise."""
    doge_order: Open[PerSeat]
    """T1: seats from the highest on the Doge track to the lowest."""
    queue: Open[PerSeat]
    """Who is still to act in this phase or step, in order."""
    strength: Open[PerSeat]
    """Q5: what each player's play counts as in this step."""
    keep_more: Open[PerSeat]
    """P5: cards that green buildings allow above 7 this round."""
    excess: Open[PerSeat]
    """P6: cards that each player still has to discard."""
    general: Open[PerSeat]
    """Councillors in the general supply."""
    private: Open[PerSeat]
    """Councillors in the private supply."""
    hand_size: Open[PerSeat]
    sealed_size: Open[PerSeat]
    slack: Open[PerSeat]
    """Public memory: how many of `shown` may since have been discarded face down."""

    discards: Open[PerKind]
    """The face-up part of the discards."""
    neutral_cards: Open[PerKind]
    """N4: the neutral player's cards of this round."""
    rows: Open[PerRowKind]
    row_owner: Open[PerRow]
    """-1 while nobody has taken the row."""
    cards_played: Open[PerSeatKind]
    """Cards on the table in this step; discarded at its end."""
    shown: Open[PerSeatKind]
    """Public memory: cards seen entering the hand, less cards played of that kind."""

    supply: Open[PerBuilding]
    tiles: Open[PerSeatBuilding]
    used: Open[PerSeatBuilding]
    """How many of the tiles of a kind were used in this round."""

    tokens: Open[PerDistrict]
    """S1: the round token on each district, 0 none."""
    council: Open[PerDistrictSeat]
    link: Open[PerPair]
    """What lies between two districts."""
    ends: Open[PerPairEnd]
    """The value that points to the first and to the second district of the pair."""
    bridge_seen: Open[PerBridge]
    """1 for a bridge that is or was on top."""
    bank_turned: Open[PerBank]
    """G1: 1 once the bank's bonus is gone."""
    bank_scored: Open[PerBankSeat]
    """G1: who fulfilled the bank in this step F; the tile turns at the end of the step."""

    hand: Own[PerSeatKind]
    sealed: Own[PerSeatKind]
    """Cards discarded face down since the last reshuffle."""
    pile: Hidden[PerKind]

    note_count: Tail[Number]
    notes: Tail[NoteTable]


STATE: Final = layout(State)
FIELDS: Final = fields_of(State)
HEAD: Final = tuple(f for f in FIELDS if f.sight != TAIL)
HEAD_SIZE: Final = int(STATE.fields["note_count"][1])  # type: ignore[index]  # a record has fields
PlainState: Final = plain_twin(State)
MASKS: Final = np.stack([mask(State, p) for p in range(SEATS)] + [mask(State, None)])
"""By seat; the last is a spectator's."""


def new_table(n: int = 1) -> Any:
    """Room for n games: an array of records, or a list of plain states."""
    return [PlainState() for _ in range(n)] if PLAIN else np.zeros(n, STATE)


_CODES: Final = {"i1": "b", "i2": "h"}
_CELLS: Final = "<" + "".join(f"{math.prod(f.cells.shape)}{_CODES[f.cells.code]}" for f in FIELDS)
_PACK: Final = struct.Struct(f"{_CELLS}{STATE.itemsize - struct.calcsize(_CELLS)}x")


def to_record(s: Any) -> Any:
    """The state as a table of one record; checks that every number fits its cell."""
    if isinstance(s, np.record):
        return np.array(s, dtype=STATE).reshape(1)
    flat: list[int] = []
    for field in FIELDS:
        value = getattr(s, field.name)
        if not field.cells.shape:
            flat.append(value)
        elif len(field.cells.shape) == 1:
            flat += value
        else:
            for row in value:
                flat += row
    try:
        packed = _PACK.pack(*flat)
    except struct.error as error:
        raise OverflowError(f"a number does not fit its cell: {error}") from None
    return np.frombuffer(bytearray(packed), STATE)


def from_record(record: Any) -> Any:
    """A table of one game from a record, in this process's mode."""
    if not PLAIN:
        # NumPy copies a record field by field; its bytes are a hundred times faster.
        return np.frombuffer(bytearray(record.tobytes()), STATE)
    s = PlainState()
    for field in FIELDS:
        setattr(s, field.name, record[field.name].reshape(field.cells.shape or ()).tolist())
    return [s]


def head_bytes(table: Any, i: int = 0) -> bytes:
    """The state without its notes, as bytes: equal states are equal bytes."""
    record = to_record(table[i]) if PLAIN else table[i : i + 1]
    return bytes(record.tobytes()[:HEAD_SIZE])


def bytes_in(head: bytes, rules: int) -> bytes:
    """Those bytes of the fields that a version of the rules has: its records are checked over
    these."""
    return head if rules == RULES_VERSION else b"".join(head[part] for part in _parts(rules))


@cache
def _parts(rules: int) -> tuple[slice, ...]:
    """Where the fields of that version lie in the head."""
    later = options_after(rules)
    places = [(name, *place[:2]) for name, place in (STATE.fields or {}).items()]
    return tuple(
        slice(start, start + cells.itemsize)
        for name, cells, start in places
        if start < HEAD_SIZE and name not in later
    )


def copy_table(table: Any) -> Any:
    """A copy that shares nothing."""
    return from_record(to_record(table[0]) if PLAIN else table)
