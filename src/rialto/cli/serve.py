"""`rialto serve`, and the table on this machine that `rialto play` opens."""

import argparse
import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import time
import webbrowser
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from rialto.cli.complaint import Complaint

if TYPE_CHECKING:
    from rialto.server.metrics import Metrics
    from rialto.server.settings import Settings

WAIT_S: Final = 20.0
PORT: Final = 8017
SWITCH_S: Final = 0.001
GARBAGE: Final = (20_000, 20, 50)
"""The collector's thresholds."""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "Other settings are environment variables that begin with RIALTO_ (docs/serving.md)."
    )
    parser.add_argument(
        "--host",
        help="the address to listen on; 0.0.0.0 lets in the whole network (default: 127.0.0.1)",
    )
    parser.add_argument("--port", type=int, help=f"the port to listen on (default: {PORT})")
    parser.add_argument(
        "--db", metavar="DB",
        help="the database: a file, or postgresql://… (default: rialto.db in this folder)",
    )  # fmt: skip
    parser.add_argument(
        "--workers", type=int, metavar="N",
        help="so many processes behind one port; needs PostgreSQL (default: this one alone)",
    )  # fmt: skip
    parser.add_argument("--door", type=int, help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    given = {"host": args.host, "port": args.port, "db": args.db}
    if args.workers is not None:
        from rialto.cli.workers import serve_by

        return serve_by(args.workers, given)
    return serve(door=args.door, **given)


def play_in_browser(port: int | None = None, path: str = "/") -> int:
    """`make play`: a server on this machine with a store of its own, and the page in a browser.
    If it is running already, only the page is opened."""
    from platformdirs import user_data_path

    # Games go on from the last time; the settings of a public server do not apply.
    db = user_data_path("rialto", ensure_exists=True) / "rialto.db"
    wanted = PORT if port is None else port
    if answers_here(wanted):
        print(f"Rialto: http://127.0.0.1:{wanted}/")
        webbrowser.open(f"http://127.0.0.1:{wanted}{path}")
        return 0
    if port is None and not is_free(wanted):
        wanted = 0
    return serve(host="127.0.0.1", port=wanted, db=db, log_json=False, log_level="warning",
                 open_path=path)  # fmt: skip


def answers_here(port: int) -> bool:
    """Whether a table of ours is served on that port of this machine."""
    import json
    import urllib.request

    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/version", timeout=1) as answer:
            return "protocol" in json.load(answer)
    except (OSError, ValueError):
        return False


def is_free(port: int) -> bool:
    try:
        listening("127.0.0.1", port).close()
    except OSError:
        return False
    return True


def choose_mode() -> None:
    """Compiled if that is a matter of a moment, else plain: a server starts at once and is fast
    enough either way. The bot workers compile beside it and leave a mark for the next start."""
    if "RIALTO_JIT" in os.environ:
        return
    from rialto.compile.cache import mark_of

    os.environ["RIALTO_JIT"] = "1" if mark_of("game").exists() else "0"


def serve(*, open_path: str | None = None, door: int | None = None, **given: Any) -> int:
    """`door`: the number of a socket that the parent has opened (`workers.py`)."""
    choose_mode()
    # Everything that is loaded now stays: looking through it again and again for garbage is a
    # fifth of a start, and of every move later (`settle`).
    gc.disable()
    from rialto.server.settings import BadSettings, load_settings
    from rialto.server.store import StoreError
    from rialto.server.web.uvicorn_setup import new_loop

    try:
        settings = load_settings(**given)
        with asyncio.Runner(loop_factory=new_loop) as runner:
            runner.run(_serve(settings, open_path, door))
    except (BadSettings, StoreError, OSError) as error:
        raise Complaint(str(error)) from None
    except KeyboardInterrupt:
        pass
    return 0


async def _serve(settings: "Settings", open_path: str | None, given: int | None) -> None:
    import uvicorn

    from rialto.server import logs
    from rialto.server.store import open_store
    from rialto.server.web.app import create_app
    from rialto.server.web.uvicorn_setup import uvicorn_config

    logs.set_up(settings.log_level, as_json=settings.log_json)
    door = listening(settings.host, settings.port) if given is None else socket.socket(fileno=given)
    try:
        store = open_store(settings.db)
    except BaseException:
        door.close()
        raise
    app = create_app(settings, store=store)
    raise_file_limit()
    if settings.metrics_port:
        show_metrics(app.state.metrics, settings.metrics_port)
    server = uvicorn.Server(uvicorn_config(app, settings))
    port = door.getsockname()[1]
    telling = asyncio.create_task(_tell(server, port, settings, open_path, quiet=given is not None))
    if given is not None:
        end_with_parent(server)
    for number in (signal.SIGINT, signal.SIGTERM):
        # uvicorn stops cleanly on them and then raises them again; by then all is done.
        signal.signal(number, lambda *_: None)
    await server.serve(sockets=[door])
    telling.cancel()


def raise_file_limit() -> None:
    """Every socket is a file; many systems allow a thousand unless asked for more."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def show_metrics(metrics: "Metrics", port: int) -> None:
    """For Prometheus on this machine, at a port that no player reaches."""
    from prometheus_client import start_http_server

    try:
        start_http_server(port, addr="127.0.0.1", registry=metrics.registry)
    except OSError as error:
        raise cannot_listen("127.0.0.1", port, error) from None


def settle() -> None:
    """Freeze all that start-up loaded, and collect rarely: tables are large and make little
    garbage. Threads take turns more often than Python's own 5 ms: the event loop must not wait long
    while a game is folded."""
    sys.setswitchinterval(SWITCH_S)
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    gc.enable()


def cannot_listen(host: str, port: int, error: OSError) -> OSError:
    return OSError(f"cannot listen on {host}:{port}: {error.strerror}")


def listening(host: str, port: int) -> socket.socket:
    """Taken first, so that a second start fails with a clear word and makes nothing."""
    try:
        family, *_, where = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM)[0]
        door = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise cannot_listen(host, port, error) from None
    try:
        if os.name == "posix":
            door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind(where)
    except OSError as error:
        door.close()
        raise cannot_listen(host, port, error) from None
    return door


def end_with_parent(server: Any) -> None:
    """Its end of our standard input is closed when it has gone, however it went."""

    def read() -> None:
        if not os.read(0, 1):
            asyncio.get_running_loop().remove_reader(0)
            server.should_exit = True

    asyncio.get_running_loop().add_reader(0, read)


async def _tell(
    server: Any, port: int, settings: "Settings", open_path: str | None, *, quiet: bool
) -> None:
    """Once it serves: say where, and open the page."""
    began = time.monotonic()
    while not server.started and time.monotonic() - began < WAIT_S:
        await asyncio.sleep(0.005)
    settle()
    if not quiet:
        show_addresses(settings, port)
    if open_path is not None:
        url = f"http://127.0.0.1:{port}{open_path}"
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


def show_addresses(settings: "Settings", port: int) -> None:
    from rialto.server.settings import own_addresses

    everywhere = settings.host in ("0.0.0.0", "::", "")
    names = ["localhost", *own_addresses()] if everywhere else [settings.host]
    for name in names:
        print(f"Rialto: http://{name}:{port}/", flush=True)
