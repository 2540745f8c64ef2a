"""The engine's names as words of the wire; a test holds the two lists against each other."""

from typing import Final, cast, get_args

from rialto.engine import box, moves
from rialto.engine.ids import Decision, Link, Phase
from rialto.server import wire

KINDS: Final = cast(tuple[wire.Kind, ...], moves.KIND_NAMES)
BUILDINGS: Final = cast(tuple[wire.BuildingId, ...], moves.BUILDING_NAMES)
DISTRICTS: Final = cast(tuple[wire.DistrictId, ...], moves.DISTRICT_NAMES)
BANKS: Final = cast(tuple[wire.BankId, ...], moves.BANK_NAMES)
COLOURS: Final = cast(tuple[wire.SeatColour, ...], box.SEAT_COLOURS)
NEUTRAL_COLOUR: Final[wire.SeatColour] = box.NEUTRAL_COLOUR
PHASES: Final = {phase: cast(wire.Phase, phase.name.lower()) for phase in Phase}
LINKS: Final = {
    int(link): cast(wire.LinkState, link.name.lower()) for link in Link if link != Link.ABSENT
}
ASKED: Final = {
    asked: cast(wire.Decision, asked.name.lower())
    for asked in Decision
    if asked.name.lower() in get_args(wire.Decision)
}
"""What is asked of a seat; chance is never waited for."""
PAIR_NAMES: Final = tuple(moves.pair_name(pair) for pair in range(box.PAIRS))
PAIRS: Final = tuple(
    (DISTRICTS[box.PAIR_LOW[pair]], DISTRICTS[box.PAIR_HIGH[pair]]) for pair in range(box.PAIRS)
)
BRIDGES: Final = tuple((int(low), int(high)) for low, high in box.BRIDGE_ENDS)
