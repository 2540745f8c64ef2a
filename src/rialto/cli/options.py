"""Options that several commands share."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from rialto.cli.complaint import Complaint
from rialto.engine.house import BOARDS, EDITIONS, BadHouse, House
from rialto.locales import LANGUAGES

if TYPE_CHECKING:
    from rialto.server.places import Place

Options = argparse.ArgumentParser | argparse._ArgumentGroup
BOARD: Final = "lagoon"
EDITION: Final = "standard"


def add_language(options: Options) -> None:
    known = ", ".join(LANGUAGES)
    options.add_argument(
        "--lang", metavar="CODE", help=f"the language: {known} (default: the system's)"
    )


def add_players(options: Options) -> None:
    options.add_argument(
        "--players", type=int, metavar="N", help="2 to 5 (default: 4; with --neutral 2)"
    )


def add_house(options: Options) -> None:
    """The rules of a new game."""
    options.add_argument(
        "--neutral", action="store_true", help="2 players with the neutral player as a third"
    )
    options.add_argument(
        "--board", default=BOARD, metavar="NAME", help=f"{' or '.join(BOARDS)} (default: {BOARD})"
    )
    options.add_argument(
        "--edition",
        default=EDITION,
        metavar="NAME",
        help=f"whose rules: {', '.join(EDITIONS)} (default: {EDITION})",
    )


def add_database(options: Options) -> None:
    options.add_argument(
        "--db",
        type=database,
        default=Path("rialto.db"),
        metavar="DB",
        help="the server's database: a file, or postgresql://… (default: rialto.db in this folder)",
    )


def database(text: str) -> "Place":
    from rialto.server.places import BadPlace, place

    try:
        return place(text)
    except BadPlace as error:  # argparse would show the text, with the password in it
        raise argparse.ArgumentTypeError(str(error)) from None


def new_house(args: argparse.Namespace) -> House:
    """The rule options that were asked for."""
    players = args.players if args.players is not None else 2 if args.neutral else 4
    try:
        return House.edition(args.edition, players=players, neutral=args.neutral, board=args.board)
    except BadHouse as error:
        raise Complaint("terminal.bad.house", where=error.option, why=str(error)) from None


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
