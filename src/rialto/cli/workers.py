"""`rialto serve --workers N`: several processes behind one port of this machine.

The parent opens the door and leaves it to its children; it starts another one for each that ends.
A child ends with its parent, however that ends: it sees its standard input closed.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from rialto.cli.complaint import BAD_INPUT, Complaint

if TYPE_CHECKING:
    from rialto.server.settings import Settings

MOST: Final = 64
BACKLOG: Final = 4096
SHORT_S: Final = 5.0
"""A worker that ends sooner than this is not started again at once."""
PAUSE_S: Final = 1.0
STOP_S: Final = 15.0
LOOK_S: Final = 0.1


class Workers:
    def __init__(self, settings: "Settings", door: socket.socket, n: int) -> None:
        self._settings, self._door = settings, door
        self._stopping = threading.Event()
        self._children: list[subprocess.Popen[bytes]] = []
        self._began = [0.0] * n
        self.code = 0

    def run(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: self._stopping.set())
        self._children = [self._start(n) for n in range(len(self._began))]
        while not self._stopping.wait(LOOK_S):
            for n, child in enumerate(self._children):
                if child.poll() is not None:
                    self._replace(n, child.returncode)
        self._stop()

    def _start(self, n: int) -> "subprocess.Popen[bytes]":
        self._began[n] = time.monotonic()
        door = self._door.fileno()
        env = {
            **os.environ,
            "RIALTO_HOST": self._settings.host,
            # Not on the command line, where everybody on this machine could read the password.
            "RIALTO_DB": db_of(self._settings),
        }
        if self._settings.metrics_port:
            env["RIALTO_METRICS_PORT"] = str(self._settings.metrics_port + n)
        return subprocess.Popen(
            [sys.executable, "-m", "rialto.cli.main", "serve", "--door", str(door)],
            stdin=subprocess.PIPE, pass_fds=[door], env=env,
            start_new_session=True,  # Ctrl-C is for the parent, which then stops them
        )  # fmt: skip

    def _replace(self, n: int, code: int) -> None:
        from rialto.server.logs import say

        if code == BAD_INPUT:
            self.code = code
            self._stopping.set()
            return
        say("a worker has ended", level=40, worker=n, code=code)
        if time.monotonic() - self._began[n] < SHORT_S:
            self._stopping.wait(PAUSE_S)
        if not self._stopping.is_set():
            self._children[n] = self._start(n)

    def _stop(self) -> None:
        for child in self._children:
            child.terminate()
        until = time.monotonic() + STOP_S
        for child in self._children:
            try:
                child.wait(max(0.1, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def db_of(settings: "Settings") -> str:
    return str(settings.db) if isinstance(settings.db, Path) else settings.db.secret


def serve_by(n: int, given: dict[str, Any]) -> int:
    from rialto.cli.serve import listening, show_addresses
    from rialto.server import logs
    from rialto.server.settings import BadSettings, load_settings
    from rialto.server.store import StoreError, open_store

    if not 1 <= n <= MOST:
        raise Complaint(f"--workers is 1 to {MOST}")
    if os.name != "posix":
        raise Complaint("--workers is for Linux and macOS; start several processes instead")
    try:
        settings = load_settings(**given)
        if isinstance(settings.db, Path):
            raise Complaint(
                f"{settings.db}: one process serves from a file; --workers needs postgresql://…"
            )
        logs.set_up(settings.log_level, as_json=settings.log_json)
        door = listening(settings.host, settings.port)
        # Whatever is wrong with the database is said once, before there is anybody to restart.
        open_store(settings.db).close()
    except (BadSettings, StoreError, OSError) as error:
        raise Complaint(str(error)) from None
    door.listen(BACKLOG)
    workers = Workers(settings, door, n)
    port = door.getsockname()[1]
    threading.Thread(target=tell, args=(settings, port, show_addresses), daemon=True).start()
    workers.run()
    return workers.code


def tell(settings: "Settings", port: int, show: Any) -> None:
    """Once one of them answers."""
    everywhere = settings.host in ("0.0.0.0", "::", "")
    where = f"http://{'127.0.0.1' if everywhere else settings.host}:{port}/healthz"
    while True:
        try:
            with urllib.request.urlopen(where, timeout=5):
                break
        except OSError:
            time.sleep(LOOK_S)
    show(settings, port)
