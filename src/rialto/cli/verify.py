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
    parser.add_argument(
        "--fair",
        action="store_true",
        help="check the shuffle too: compute every draw again (docs/fairness.md)",
    )
    parser.add_argument(
        "--commitment",
        metavar="HEX",
        help="with --fair: the commitment that you were shown before the game",
    )


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("RIALTO_JIT", "0")
    data = read_record(args.file)
    if args.commitment is not None and not args.fair:
        raise Complaint("--commitment goes with --fair")
    if isinstance(data, dict) and data.get("format") == SO_FAR:
        lines = [verify_so_far(args.file, data, args.against)]
    else:
        if args.against is not None:
            raise Complaint(f"{args.file}: --against is for the record of a running game")
        game = whole(args.file, data)
        end = "over" if game.over else "not over yet"
        lines = [f"good: {len(game.log)} moves, {game.house.players} players, {end}"]
    if args.fair:
        lines += verify_fair(args.file, data, args.commitment)
    for line in lines:
        print(f"{args.file}: {line}")
    return 0


def whole(path: Path, data: Any) -> "Game":
    from rialto.engine.game import BadRecord, Game

    try:
        return Game.from_record(data)
    except BadRecord as error:
        raise Complaint(f"{path}: {error}") from None


def verify_fair(path: Path, data: dict[str, Any], shown: str | None) -> list[str]:
    """What was checked of the shuffle, and what nobody can check."""
    from rialto.fair.check import check_record
    from rialto.fair.section import Unfair

    try:
        checked = check_record(data, len(data["names"]))
    except Unfair as error:
        raise Complaint(f"{path}: not fair: {error}") from None
    section = checked.section
    commitment = section.commitment.hex()
    if shown is not None and shown.strip().lower() != commitment:
        raise Complaint(f"{path}: not fair: the commitment is {commitment}, not what was shown")
    compared = "the one that you were shown" if shown else "compare it with what you were shown"
    lines = [f"commitment {commitment}: {compared}"]
    count = len(section.numbers)
    if count == 0:
        lines.append("no player added a number: the server alone chose this shuffle, beforehand")
    else:
        how = "as they were sealed" if section.live else "given in clear: who came last knew them"
        lines.append(f"numbers of players: {count}, {how}")
    for m in section.missing:
        lines.append(f"attempt {m.attempt}: the number of {m.name} (seat {m.seat + 1}) was missing")
    if checked.draws is None:
        lines.append("the secret comes with the whole record: no draw could be checked yet")
    else:
        lines.append(f"fair: all {checked.draws} draws follow from the secret and the numbers")
    return lines


def verify_so_far(path: Path, data: dict[str, Any], against: Path | None) -> str:
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
    by = "the rules; the rest follows something hidden" if other is None else "the whole record"
    return f"good as far as {whose} can know: {held} of {moves} moves held against {by}"
