"""A server that can be killed and started again quickly, and that kills itself at a chosen point.

It imports everything once and then forks a server for each line `point nth` on stdin (`- 0`: does
not kill itself); it answers with the process id.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import uvicorn

from rialto.server.web.app import create_app
from rialto.server.web.uvicorn_setup import new_loop, uvicorn_config
from tests.server.live import settings


def suicide(point: str, nth: int) -> Callable[[str], None]:
    seen = 0

    def probe(here: str) -> None:
        nonlocal seen
        if here == point:
            seen += 1
            if seen == nth:
                os.kill(os.getpid(), signal.SIGKILL)

    return probe


def serve(folder: Path, port: int, point: str, nth: int) -> None:
    db = os.environ.get("RIALTO_DB")
    given = settings(folder, port=port, **({"db": db} if db else {}))
    app = create_app(given, probe=suicide(point, nth))
    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(uvicorn.Server(uvicorn_config(app, given)).serve())


def main() -> None:
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    print("ready", flush=True)
    for line in sys.stdin:
        point, nth = line.split()
        pid = os.fork()
        if pid == 0:
            serve(folder, port, point, int(nth))
            os._exit(0)
        print(pid, flush=True)
        os.waitpid(pid, 0)
        print("ended", flush=True)


if __name__ == "__main__":
    main()
