"""What is said at a table: kept with it, never part of its game.

People at the table are heard by everybody. Watchers talk among themselves: while the game runs
those who play do not hear them, for a watcher might see more than one hand.
"""

import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rialto.server import wire
from rialto.server.limits import Bucket
from rialto.server.store import Spoken
from rialto.server.table.anew import anew
from rialto.server.trouble import Trouble

if TYPE_CHECKING:
    from rialto.server.table.table import Table

KEEP: Final = 200
LINES_PER_S: Final = 0.5
LINES_AT_ONCE: Final = 5
REACTIONS_PER_S: Final = 0.2
MOST_SPEAKERS: Final = 500

MOST_MARKS: Final = 4
"""Accents on one letter: more of them run over the lines above and below."""
STEERING: Final = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Classes of characters that write nothing: control characters, line breaks, halves of pairs."""
TURNING: Final = frozenset(
    "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)
"""They turn the direction of what follows, the names of others included."""


def readable(line: str) -> str:
    """A line that shows what it says, and nothing but itself."""
    line = line.strip(" ")
    kinds = [unicodedata.category(c) for c in line]
    if not any(kind[0] in "LNPS" for kind in kinds):
        raise Trouble("unreadable_line", "There is nothing to read.")
    if any(c in TURNING for c in line) or not STEERING.isdisjoint(kinds):
        raise Trouble("unreadable_line")
    marks = 0
    for kind in kinds:
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            raise Trouble("unreadable_line", "There are too many accents on a letter.")
    return line


class Talk:
    def __init__(self, table: "Table") -> None:
        self._table = table
        self.lines: Sequence[Spoken] = []
        self._buckets: dict[tuple[object, bool], Bucket] = {}

    @property
    def last(self) -> int:
        return self.lines[-1].n if self.lines else 0

    def heard(self, seat: int | None, told: int) -> bytes:
        """A JSON list of what this seat (None: a watcher) may hear after that line."""
        if told == self.last:
            return b"[]"
        apart = self._table.status == "running" and seat is not None
        return wire.encode([s for s in self.lines if s.n > told and not (apart and s.seat is None)])

    @anew
    async def say(self, speaker: bytes, seat: int | None, name: str, said: wire.Say) -> None:
        text = readable(said.text) if said.text or said.reaction is None else ""
        table = self._table
        async with table.change() as change:
            if table.quiet:
                raise Trouble("quiet")
            self._check_rate(speaker, said.reaction is not None)
            spoken = Spoken(
                n=self.last + 1,
                at=table.services.now(),
                version=table.version,
                seat=seat,
                name=name,
                reaction=said.reaction,
                text=text,
            )
            change.store.add_spoken(table.id, spoken, speaker, KEEP)

            def hear() -> None:
                self.lines = [*self.lines, spoken][-KEEP:]

            change.then(hear)

    def _check_rate(self, speaker: bytes, reacts: bool) -> None:
        now = self._table.services.ticks() / 1000
        rate, burst = (REACTIONS_PER_S, 1) if reacts else (LINES_PER_S, LINES_AT_ONCE)
        if len(self._buckets) > MOST_SPEAKERS:
            self._buckets.clear()
        bucket = self._buckets.setdefault((speaker, reacts), Bucket(burst, now))
        if not bucket.take(rate, burst, now):
            raise Trouble("too_fast")


@anew
async def set_quiet(table: "Table", seat: int, quiet: bool) -> None:
    """The host switches talk off, or on again."""
    async with table.change() as change:
        if table.quiet == quiet:
            return
        change.store.set_quiet(table.id, quiet)
        change.notice("quiet" if quiet else "talk", seat)

        def apply() -> None:
            table.quiet = quiet

        change.then(apply)
