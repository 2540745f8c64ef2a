"""A table's log lines as they go over the wire, kept encoded: most are the same for everybody."""

from collections.abc import Sequence

from rialto.engine.game import GameEvent
from rialto.server import wire
from rialto.server.show import present

Line = bytes | tuple[bytes, ...]
"""The same for all, or by seat with the spectator's last."""


class History:
    """The lines after version `first`; those before it are put in front once somebody wants to
    know (`recall`), for most tables that are folded after a start nobody looks at."""

    def __init__(self, players: int, first: int = 0) -> None:
        self._players = players
        self.first = first
        self._lines: list[Line] = []
        self._ends = [0]
        """How many lines there were after each version, from `first` on."""

    @property
    def version(self) -> int:
        return self.first + len(self._ends) - 1

    def recall(self, earlier: "History") -> None:
        assert earlier.version == self.first
        shift = len(earlier._lines)
        self._ends = earlier._ends + [end + shift for end in self._ends[1:]]
        self._lines = earlier._lines + self._lines
        self.first = earlier.first

    def add(self, events: Sequence[GameEvent]) -> None:
        """What the next entry of the log made happen, everything known."""
        version = self.version + 1
        for n, happened in enumerate(events):
            self._lines.append(self._line(happened, version, n))
        self._ends.append(len(self._lines))

    def add_note(self, code: str, seat: int | None, **args: wire.EventArg) -> None:
        """Something about the table rather than the game."""
        line = wire.GameEvent(version=self.version + 1, n=0, code=code, seat=seat, args=args)
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
        known = max(version, 0)
        assert known >= self.first, "what was before has to be recalled"
        first = self._ends[min(known - self.first, len(self._ends) - 1)]
        audience = self._players if seat is None else seat
        seen = [line if isinstance(line, bytes) else line[audience]
                for line in self._lines[first:]]  # fmt: skip
        return b"[" + b",".join(seen) + b"]"
