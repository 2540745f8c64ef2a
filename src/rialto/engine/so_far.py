"""The record of a running game, as one seat may know it: what is hidden from it is `?`.

Each move has a checksum of what the seat sees after it. So the seat can hold on to what it was
shown: as far as nothing is hidden the moves are folded again, and once the whole record is open all
of it can be held against that.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rialto.engine.events import GameEvent
from rialto.engine.moves import Move
from rialto.engine.record import BadRecord, check_body, check_header, seat_name

if TYPE_CHECKING:
    from rialto.engine.game import Game

FORMAT: Final = "rialto-record-so-far"
FORMAT_VERSION: Final = 1
HIDDEN: Final = "?"


def seen_text(move: Move, events: Sequence[GameEvent], seat: int | None) -> str:
    """A move's text as a seat (None: a spectator) may know it: a card that another draws or
    discards face down is `?`. The events are those of the move, everything known."""
    if any(e.only is not None and e.only != seat for e in events):
        return f"{move.text.split(' ', 1)[0]} {HIDDEN}"
    return move.text


def seen_step(fold: "Game", move: Move, seat: int | None) -> tuple[str, str]:
    """Play the move; its line and the checksum, as the seat may know them."""
    fold.play(move)
    line = f"{seat_name(move.seat)} {seen_text(move, fold.events(), seat)}"
    return line, fold.view_checksum(seat)


def record(fold: "Game", moves: Sequence[Move], seat: int | None) -> dict[str, Any]:
    """`fold` is the game before its first move."""
    steps = [seen_step(fold, move, seat) for move in moves]
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "rules": fold.rules,
        "seat": seat,
        "house": fold.house.as_dict(fold.rules),
        "names": list(fold.names),
        "start": None if fold.start is None else HIDDEN,
        "moves": [line for line, _ in steps],
        "checks": [check for _, check in steps],
        "result": None,
    }


def check(data: dict[str, Any], new: "type[Game]", whole: "Game | None") -> int:
    """How many of its moves could be held against the rules or, with it, the whole game; raises
    BadRecord at the first that differs."""
    house = check_header(data, FORMAT, FORMAT_VERSION)
    seat = data.get("seat")
    if seat is not None and (type(seat) is not int or not 0 <= seat < house.players):
        raise BadRecord("seat: it has no such seat")
    lines = data.get("moves")
    hidden = [n for n, line in enumerate(lines) if hides(line)] if isinstance(lines, list) else []
    known = check_body(data, house, hidden[0] if hidden else None)
    if whole is not None:
        if whole.rules != data["rules"]:
            raise BadRecord("rules: it is not of the whole record's rules version")
        if whole.house != house:
            raise BadRecord("house: its options are not those of the whole record")
        if len(data["moves"]) > len(whole.log):
            raise BadRecord("it has more moves than the whole record")
        fold, moves = whole.rewound(), whole.log[: len(data["moves"])]
    else:
        fold = new.new(house=house, seed=0, rules=data["rules"])
        moves = known if data.get("start") is None else []
    for number, move in enumerate(moves, 1):
        try:
            line, view = seen_step(fold, move, seat)
        except ValueError as error:
            raise BadRecord(f"move {number} is not legal: {error}", number) from None
        if line != data["moves"][number - 1]:
            raise BadRecord(f"move {number}: the whole record has {line!r}", number)
        if view != data["checks"][number - 1]:
            raise BadRecord(f"move {number}: what is seen differs from its checksum", number)
    return len(moves)


def hides(line: Any) -> bool:
    return isinstance(line, str) and line.endswith(f" {HIDDEN}")
