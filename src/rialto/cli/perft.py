"""`rialto perft`: counts the moves from a position, depth by depth."""

import argparse
import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rialto.cli.complaint import Complaint
from rialto.cli.options import add_house, add_players, new_house

if TYPE_CHECKING:
    from rialto import Game, House

DEEPEST: Final = 12


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Count how many ways the game can go, decision by decision. Chance is drawn by the seed,"
        " and counted apart."
    )
    parser.add_argument(
        "position",
        metavar="POSITION",
        help="a number (the seed of a new game), a file with a Position, or a Position in quotes",
    )
    parser.add_argument(
        "--depth", type=int, default=3, metavar="N", help="how many decisions ahead (default: 3)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of chance from a Position (default: 0)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    house = parser.add_argument_group("a new game")
    add_players(house)
    add_house(house)


def run(args: argparse.Namespace) -> int:
    house = new_house(args)
    if not 1 <= args.depth <= DEEPEST:
        raise Complaint(f"depth must be 1 to {DEEPEST}, not {args.depth}")
    from rialto.cli.warming import warm_up
    from rialto.engine.jobs import GAME, PERFT
    from rialto.engine.perft import perft

    warm_up([GAME, PERFT])

    game, seed = set_up(args, house)
    began = time.perf_counter()
    counts = perft(game, args.depth, seed)
    seconds = time.perf_counter() - began
    if args.json:
        print(json.dumps({"counts": [c._asdict() for c in counts], "seconds": round(seconds, 6)}))
        return 0
    print(f"{'depth':>5} {'ways':>16} {'chance':>16}")
    for count in counts:
        print(f"{count.depth:>5} {count.nodes:>16,} {count.outcomes:>16,}")
    return 0


def set_up(args: argparse.Namespace, house: "House") -> tuple["Game", int]:
    """The game to count from, and the seed of its chance."""
    from rialto.engine.game import Game
    from rialto.engine.notation import BadPosition

    if args.position.removeprefix("-").isdecimal():
        return Game.new(house=house, seed=0), int(args.position)
    try:
        return Game.from_position(_text(args.position), seed=0), args.seed
    except BadPosition as error:
        raise Complaint(str(error)) from None


def _text(position: str) -> str:
    if " " in position or "\n" in position:
        return position
    try:
        return Path(position).read_text("utf-8")
    except OSError as error:
        raise Complaint(f"{position}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Complaint(f"{position}: not a text file") from None
