"""A game as one JSON-able record: header, moves with chance outcomes, checksums, result.

The log is the truth: a record is refolded, never believed. `record.schema.json` is the form.
"""

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from rialto.engine.house import RULES_VERSION, BadHouse, House
from rialto.engine.moves import SEAT_NAMES, Move, UnknownMove, action_of
from rialto.engine.notation import parse_position

if TYPE_CHECKING:
    from rialto.engine.game import Game

FORMAT: Final = "rialto-record"
FORMAT_VERSION: Final = 1
CHANCE_NAME: Final = "*"


class BadRecord(ValueError):
    """A record that cannot be read or does not hold; the message says what and where."""

    def __init__(self, message: str, move: int | None = None, where: str = "") -> None:
        super().__init__(message)
        self.move = move
        """The number of the move (from 1) where it goes wrong."""
        self.where = where if move is None else f"moves.{move}"
        """The place in the record, in no language; "": as a whole."""


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
        raise BadRecord(f"the record lacks {key!r}", where=key)
    if not isinstance(data[key], kind) or (isinstance(data[key], bool) and kind is int):
        raise BadRecord(f"{key!r} has the wrong type", where=key)
    return data[key]


def check_header(data: Any, form: str = FORMAT, newest: int = FORMAT_VERSION) -> House:
    """The options, if this is a record that these rules can fold."""
    if not isinstance(data, dict):
        raise BadRecord("a record is a JSON object")
    if _need(data, "format", str) != form:
        raise BadRecord(f"not a Rialto record: format is {data['format']!r}", where="format")
    for key, known in (("version", newest), ("rules", RULES_VERSION)):
        number = _need(data, key, int)
        if number > known:
            message = f"{key} {number} is from the future; this program knows {known}"
            raise BadRecord(message, where=key)
        if number < 1:
            raise BadRecord(f"{key} {number} is unknown", where=key)
    return _house(_need(data, "house", dict), data["rules"])


def _house(options: dict[str, Any], rules: int) -> House:
    """The options in the form of that version: the first left the usual ones out, later ones say
    every option."""
    for name in House().as_dict(rules) if rules > 1 else ():
        if name not in options:
            message = f"house: option {name!r} is missing, which rules version {rules} has"
            raise BadRecord(message, where=f"house.{name}")
    try:
        return House.from_dict(options, rules)
    except BadHouse as error:
        raise BadRecord(f"house: {error}", where=f"house.{error.option}") from None
    except TypeError as error:
        raise BadRecord(f"house: {error}", where="house") from None


def check_body(data: dict[str, Any], house: House, until: int | None = None) -> list[Move]:
    """The moves up to that one, each a known one; checksums are one per move."""
    names = _need(data, "names", list)
    if len(names) != house.players or not all(isinstance(n, str) for n in names):
        raise BadRecord(f"names: {house.players} texts expected", where="names")
    _check_bots(data.get("bots"), house)
    _check_hints(data.get("hints"), house)
    lines = _need(data, "moves", list)
    checks = _need(data, "checks", list)
    if len(checks) != len(lines):
        message = f"truncated: {len(lines)} moves but {len(checks)} checksums"
        raise BadRecord(message, where="checks")
    moves = []
    for number, line in enumerate(lines[:until], 1):
        if not isinstance(line, str):
            raise BadRecord(f"move {number} is not a text", number)
        try:
            moves.append(parse_line(line))
        except UnknownMove as error:
            raise BadRecord(f"move {number}: {error}", number) from None
    return moves


def _check_bots(bots: Any, house: House) -> None:
    """Only told: nothing follows from it."""
    if bots is None:
        return
    named = isinstance(bots, list) and all(bot is None or isinstance(bot, str) for bot in bots)
    if not named or len(bots) != house.players:
        raise BadRecord(f"bots: {house.players} levels or nulls expected", where="bots")


def _check_hints(hints: Any, house: House) -> None:
    """Seats that asked a coach; only told, too."""
    if hints is None:
        return
    seats = range(house.players)
    if not isinstance(hints, list) or not all(type(p) is int and p in seats for p in hints):
        raise BadRecord(f"hints: seats from 0 to {house.players - 1} expected", where="hints")


def check_start(data: dict[str, Any], house: House) -> Any:
    """The Position that it begins with, set up; None: it begins with the set-up."""
    start = data.get("start")
    if start is None:
        return None
    if not isinstance(start, str):
        raise BadRecord("start: a Position is a text", where="start")
    try:
        opening = parse_position(start, data["rules"])
    except ValueError as error:
        raise BadRecord(f"start: {error}", where="start") from None
    if House.of(opening[0]) != house:
        raise BadRecord("start: its options are not those of the header", where="start")
    return opening


def fold(game: "Game", data: dict[str, Any], moves: Sequence[Move], until: int | None) -> None:
    """Play the moves, holding each checksum and the result against what the record says."""
    for number, move in enumerate(moves[:until], 1):
        try:
            game.play(move)
        except ValueError as error:
            raise BadRecord(f"move {number} is not legal: {error}", number) from None
        if game.checksum() != data["checks"][number - 1]:
            raise BadRecord(f"move {number}: the state differs from its checksum", number)
    if until is None and data.get("result") != result(game):
        raise BadRecord("the result is not what the moves lead to", len(moves))


def result(game: "Game") -> dict[str, Any] | None:
    if not game.over:
        return None
    scores = [{**asdict(s), "districts": list(s.districts)} for s in game.scores]
    return {"scores": scores, "ranking": game.ranking}


def whole(game: "Game") -> dict[str, Any]:
    """The record of a game, told again from its start for the checksums."""
    again = game.rewound()
    checks = []
    for move in game.log:
        again.play(move)
        checks.append(again.checksum())
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "rules": game.rules,
        "house": game.house.as_dict(game.rules),
        "names": list(game.names),
        "start": game.start,
        "moves": [move_line(move) for move in game.log],
        "checks": checks,
        "result": result(game),
    }
