"""`rialto restore`: a copy is put where the database is or was."""

import argparse
from pathlib import Path

from rialto.cli.complaint import Complaint
from rialto.cli.options import add_database


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Put a copy where the database is or was. The server must be stopped; what was there is"
        " kept beside it."
    )
    add_database(parser)
    parser.add_argument(
        "copy", type=Path, metavar="COPY", help="a file that rialto backup has made"
    )


def run(args: argparse.Namespace) -> int:
    from rialto.server.store import StoreError, restore

    try:
        kept = restore(args.copy, args.db)
    except (OSError, StoreError) as error:
        raise Complaint(str(error)) from None
    print(f"{args.db} is as in {args.copy} now" + (f"; what was there is {kept}" if kept else ""))
    return 0
