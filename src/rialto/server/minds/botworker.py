"""The process in which bots think: questions come in on stdin, moves go out on stdout.

A question is a length and a pickle from the server that started us; an answer is one line with the
question's number and that of the chosen move in the list of legal ones. Nothing else may be written
to stdout.
"""

import os
import pickle
import struct
import sys
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from rialto.engine.game import Move, View

LENGTH = struct.Struct("!I")


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not become a move
    import rialto.bots.roster  # noqa: F401  # before anybody waits for an answer

    if "--warm" in sys.argv:
        warm_up()
    answers.write(b"ready\n")
    while (question := read(sys.stdin.buffer)) is not None:
        number, *asked = question
        answers.write(b"%d %d\n" % (number, choose_index(*asked)))


def choose_index(level: str, view: "View", legal: "list[Move]", seconds: float) -> int:
    """A forced move is thought about like any other: how long it takes must not tell that a player
    had no choice."""
    from rialto.bots.roster import choose

    choices = legal if len(legal) > 1 else legal * 2
    return legal.index(choose(level, view, choices, seconds))


def warm_up() -> None:
    """Compile what the levels need before anybody waits for it; the marks that this leaves also
    tell the next start of the server that compiled code is there in a moment."""
    from rialto.bots.levels import LEVELS
    from rialto.bots.warmup import jobs_of
    from rialto.compile.warm import warm

    warm(jobs_of(level.name for level in LEVELS), lambda name, number, of: None)


def read(pipe: BinaryIO) -> Any:
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))


if __name__ == "__main__":
    main()
