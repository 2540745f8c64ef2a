"""`rialto restore`: a copy is put where the database is or was."""

import argparse
from pathlib import Path

from rialto.cli.complaint import Complaint
from rialto.cli.move import move
from rialto.cli.options import add_database


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Put a copy where the database is or was. The server must be stopped. What was there is"
        " kept beside it; a database of PostgreSQL must be empty."
    )
    add_database(parser)
    parser.add_argument(
        "copy", type=Path, metavar="COPY", help="a file that rialto backup has made"
    )


def run(args: argparse.Namespace) -> int:
    from rialto.server.store import StoreError, restore

    if not isinstance(args.db, Path):
        move(args.copy, args.db, alone=False)
        print(f"{args.db} is as in {args.copy} now")
        return 0
    try:
        kept = restore(args.copy, args.db)
    except (OSError, StoreError) as error:
        raise Complaint(str(error)) from None
    print(f"{args.db} is as in {args.copy} now" + (f"; what was there is {kept}" if kept else ""))
    return 0
