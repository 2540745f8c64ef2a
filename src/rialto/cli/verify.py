"""`rialto verify`: plays a record again, holding every move, checksum and the result against it."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rialto.cli.complaint import Complaint
from rialto.cli.recordfile import read_record

if TYPE_CHECKING:
    from rialto.engine.game import Game

SO_FAR: Final = "rialto-record-so-far"


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Play a record again. The exit code is 0 if every move is legal and leads where the record"
        " says; otherwise it is 2, and a sentence says which move does not."
    )
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a game record, of a finished or a running game"
    )
    parser.add_argument(
        "--against",
        type=Path,
        metavar="WHOLE",
        help="for the record of a running game: the whole one, once the game is over",
    )


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("RIALTO_JIT", "0")
    data = read_record(args.file)
    if isinstance(data, dict) and data.get("format") == SO_FAR:
        return verify_so_far(args.file, data, args.against)
    if args.against is not None:
        raise Complaint(f"{args.file}: --against is for the record of a running game")
    game = whole(args.file, data)
    end = "over" if game.over else "not over yet"
    print(f"{args.file}: good: {len(game.log)} moves, {game.house.players} players, {end}")
    return 0


def whole(path: Path, data: Any) -> "Game":
    from rialto.engine.game import BadRecord, Game

    try:
        return Game.from_record(data)
    except BadRecord as error:
        raise Complaint(f"{path}: {error}") from None


def verify_so_far(path: Path, data: dict[str, Any], against: Path | None) -> int:
    """What one seat was shown of a running game; what it could not see is not judged, unless the
    whole record is there."""
    from rialto.engine.game import BadRecord, Game
    from rialto.engine.moves import SEAT_NAMES

    other = None if against is None else whole(against, read_record(against))
    try:
        held = Game.check_so_far(data, other)
    except BadRecord as error:
        raise Complaint(f"{path}: {error}") from None
    moves, seat = len(data["moves"]), data.get("seat")
    whose = "a spectator" if seat is None else f"seat {SEAT_NAMES[seat]}"
    print(f"{path}: good as far as {whose} can know: {held} of {moves} moves held against ", end="")
    print("the rules; the rest follows something hidden" if other is None else "the whole record")
    return 0
