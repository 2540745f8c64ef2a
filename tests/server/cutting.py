"""A line between a server and its database that can be cut, held, or lost just after a COMMIT."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from rialto.server.places import Url
from tests.server.postgres import Cluster


class Line:
    """To the database's socket, whatever comes in by a port of this machine."""

    def __init__(self, socket: Path) -> None:
        self._socket = socket
        self._writers: set[asyncio.StreamWriter] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._at_commit = False
        self.cuts = 0
        """Lost in the middle of a commit."""

    def cut(self) -> None:
        """Every connection is gone, as when a machine is."""
        for writer in list(self._writers):
            writer.transport.abort()

    def hold(self) -> None:
        """Nothing comes through and nobody is told, as when a cable is pulled."""
        self._flows.clear()

    def let_go(self) -> None:
        """It is back, but what was on it is not."""
        self.cut()
        self._flows.set()

    def cut_at_commit(self) -> None:
        """The next COMMIT arrives; its answer does not."""
        self._at_commit = True

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._flows.wait()
        there, onward = await asyncio.open_unix_connection(str(self._socket))
        self._writers |= {writer, onward}
        try:
            await asyncio.gather(
                self._carry(reader, onward, out=True), self._carry(there, writer, out=False)
            )
        finally:
            for end in (writer, onward):
                self._writers.discard(end)
                end.transport.abort()

    async def _carry(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, out: bool
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(65536):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
                if out and self._at_commit and b"COMMIT" in data:
                    self._at_commit = False
                    self.cuts += 1
                    break
        writer.transport.close() if out else writer.transport.abort()


@asynccontextmanager
async def line_to(cluster: Cluster, schema: str) -> AsyncIterator[tuple[Line, Url]]:
    line = Line(cluster.folder / f".s.PGSQL.{cluster.port}")
    door = await asyncio.start_server(quietly(line), "127.0.0.1", 0)
    try:
        yield line, url_by("127.0.0.1", door.sockets[0].getsockname()[1], schema)
    finally:
        door.close()
        line.let_go()


def url_by(host: str, port: int, schema: str) -> Url:
    options = f"sslmode=disable&gssencmode=disable&options=-csearch_path%3D{schema}"
    return Url(f"postgresql://postgres@{host}:{port}/postgres?{options}")


def quietly(line: Line):  # type: ignore[no-untyped-def]  # asyncio's own callback
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            await line.serve(reader, writer)
        writer.transport.abort()

    return serve
