"""Options that several commands share: the rules of a new game."""

import argparse

from rialto.cli.complaint import Complaint
from rialto.engine.house import BOARDS, EDITIONS, BadHouse, House


def add_house(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=int, help="2 to 5 (4; with --neutral 2)")
    parser.add_argument("--neutral", action="store_true", help="2 players and the neutral player")
    parser.add_argument("--board", default="lagoon", help=f"{' or '.join(BOARDS)} (lagoon)")
    parser.add_argument(
        "--edition", default="standard", help=f"one of {', '.join(EDITIONS)} (standard)"
    )


def new_house(args: argparse.Namespace) -> House:
    """The rule options that were asked for."""
    players = args.players if args.players is not None else 2 if args.neutral else 4
    try:
        return House.edition(args.edition, players=players, neutral=args.neutral, board=args.board)
    except BadHouse as error:
        raise Complaint("terminal.bad.house", where=error.option, why=str(error)) from None
