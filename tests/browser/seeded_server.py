"""The server of the browser tests, in a process of its own.

Chance has a seed, and what a bot does follows from what it sees. So whoever makes the same moves
plays the same game again, whatever else is played on that server meanwhile. Tests of fair shuffles
want chance as it is (`fair`); there a number is late after a moment.
"""

import asyncio
import os
import subprocess
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from rialto.cli.serve import listening
from rialto.engine.view import View
from rialto.server.web.app import create_app
from rialto.server.web.uvicorn_setup import new_loop, uvicorn_config
from tests.server.live import settings

SEED = 1
LATE_S = 0.3
HOST = "127.0.0.1"


@contextmanager
def server(folder: Path, *, fair: bool = False) -> Iterator[str]:
    """The address of a server that runs until the block ends. Plain, so that it starts at once;
    bots move without a pause; no limit that a test would meet by accident."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.browser.seeded_server", str(folder), *["fair"] * fair],
        env={**os.environ, "RIALTO_JIT": "0"},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address, "the server did not start"
            yield address
        finally:
            process.terminate()
            process.wait(20)


def pick(view: View, n: int) -> int:
    """What a bot takes of n moves. By nothing that others change while it is asked: several discard
    at once (P6), and who is quicker must not matter."""
    assert view.seat is not None
    seen = [view.asked, view.round_no, view.step, *view.hand[view.seat], *view.scores, *view.coins]
    return zlib.crc32(bytes(int(n) % 256 for n in seen)) % n


def main() -> None:
    given = settings(Path(sys.argv[1]), host=HOST, open_numbers_s=LATE_S)
    fair = sys.argv[2:] == ["fair"]
    app = create_app(given, seed=None if fair else lambda: SEED, pick=pick)
    with (
        listening(HOST, 0) as door,
        asyncio.Runner(loop_factory=new_loop) as runner,
    ):
        door.listen()
        print(f"http://{HOST}:{door.getsockname()[1]}", flush=True)
        runner.run(uvicorn.Server(uvicorn_config(app, given)).serve(sockets=[door]))


if __name__ == "__main__":
    main()
