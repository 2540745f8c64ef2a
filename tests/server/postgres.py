"""A real PostgreSQL in a temporary folder, for the tests of one process."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psutil
import psycopg

from rialto.server.store import Url
from tests.patience import PATIENCE_S
from tests.server.crashes import free_port

DEBIANS = Path("/usr/lib/postgresql")
QUICK = {"fsync": "off", "full_page_writes": "off"}
"""Nobody pulls the plug in a test."""
CAREFUL = {"fsync": "on", "full_page_writes": "on"}
"""As it is outside of tests, where it is measured."""


def program(name: str) -> str:
    """On the PATH, or where Debian puts it."""
    found = shutil.which(name)
    if found is None:
        versions = sorted(DEBIANS.glob(f"*/bin/{name}"), key=lambda path: int(path.parts[-3]))
        assert versions, f"the tests need PostgreSQL's {name}: `make test` installs it on Debian"
        found = str(versions[-1])
    return found


def account() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as its own user, or as nobody."""
    if os.getuid() != 0:
        return {}
    known = {entry.pw_name for entry in pwd.getpwall()}
    name = "postgres" if "postgres" in known else "nobody"
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": ()}


@dataclass
class Cluster:
    """By the socket in the folder everybody is let in; by the port a password is asked for."""

    folder: Path
    port: int

    def __post_init__(self) -> None:
        self._count = count()

    def url(self, schema: str = "public", user: str = "postgres") -> Url:
        where = f"host={self.folder}&port={self.port}"
        return Url(f"postgresql://{user}@/postgres?{where}&options=-csearch_path%3D{schema}")

    def start(self, **settings: str) -> None:
        given = {**QUICK, **settings, "unix_socket_directories": str(self.folder),
                 "listen_addresses": "127.0.0.1", "port": str(self.port)}  # fmt: skip
        options = " ".join(f"-c {name}={value}" for name, value in given.items())
        self._control("start", "-w", "-o", options, "-l", str(self.folder / "log"))

    def stop(self, how: str = "immediate") -> None:
        self._control("stop", "-w", "-m", how)

    def crash(self) -> None:
        """kill -9 of all its processes."""
        parent = psutil.Process(int((self.folder / "data/postmaster.pid").read_text().split()[0]))
        processes = [parent, *parent.children(recursive=True)]
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        psutil.wait_procs(processes, PATIENCE_S)

    def _control(self, *order: str) -> None:
        run(program("pg_ctl"), "-D", str(self.folder / "data"), "-t", f"{PATIENCE_S:.0f}", *order)

    def cpu_s(self) -> float:
        """Of all its processes."""
        main = psutil.Process(int((self.folder / "data" / "postmaster.pid").read_text().split()[0]))
        times = [process.cpu_times() for process in (main, *main.children(recursive=True))]
        return sum(spent.user + spent.system for spent in times)

    def new_url(self) -> Url:
        """An empty schema of its own, which costs much less than a database of its own."""
        name = f"rialto{next(self._count)}"
        url = self.url(name)
        ask(url, f"CREATE SCHEMA {name}")
        return url


def ask(url: Url, sql: str) -> list[Any]:
    """Past the store, as an operator might."""
    with psycopg.connect(url.secret, autocommit=True) as db:
        asked = db.execute(sql.encode())
        return asked.fetchall() if asked.description else []


def run(*command: str) -> None:
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        text=True, cwd="/", **account(),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout


def keeper(folder: Path) -> "subprocess.Popen[bytes]":
    """Stops the server when its input ends: after the tests, and when they are killed."""
    script = 'read -r _; "$0" -D "$1/data" -w -m immediate stop; rm -rf "$1"'
    return subprocess.Popen(
        ["sh", "-c", script, program("pg_ctl"), str(folder)], stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd="/", start_new_session=True,
        **account(),
    )  # fmt: skip


@contextmanager
def postgres(**settings: str) -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="rialto-pg-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        if who := account():
            shutil.chown(folder, who["user"])
        run(
            program("initdb"), "-D", str(folder / "data"), "-U", "postgres", "-E", "UTF8",
            "--no-locale", "--no-sync", "--auth-local=trust", "--auth-host=scram-sha-256",
        )  # fmt: skip
        cluster = Cluster(folder, free_port())
        with keeper(folder):
            cluster.start(**settings)
            yield cluster
