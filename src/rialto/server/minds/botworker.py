"""The process in which bots think: questions come in on stdin, answers go out on stdout.

A question is a length and a pickle from the server that started us; an answer is one line with the
question's number and the answer as JSON. Nothing else may be written to stdout.
"""

import json
import os
import pickle
import struct
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, BinaryIO, Final

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
        number, what, args, seconds = question
        answer = json.dumps(think(what, args, seconds))
        answers.write(b"%d %s\n" % (number, answer.encode()))


def think(what: str, args: tuple[Any, ...], seconds: float) -> Any:
    """Everything that a worker can be asked."""
    return THOUGHTS[what](*args, seconds)


def choose_index(level: str, view: "View", legal: "list[Move]", seconds: float) -> int:
    """A forced move is thought about like any other: how long it takes must not tell that a player
    had no choice."""
    from rialto.bots.roster import choose

    choices = legal if len(legal) > 1 else legal * 2
    return legal.index(choose(level, view, choices, seconds))


def what_they_hold(view: "View", seconds: float) -> Any:
    from rialto.review.holdings import holdings

    return holdings(view)


THOUGHTS: Final[dict[str, Callable[..., Any]]] = {
    "move": choose_index,
    "holdings": what_they_hold,
}


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
