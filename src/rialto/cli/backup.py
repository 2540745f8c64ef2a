"""`rialto backup`: a copy of the database while a server uses it."""

import argparse
from pathlib import Path

from rialto.cli.complaint import Complaint
from rialto.cli.move import move
from rialto.cli.options import add_database


def add_options(parser: argparse.ArgumentParser) -> None:
    add_database(parser)
    parser.add_argument(
        "target", type=Path, metavar="COPY", help="the file to make; it must not exist"
    )


def run(args: argparse.Namespace) -> int:
    from rialto.server.store import StoreError, copy_database

    if not isinstance(args.db, Path):
        move(args.db, args.target, alone=False)
    else:
        try:
            copy_database(args.db, args.target)
        except (OSError, StoreError) as error:
            raise Complaint(str(error)) from None
    print(f"{args.target}: {args.target.stat().st_size:,} bytes")
    return 0
