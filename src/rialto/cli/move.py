"""`rialto move`: a server's store moves to another database."""

import argparse
import time
from typing import TYPE_CHECKING, Final

from rialto.cli.complaint import Complaint
from rialto.cli.options import database

if TYPE_CHECKING:
    from rialto.server.store import Place

EVERY_S: Final = 2.0


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Carry everything that a server keeps into another database: tables, games, people, and"
        " the keys of the installation. The server must be stopped and the new database empty."
        " Every game is folded on both sides. The old database stays as it is."
    )
    parser.add_argument(
        "--from", dest="source", type=database, required=True, metavar="DB",
        help="the database: a file, or postgresql://…",
    )  # fmt: skip
    parser.add_argument(
        "--to", dest="target", type=database, required=True, metavar="DB",
        help="where it goes: a file that does not exist yet, or an empty database",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    move(args.source, args.target)
    print(f"{args.target} has everything that is in {args.source}, which stays as it is")
    return 0


def move(source: "Place", target: "Place", *, alone: bool = True) -> None:
    from rialto.cli.serve import choose_mode

    choose_mode()
    from rialto.server.keeping.moving import check_game
    from rialto.server.store import StoreError, carry

    if source == target:
        raise Complaint("a database cannot move into itself")
    try:
        carry(source, target, check_game, Progress(), alone=alone)
    except (OSError, StoreError) as error:
        raise Complaint(str(error)) from None


class Progress:
    """A line for each part, and now and then one for the games."""

    def __init__(self) -> None:
        self._said = time.monotonic()

    def carried(self, table: str, rows: int) -> None:
        if rows:
            print(f"{table}: {rows:,}", flush=True)

    def checked(self, games: int, of: int) -> None:
        if games == of or time.monotonic() - self._said > EVERY_S:
            self._said = time.monotonic()
            print(f"games folded on both sides: {games:,} of {of:,}", flush=True)
