"""The server of the browser tests, in a process of its own; its luck is that of the tests."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from rialto.cli.serve import listening
from rialto.server.web.app import create_app
from rialto.server.web.uvicorn_setup import new_loop, uvicorn_config
from tests.server.live import settings
from tests.server.luck import SEEDED

HOST = "127.0.0.1"


@contextmanager
def server(folder: Path) -> Iterator[str]:
    """The address of a server that runs until the block ends. Plain, so that it starts at once;
    bots move without a pause; no limit that a test would meet by accident."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.browser.seeded_server", str(folder)],
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


def main() -> None:
    given = settings(Path(sys.argv[1]), host=HOST)
    app = create_app(given, **SEEDED)
    with (
        listening(HOST, 0) as door,
        asyncio.Runner(loop_factory=new_loop) as runner,
    ):
        door.listen()
        print(f"http://{HOST}:{door.getsockname()[1]}", flush=True)
        runner.run(uvicorn.Server(uvicorn_config(app, given)).serve(sockets=[door]))


if __name__ == "__main__":
    main()
