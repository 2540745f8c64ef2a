"""`rialto verify`: plays a record again, holding every move, checksum and the result against it."""

import argparse
import os
from pathlib import Path
from typing import Any

from rialto.cli.complaint import Complaint
from rialto.cli.recordfile import read_record


def add_parser(subparsers: Any) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="play a record again and say whether and where it goes wrong",
        description="Exit code 0: every move is legal and leads where the record says. 2: it says"
        " which move does not, or what is wrong with the file.",
    )
    parser.add_argument("file", type=Path, help="a game record (JSON)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    os.environ.setdefault("RIALTO_JIT", "0")
    from rialto.engine.game import BadRecord, Game

    try:
        game = Game.from_record(read_record(args.file))
    except BadRecord as error:
        raise Complaint(f"{args.file}: {error}") from None
    end = "over" if game.over else "not over yet"
    print(f"{args.file}: good: {len(game.log)} moves, {game.house.players} players, {end}")
    return 0
