"""A bot worker that takes its time: the last legal move, after a while; and notes what was asked.

python -m tests.server.slow_worker SECONDS LOG [SECONDS_TO_START]
"""

import sys
import time
from pathlib import Path

from rialto.server.minds.botworker import read


def main() -> None:
    seconds, log = float(sys.argv[1]), Path(sys.argv[2])
    if sys.argv[3:] and sys.argv[3] != "--warm":
        time.sleep(float(sys.argv[3]))
    print("ready", flush=True)
    while (question := read(sys.stdin.buffer)) is not None:
        number, _, (level, _, legal), given = question
        with log.open("a") as file:
            file.write(f"{level} {len(legal)} {given:.2f}\n")
        time.sleep(seconds)
        print(number, len(legal) - 1, flush=True)


if __name__ == "__main__":
    main()
