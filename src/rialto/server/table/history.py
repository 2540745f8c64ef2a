"""A table's log lines as they go over the wire, kept encoded: most are the same for everybody."""

from collections.abc import Callable, Sequence

from rialto.engine.game import GameEvent
from rialto.server import wire
from rialto.server.show import present

Line = bytes | tuple[bytes, ...]
"""The same for all, or by seat with the spectator's last."""


class History:
    """`earlier` tells what was stored before the server started, once somebody wants to know."""

    def __init__(self, players: int, earlier: "Callable[[], History] | None" = None) -> None:
        self._players = players
        self._earlier = earlier
        self._lines: list[Line] = []
        self._ends = [0]
        """How many lines there were after each version."""

    def _recall(self) -> None:
        if self._earlier is not None:
            told = self._earlier()
            self._earlier, self._lines, self._ends = None, told._lines, told._ends

    def add(self, events: Sequence[GameEvent]) -> None:
        """What the next entry of the log made happen, everything known."""
        self._recall()
        version = len(self._ends)
        for n, happened in enumerate(events):
            self._lines.append(self._line(happened, version, n))
        self._ends.append(len(self._lines))

    def add_note(self, code: str, seat: int | None, **args: wire.EventArg) -> None:
        """Something about the table rather than the game."""
        self._recall()
        line = wire.GameEvent(version=len(self._ends), n=0, code=code, seat=seat, args=args)
        self._lines.append(wire.encode(line))
        self._ends.append(len(self._lines))

    def _line(self, happened: GameEvent, version: int, n: int) -> Line:
        if happened.only is None:
            return wire.encode(present.event(happened, version, n))
        unseen = wire.encode(present.event(happened.seen_by(None), version, n))
        lines = [unseen] * (self._players + 1)
        seen = happened.seen_by(happened.only)
        lines[happened.only] = wire.encode(present.event(seen, version, n))
        return tuple(lines)

    def since(self, version: int, seat: int | None) -> bytes:
        """A JSON list of the lines after that version, as the seat may know them."""
        self._recall()
        first = self._ends[min(max(version, 0), len(self._ends) - 1)]
        audience = self._players if seat is None else seat
        seen = [line if isinstance(line, bytes) else line[audience]
                for line in self._lines[first:]]  # fmt: skip
        return b"[" + b",".join(seen) + b"]"
