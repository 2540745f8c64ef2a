"""The process in which bots think: questions come in on stdin, moves go out on stdout.

A question is a length and a pickle from the server that started us; an answer is one line with the
number of the chosen move in the list of legal ones. Nothing else may be written to stdout.
"""

import os
import pickle
import struct
import sys
from typing import Any, BinaryIO

LENGTH = struct.Struct("!I")


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not become a move
    from rialto.bots.roster import choose

    if "--warm" in sys.argv:
        warm_up()
    answers.write(b"ready\n")
    while (question := read(sys.stdin.buffer)) is not None:
        level, view, legal, seconds = question
        answers.write(b"%d\n" % legal.index(choose(level, view, legal, seconds)))


def warm_up() -> None:
    """Compile what the levels need before anybody waits for it; the marks that this leaves also
    tell the next start of the server that compiled code is there in a moment."""
    from rialto.bots.roster import LEVELS
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
