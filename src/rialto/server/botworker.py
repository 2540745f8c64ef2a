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
    """Compile what the levels need before anybody waits for it, and leave a mark for the next
    start of the server: from now on compiled code is there in a moment."""
    from rialto.bots.roster import LEVELS, choose
    from rialto.engine.game import Game
    from rialto.engine.jit import PLAIN, cache_dir

    for level in LEVELS:
        game = Game.new(2, seed=1)
        game.run_chance()
        p = game.to_move[0]
        choose(level.name, game.view(p), game.legal(p), 0.2)
        game.play(game.legal(p)[0])
        game.run_chance()
        game.projection(), game.district(0), game.events(), game.copy()
    if not PLAIN:
        (cache_dir() / WARM).touch()


def read(pipe: BinaryIO) -> Any:
    head = pipe.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    return pickle.loads(pipe.read(LENGTH.unpack(head)[0]))


WARM = "warm"

if __name__ == "__main__":
    main()
