"""What happened, by those who saw it, held against what is stored.

Every player notes what it asked and what it was answered, every onlooker what it was shown, all by
one clock. `check` reads the notes: every acknowledged move is in the log once and at the place that
was told; what was answered before something else was asked stands before it; all have seen the same
at each place of the log, and nobody has seen time run backwards; no driver has moved after its
successor.
"""

import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import psycopg

from rialto.server.store import Entry, Place


class Note(NamedTuple):
    at: float
    who: str
    what: str
    """ask, ack or saw."""
    table: str
    about: str
    """The name of a move, or what was seen."""
    version: int


@dataclass
class History:
    notes: list[Note] = field(default_factory=list)

    def add(self, who: str, what: str, table: str, about: str, version: int) -> None:
        self.notes.append(Note(time.monotonic(), who, what, table, about, version))

    def of(self, table: str, what: str) -> list[Note]:
        return [note for note in self.notes if (note.table, note.what) == (table, what)]


def stored_log(where: Place, table: str) -> list[Entry]:
    """Past the store."""
    sql = (
        "SELECT seq, at, what, seat, move, spent, move_id FROM events WHERE game = {} ORDER BY seq"
    )
    if isinstance(where, Path):
        with closing(sqlite3.connect(where)) as file:
            return [Entry(*row) for row in file.execute(sql.format("?"), (table,))]
    with psycopg.connect(where.secret) as db:
        return [Entry(*row) for row in db.execute(sql.format("%s").encode(), (table,))]


def check(history: History, table: str, log: Sequence[Entry]) -> None:
    assert [entry.seq for entry in log] == list(range(len(log))), "without a gap"
    places: dict[str, list[int]] = {}
    for entry in log:
        if entry.move_id is not None:
            places.setdefault(entry.move_id, []).append(entry.seq + 1)
    check_acknowledged(history, table, places)
    check_order(history, table, places)
    check_seen(history, table, len(log))
    check_drivers(log)


def check_acknowledged(history: History, table: str, places: dict[str, list[int]]) -> None:
    for ack in history.of(table, "ack"):
        assert places.get(ack.about) == [ack.version], f"{ack.about} is at {places.get(ack.about)}"
    for name, found in places.items():
        assert len(found) == 1, f"{name} is stored twice"


def check_order(history: History, table: str, places: dict[str, list[int]]) -> None:
    """Whatever was acknowledged stands before whatever was asked for the first time afterwards."""
    asked: dict[str, float] = {}
    for ask in history.of(table, "ask"):
        asked.setdefault(ask.about, ask.at)
    done = sorted((ack.at, places[ack.about][0]) for ack in history.of(table, "ack"))
    latest, n = 0, 0
    for at, name in sorted((at, name) for name, at in asked.items() if name in places):
        while n < len(done) and done[n][0] < at:
            latest = max(latest, done[n][1])
            n += 1
        assert places[name][0] > latest, f"{name} stands before what was acknowledged earlier"


def check_seen(history: History, table: str, stored: int) -> None:
    """By all the same, and by each in the order of the log."""
    seen: dict[int, str] = {}
    newest: dict[str, int] = {}
    for note in history.of(table, "saw"):
        assert note.version <= stored, f"{note.who} has seen what is not stored"
        assert note.version >= newest.get(note.who, 0), f"{note.who} saw time run backwards"
        newest[note.who] = note.version
        told = seen.setdefault(note.version, note.about)
        assert told == note.about, f"{note.who} saw something else at {note.version}"


def check_drivers(log: Sequence[Entry]) -> None:
    """A bot's move is named with the term of the driver that made it."""
    names = (entry.move_id for entry in log if entry.move_id is not None)
    terms = [int(name.split("-")[1]) for name in names if name.startswith("bot-")]
    assert terms == sorted(terms), f"a driver moved after its successor: {terms}"
