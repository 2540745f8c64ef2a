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

    answers.write(b"ready\n")
    while (question := read(sys.stdin.buffer)) is not None:
        level, view, legal, seconds = question
        move = choose(level, view, legal, seconds)
        answers.write(b"%d\n" % legal.index(move))


def read(pipe: BinaryIO) -> Any:
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))


if __name__ == "__main__":
    main()
