"""A WebSocket at a table: commands in, answers and views out.

Views are not queued: a socket remembers what it has shown, and whenever its line is ready it gets
the newest view with everything that happened since. So a slow reader skips views, never events, and
costs no memory; one that does not read at all is closed.
"""

import asyncio
import time
from typing import Final

from pydantic import ValidationError
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from rialto import IllegalMove
from rialto.server import wire
from rialto.server.closing import COME_AGAIN, NO_SEAT, NO_TABLE, TOO_MANY, TOO_SLOW
from rialto.server.limits import Bucket
from rialto.server.logs import LOG
from rialto.server.store import StoreError
from rialto.server.table.hall import Hall
from rialto.server.table.presence import come_back
from rialto.server.table.table import Table
from rialto.server.trouble import TROUBLES, Trouble
from rialto.server.web.gate import address
from rialto.server.web.line import EXTENSION, Line, TooSlow
from rialto.server.web.visitors import Visitors

FOR_SPECTATORS: Final = 0.75
"""The share of all sockets that spectators may fill."""
MOST_PER_SEAT: Final = 16
"""Sockets of one seat: its holder's devices and what is left of lost lines."""


class Sockets:
    """How many there are, in all and by address."""

    def __init__(self, hall: Hall, visitors: Visitors) -> None:
        self.hall, self.visitors = hall, visitors
        self.count = 0
        self.by_address: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Behind /ws/tables/{table}. What comes and goes does so on the line itself."""
        asked, line = HTTPConnection(scope), scope["extensions"][EXTENSION]
        settings = self.hall.services.settings
        where = address(scope)
        here = self.by_address.get(where, 0)
        if self.count >= settings.most_sockets or here >= settings.most_sockets_per_address:
            refuse(line, TOO_MANY, "too_many_sockets")
            return
        self.count += 1
        self.by_address[where] = here + 1
        self.hall.services.metrics.sockets.set(self.count)
        try:
            await self.at_table(asked, line)
        finally:
            self.count -= 1
            self.by_address[where] -= 1
            if not self.by_address[where]:
                del self.by_address[where]
            self.hall.services.metrics.sockets.set(self.count)

    async def at_table(self, asked: HTTPConnection, line: Line) -> None:
        try:
            who = await self.visitors.who(asked.headers, secure=asked.url.scheme == "wss")
            table = await self.hall.get(asked.path_params["table"])
            wanted, watch = number(asked, "seat"), "watch" in asked.query_params
            self.check_room(table, self.hall.seat_to_show(table, who, wanted, watch))
            await table.recall()
            seat = self.hall.seat_to_show(table, who, wanted, watch)
            since = number(asked, "since") or 0
        except Trouble as trouble:
            refuse(line, closing_code(trouble), trouble.code)
            return
        except StoreError:
            refuse(line, COME_AGAIN, "store_unreadable")
            return
        line.accept()
        await Socket(line, address(asked.scope), table, seat, since).run()

    def check_room(self, table: Table, seat: int | None) -> None:
        """Spectators may fill what is theirs; a seat has a few sockets of its own."""
        settings = self.hall.services.settings
        there = sum(watcher.seat == seat for watcher in table.display.watchers)
        if seat is not None:
            full = there >= MOST_PER_SEAT
        else:
            room = settings.most_sockets * FOR_SPECTATORS
            full = there >= settings.most_sockets_per_table or self.count > room
        if full:
            raise Trouble("too_many_sockets")


def number(asked: HTTPConnection, name: str) -> int | None:
    text = asked.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise Trouble("bad_request", f"{name} is a number.")
    return int(text)


def closing_code(trouble: Trouble) -> int:
    if trouble.status == 404:
        return NO_TABLE
    return TOO_MANY if trouble.status in (429, 503) else NO_SEAT


def refuse(line: Line, code: int, why: str) -> None:
    """Accepted first: a browser is told nothing of a handshake that was refused."""
    line.accept()
    line.close(code, why)


class Socket:
    __slots__ = (
        "bucket",
        "heard",
        "line",
        "seat",
        "seen",
        "shown",
        "source",
        "table",
        "told",
        "waiting",
    )

    def __init__(self, line: Line, source: str, table: Table, seat: int | None, since: int) -> None:
        self.line, self.source = line, source
        self.table, self.seat, self.seen = table, seat, since
        self.told = 0
        """The last notice that was shown."""
        self.heard = 0
        """The last line of talk."""
        self.shown = -1
        self.waiting = False
        """A view is due, and waits for the line."""
        self.bucket: Bucket | None = None

    async def run(self) -> None:
        self.table.display.watch(self)
        self.show()
        try:
            while (text := await self.line.receive()) is not None:
                await self.take(text)
        except TooSlow:
            self.give_up()
        finally:
            self.table.display.unwatch(self)

    async def take(self, text: str) -> None:
        """One message: one answer."""
        settings = self.table.services.settings
        rate, now = settings.messages_per_second, time.monotonic()
        if self.bucket is None:
            self.bucket = Bucket(rate * 2, now)
        if not self.bucket.take(rate, rate * 2, now):
            await self.fail("too_many_requests", None)
            return
        try:
            message = wire.MESSAGE.validate_json(text, strict=True)
        except ValidationError as wrong:
            first = wrong.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            await self.fail("bad_message", None, f"{where}: {first['msg']}".lstrip(": "))
            return
        ref = getattr(message, "move_id", None) or getattr(message, "id", None)
        try:
            await self.answer(message)
        except Trouble as trouble:
            await self.fail(trouble.code, ref, trouble.message)
        except TooSlow:
            raise
        except Exception:
            LOG.exception("a command failed", extra={"facts": {"table": self.table.id}})
            await self.fail("internal", ref)

    async def answer(self, message: wire.AnyMessage) -> None:
        if isinstance(message, wire.Ping):
            await self.send(wire.encode(wire.PongFrame()))
        elif isinstance(message, wire.Resync):
            self.show_again()
        elif self.seat is None:
            raise Trouble("no_seat")
        elif isinstance(message, wire.Command):
            outcome = await self.table.submit(
                self.seat, message.move_id, message.version, message.moves
            )
            await self.tell(outcome)
        elif isinstance(message, wire.Undo):
            await self.tell(await self.table.undo(self.seat, message.move_id, message.version))
        elif isinstance(message, wire.Try):
            await self.try_out(self.seat, message)
        elif isinstance(message, wire.Pass):
            await self.table.pass_until(self.seat, message.until)
            self.show_again()
        else:
            await come_back(self.table, self.seat)
            self.show_again()

    async def tell(self, outcome: wire.AckFrame | wire.RefusedFrame | wire.StaleFrame) -> None:
        """With the view that goes with it, if there is a new one."""
        if isinstance(outcome, wire.StaleFrame):
            self.shown = -1
        await self.send(wire.encode(outcome), and_view=True)
        self.table.services.probe("acked")

    async def try_out(self, seat: int, message: wire.Try) -> None:
        try:
            view = self.table.try_out(seat, message.version, message.moves)
        except IllegalMove as no:
            words = f"{no.refusal.name.lower()} ({no.rule})"
            await self.fail("refused", message.id, words)
            return
        except Trouble as trouble:
            if trouble.code == "stale":
                self.show_again()
            raise
        await self.send(wire.encode(wire.TriedFrame(id=message.id, view=view)))

    async def fail(self, code: str, ref: str | None, words: str | None = None) -> None:
        frame = wire.ErrorFrame(code=code, message=words or TROUBLES[code][1], ref=ref)
        await self.send(wire.encode(frame))

    # ── views ──

    def show_again(self) -> None:
        """Soon: an answer that is being given goes first."""
        self.shown = -1
        asyncio.get_running_loop().call_soon(self.show)

    def show(self) -> None:
        if self.waiting or self.shown == self.table.display.tick:
            return
        if not self.line.ready:
            self.waiting = True
            self.table.services.spawn(self.show_when_read())
            return
        frames = self.newest()
        if frames:
            self.line.put(*frames)
            self.table.services.metrics.frames.n += len(frames)

    def newest(self) -> list[bytes]:
        """The view, if it was not shown yet."""
        if self.shown == self.table.display.tick:
            return []
        display = self.table.display
        frame = display.frame(self.seat, self.seen, self.told, self.heard)
        self.shown, self.seen, self.told = display.tick, self.table.version, display.last_notice
        self.heard = self.table.talk.last
        return [frame]

    async def show_when_read(self) -> None:
        try:
            await self.line.until_ready()
        except TooSlow:
            self.give_up()
            return
        self.waiting = False
        self.show()

    def give_up(self) -> None:
        self.table.services.metrics.dropped.inc()
        self.line.close(TOO_SLOW, "too slow")

    def drop(self, code: int) -> None:
        self.line.close(code, "")

    async def send(self, answer: bytes, and_view: bool = False) -> None:
        """Whoever asks more than they read waits; meanwhile views may grow old, so the newest is
        looked for afterwards."""
        if not self.line.ready:
            await self.line.until_ready()
        frames = [answer, *self.newest()] if and_view else [answer]
        self.line.put(*frames)
        self.table.services.metrics.frames.n += len(frames)
