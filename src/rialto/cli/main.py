"""The `rialto` command; `COMMANDS` lists what it can do."""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from importlib import metadata
from typing import Final, NoReturn

from rialto.cli.complaint import BAD_INPUT, INTERRUPTED, OWN_FAULT, Complaint
from rialto.cli.speech import system_language
from rialto.locales import LANGUAGES, Words, words

COMMANDS: Final = {
    "play": "play a game in the browser, or here in the terminal",
    "serve": "put tables online",
    "backup": "copy the database of a running server",
    "restore": "put such a copy back",
    "move": "carry a server's store to another database",
    "admin": "look at a server's tables, and delete what must go",
    "arena": "play bots against each other and rate them",
    "stats": "play a bot against itself and report on the game",
    "replay": "step through a recorded game",
    "review": "judge the decisions of a recorded game",
    "puzzle": "find the one best move of a position",
    "verify": "check a record, move by move",
    "perft": "count the moves from a position",
    "bench": "measure how fast the engine is",
}
"""Each is a module with `add_options` and `run`. Only the one that is asked for is loaded, so that
help comes at once and a command can choose the engine's mode."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser(wanted: str | None) -> Parser:
    """All commands by name; the wanted one with its options."""
    parser = Parser(
        prog="rialto",
        description="The board game Rialto: play it, put it online, measure it.",
        epilog="rialto COMMAND --help says more about one of them.",
    )
    parser.add_argument(
        "--version", action="version", version=f"rialto {metadata.version('rialto')}"
    )
    subparsers = parser.add_subparsers(metavar="COMMAND", dest="command", title="commands")
    for name, about in COMMANDS.items():
        described = f"{about[0].upper()}{about[1:]}."
        command = subparsers.add_parser(
            name, help=about, description=described, add_help=name == wanted
        )
        if name == wanted:
            module = importlib.import_module(f"rialto.cli.{name}")
            module.add_options(command)
            command.set_defaults(run=module.run)
    return parser


def speech_of(args: argparse.Namespace | None) -> Words:
    """What a complaint is told in: a command without a language of its own speaks English."""
    wanted = getattr(args, "lang", "en")
    return words(wanted) if wanted in LANGUAGES else system_language()


def main(argv: Sequence[str] | None = None) -> int:
    """Runs a command. Whatever happens, the user sees a sentence, never a stack trace."""
    bear_any_letter()
    given = list(sys.argv[1:] if argv is None else argv)
    wanted = next((word for word in given if not word.startswith("-")), None)
    args = None
    try:
        parser = build_parser(wanted)
        args = parser.parse_args(given)
        if args.command is None:
            parser.print_help()
            return 0
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except Complaint as complaint:
        print(f"rialto: {complaint.in_words(speech_of(args))}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read us has seen enough; keep Python from complaining about it at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get("RIALTO_DEBUG"):
            raise
        kind = type(error).__name__
        print(
            f"rialto: this should not have happened ({kind}: {error}); RIALTO_DEBUG=1 shows where",
            file=sys.stderr,
        )
        return OWN_FAULT


def bear_any_letter() -> None:
    """A letter that the terminal or file cannot take becomes a question mark (on Windows a file has
    the system's old code page)."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


if __name__ == "__main__":
    sys.exit(main())
