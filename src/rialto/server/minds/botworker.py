"""The process in which bots think: questions come in on stdin, answers go out on stdout.

A question is a length and a pickle from the server that started us; an answer is one line with the
question's number and the answer as JSON. Nothing else may be written to stdout.
"""

import json
import os
import pickle
import struct
import sys
from typing import Any, BinaryIO, Final

from rialto.server.minds.thoughts import think

LENGTH = struct.Struct("!I")
GENTLE: Final = "--gentle"
"""Gives way to every other process."""
LEAST_URGENT: Final = 19


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not become a move
    if GENTLE in sys.argv and hasattr(os, "nice"):
        os.nice(LEAST_URGENT)
    import rialto.bots.roster  # noqa: F401  # before anybody waits for an answer

    if "--warm" in sys.argv:
        warm_up()
    answers.write(b"ready\n")
    while (question := read(sys.stdin.buffer)) is not None:
        number, what, args, seconds = question
        answer = json.dumps(think(what, args, seconds))
        answers.write(b"%d %s\n" % (number, answer.encode()))


def warm_up() -> None:
    """Compile what levels and coach need before anybody waits for it; the marks that this leaves
    also tell the next start of the server that compiled code is there in a moment."""
    from rialto.bots.levels import LEVELS
    from rialto.bots.warmup import jobs_of
    from rialto.compile.warm import warm
    from rialto.review.warmup import REVIEW

    bots = jobs_of(level.name for level in LEVELS)
    warm([*bots, REVIEW], lambda name, number, of: None)


def read(pipe: BinaryIO) -> Any:
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))


if __name__ == "__main__":
    main()
