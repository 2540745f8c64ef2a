"""A network of its own for the database's door, and the cable to it, which can be pulled.

A namespace of this machine, joined by a pair of virtual cards: what is lost there is lost in the
kernel, and nobody is told. Needs root and Debian's iproute2.
"""

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from rialto.server.places import Url
from tests.server.cutting import Line, quietly, url_by

PORT = 5432
INNER = "inner"


class NoNetworks(Exception):
    """Why this machine makes none."""


async def ip(*words: str) -> None:
    if shutil.which("ip") is None:
        raise NoNetworks("namespaces need the program ip (Debian: iproute2)")
    command = await asyncio.create_subprocess_exec("ip", *words, stderr=asyncio.subprocess.PIPE)
    _, wrong = await command.communicate()
    if command.returncode:
        raise NoNetworks(f"ip {' '.join(words)}: {wrong.decode().strip()}")


class Cable:
    """Between a server and the network in which its database is."""

    def __init__(self, network: str) -> None:
        self._network = network

    async def pull(self) -> None:
        await self._set("down")

    async def plug_in(self) -> None:
        await self._set("up")

    async def _set(self, state: str) -> None:
        await ip("-netns", self._network, "link", "set", INNER, state)


@asynccontextmanager
async def cable_to(line: Line, schema: str, number: int) -> AsyncIterator[tuple[Cable, Url]]:
    """The line's end lies in another network; sockets in the file system reach beyond it."""
    network = f"rialto-{os.getpid()}-{number}"
    outer = f"r{os.getpid()}-{number}"
    near, far = (f"10.{os.getpid() % 256}.{number}.{n}" for n in (1, 2))
    with tempfile.TemporaryDirectory() as folder:
        end = Path(folder) / "line"
        door = await asyncio.start_unix_server(quietly(line), end)
        await ip("netns", "add", network)
        try:
            await ip("link", "add", outer, "type", "veth", "peer", INNER, "netns", network)
            await ip("addr", "add", f"{near}/24", "dev", outer)
            await ip("link", "set", outer, "up")
            await ip("-netns", network, "addr", "add", f"{far}/24", "dev", INNER)
            await ip("-netns", network, "link", "set", INNER, "up")
            async with relay(network, far, end):
                yield Cable(network), url_by(far, PORT, schema)
        finally:
            door.close()
            await ip("netns", "del", network)


@asynccontextmanager
async def relay(network: str, address: str, end: Path) -> AsyncIterator[None]:
    inside = ("ip", "netns", "exec", network, sys.executable, "-m", __name__)
    process = await asyncio.create_subprocess_exec(
        *inside, address, str(end), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    try:
        assert await process.stdout.readline(), "the relay did not start"
        yield
    finally:
        process.kill()
        await process.wait()


# ── in the other network ─────────────────────────────────────────────────────────────────────────


async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.transport.abort()


async def serve(address: str, end: str) -> None:
    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, onward = await asyncio.open_unix_connection(end)
        await asyncio.gather(carry(reader, onward), carry(there, writer))

    async with await asyncio.start_server(connect, address, PORT) as door:
        print("ready", flush=True)
        await door.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(*sys.argv[1:3]))
