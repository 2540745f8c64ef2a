"""A game as one JSON-able record: header, moves with chance outcomes, checksums, result.

The log is the truth: a record is refolded, never believed. `record.schema.json` is the form.
"""

from typing import Any, Final

from rialto.engine.house import BadHouse, House
from rialto.engine.moves import SEAT_NAMES, Move, UnknownMove, action_of

FORMAT: Final = "rialto-record"
FORMAT_VERSION: Final = 1
RULES_VERSION: Final = 1
"""Grows when the same moves would lead to another state."""

CHANCE_NAME: Final = "*"


class BadRecord(ValueError):
    """A record that cannot be read or does not hold; the message says what and where."""

    def __init__(self, message: str, move: int | None = None) -> None:
        super().__init__(message)
        self.move = move
        """The number of the move (from 1) where it goes wrong."""


def seat_name(seat: int) -> str:
    return CHANCE_NAME if seat < 0 else SEAT_NAMES[seat]


def move_line(move: Move) -> str:
    """A move with who made it: `A row 2`, `* card gold`."""
    return f"{seat_name(move.seat)} {move.text}"


def parse_line(line: str) -> Move:
    """The move of such a line."""
    name, _, text = line.partition(" ")
    if name != CHANCE_NAME and name not in SEAT_NAMES:
        raise UnknownMove(f"unknown seat {name!r} in {line!r}")
    return Move(-1 if name == CHANCE_NAME else SEAT_NAMES.index(name), action_of(text))


def _need(data: dict[str, Any], key: str, kind: type | tuple[type, ...]) -> Any:
    if key not in data:
        raise BadRecord(f"the record lacks {key!r}")
    if not isinstance(data[key], kind) or (isinstance(data[key], bool) and kind is int):
        raise BadRecord(f"{key!r} has the wrong type")
    return data[key]


def check_header(data: Any, form: str = FORMAT, newest: int = FORMAT_VERSION) -> House:
    """The options, if this is a record that these rules can fold."""
    if not isinstance(data, dict):
        raise BadRecord("a record is a JSON object")
    if _need(data, "format", str) != form:
        raise BadRecord(f"not a Rialto record: format is {data['format']!r}")
    for key, known in (("version", newest), ("rules", RULES_VERSION)):
        number = _need(data, key, int)
        if number > known:
            raise BadRecord(f"{key} {number} is from the future; this program knows {known}")
        if number < 1:
            raise BadRecord(f"{key} {number} is unknown")
    try:
        return House.from_dict(_need(data, "house", dict))
    except (BadHouse, TypeError) as error:
        raise BadRecord(f"house: {error}") from None


def check_body(data: dict[str, Any], house: House, until: int | None = None) -> list[Move]:
    """The moves up to that one, each a known one; checksums are one per move."""
    names = _need(data, "names", list)
    if len(names) != house.players or not all(isinstance(n, str) for n in names):
        raise BadRecord(f"names: {house.players} texts expected")
    lines = _need(data, "moves", list)
    checks = _need(data, "checks", list)
    if len(checks) != len(lines):
        raise BadRecord(f"truncated: {len(lines)} moves but {len(checks)} checksums")
    moves = []
    for number, line in enumerate(lines[:until], 1):
        if not isinstance(line, str):
            raise BadRecord(f"move {number} is not a text", number)
        try:
            moves.append(parse_line(line))
        except UnknownMove as error:
            raise BadRecord(f"move {number}: {error}", number) from None
    return moves
