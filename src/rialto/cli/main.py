"""The `rialto` command; `COMMANDS` lists what it can do."""

import argparse
import importlib
import io
import os
import sys
from collections.abc import Sequence
from importlib import metadata
from types import ModuleType
from typing import Final, NoReturn

from rialto.cli.complaint import Complaint
from rialto.cli.speech import system_language
from rialto.locales import LANGUAGES, Words, words

BAD_INPUT: Final = 2
OWN_FAULT: Final = 70
INTERRUPTED: Final = 130

COMMANDS: Final = {
    "play": ("play", "play a game, in the browser or here in the terminal"),
    "serve": ("serve", "put a table online"),
    "backup": ("serve", "copy the database of a running server"),
    "restore": ("serve", "put a copy of the database back"),
    "arena": ("arena", "play bots against each other and say how strong they are"),
    "stats": ("stats", "figures about many games"),
    "replay": ("replay", "step through a recorded game"),
    "verify": ("verify", "play a record again and say whether and where it goes wrong"),
    "perft": ("perft", "count the moves from a position, depth by depth"),
    "bench": ("bench", "measure how fast the engine is"),
}
"""Each with the module that has it. Only the one that is asked for is loaded, so that help comes at
once and a command can choose the engine's mode."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message} (see {self.prog} --help)\n")


def build_parser(wanted: str | None) -> Parser:
    """All commands by name; the wanted one with its options."""
    parser = Parser(prog="rialto", description="The board game Rialto.")
    parser.add_argument(
        "--version", action="version", version=f"rialto {metadata.version('rialto')}"
    )
    subparsers = parser.add_subparsers(metavar="command", dest="command")
    needed = COMMANDS[wanted][0] if wanted in COMMANDS else None
    for name, (module, about) in COMMANDS.items():
        if module == needed:
            if name not in subparsers.choices:
                load(module).add_parser(subparsers)
        else:
            subparsers.add_parser(name, help=about, add_help=False)
    return parser


def load(module: str) -> ModuleType:
    return importlib.import_module(f"rialto.cli.{module}")


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
        print(f"rialto: {complaint.told(speech_of(args))}", file=sys.stderr)
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
