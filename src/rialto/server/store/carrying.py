"""Everything that one store keeps is carried into an empty one, of either engine.

Both have the same tables and columns, so rows are carried as they are: one moment of the old store,
one transaction of the new one. It is held against the old one before it is committed, so an
interrupted or failed move leaves nothing behind. The old store is only read.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final, Protocol

from rialto.server.places import Place
from rialto.server.store.errors import StoreError
from rialto.server.store.kept import Entry, KeptTable
from rialto.server.store.sql_statements import Question, Reader, column
from rialto.server.store.sql_tables import table_and_log
from rialto.server.store.sqlite_carrying import sqlite_new, sqlite_old

FIRST: Final = "games"
"""The others refer to it."""
SORTED: Final = {"events": "ORDER BY game, seq"}
"""A log takes its entries in their order."""

Columns = Mapping[str, Sequence[str]]
Rows = Iterable[Sequence[Any]]
Game = tuple[KeptTable, list[Entry]]
Check = Callable[[Game, Game], None]
"""Raises a StoreError if a game is not what it was."""


class Old(Protocol):
    """One moment of a store."""

    @property
    def columns(self) -> Columns: ...

    def ask(self, sql: str, values: Sequence[Any]) -> list[Any]: ...

    def every(self, sql: str) -> Iterator[Sequence[Any]]:
        """Its rows, a few at a time."""


class New(Old, Protocol):
    """An empty store in a transaction of its own."""

    def add(self, table: str, columns: Sequence[str], rows: Rows) -> None: ...


class Inside:
    """A reader inside one transaction."""

    def __init__(self, store: Old) -> None:
        self._store = store

    def rows(self, sql: str, *values: Any) -> list[Any]:
        return self._store.ask(sql, values)

    def at_once(self, questions: Sequence[Question]) -> list[list[Any]]:
        return [self._store.ask(*question) for question in questions]


class Told(Protocol):
    """What has been done so far."""

    def carried(self, table: str, rows: int) -> None: ...

    def checked(self, games: int, of: int) -> None: ...


def carry(source: Place, target: Place, check: Check, told: Told, *, alone: bool = True) -> None:
    """`alone`: no server may use the source, for what it stores later would be missing."""
    with open_old(source, alone) as old, open_new(target) as new:
        names = sorted(old.columns, key=lambda name: (name != FIRST, name))
        for name in names:
            if sorted(old.columns[name]) != sorted(new.columns.get(name, ())):
                raise StoreError(f"{target} keeps other things of {name} than {source}")
        for name in names:
            told.carried(name, carry_table(old, new, name))
        compare(old, new, check, told)


def carry_table(old: Old, new: New, name: str) -> int:
    columns = old.columns[name]
    sums = Sum(), Sum()
    sql = f"SELECT {quoted(columns)} FROM {name} {SORTED.get(name, '')}"
    new.add(name, columns, sums[0].watch(old.every(sql)))
    for _ in sums[1].watch(new.every(sql)):
        pass
    if sums[0] != sums[1]:
        raise StoreError(f"{name} is not the same on both sides; nothing was moved")
    return sums[0].rows


class Sum:
    """Of all rows, in whatever order they come."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def watch(self, rows: Rows) -> Iterator[Sequence[Any]]:
        for row in rows:
            self.rows += 1
            digest = hashlib.sha256(repr(tuple(row)).encode("utf-8", "backslashreplace")).digest()
            self._sum = (self._sum + int.from_bytes(digest, "big")) % 2**256
            yield row

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sum) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]  # it grows


def compare(old: Old, new: New, check: Check, told: Told) -> None:
    before, after = Inside(old), Inside(new)
    names = column(before, f"SELECT id FROM {FIRST} ORDER BY id")
    for n, name in enumerate(names, 1):
        check(game(before, name), game(after, name))
        told.checked(n, len(names))


def game(reader: Reader, name: str) -> Game:
    found = table_and_log(reader, name, 0)
    if found is None:
        raise StoreError(f"{name} is missing; nothing was moved")
    return found


def quoted(columns: Sequence[str]) -> str:
    return ", ".join(f'"{name}"' for name in columns)


def open_old(place: Place, alone: bool) -> AbstractContextManager[Old]:
    if isinstance(place, Path):
        return sqlite_old(place, alone)
    from rialto.server.store.pg_carrying import postgres_old

    return postgres_old(place, alone)


def open_new(place: Place) -> AbstractContextManager[New]:
    if isinstance(place, Path):
        return sqlite_new(place)
    from rialto.server.store.pg_carrying import postgres_new

    return postgres_new(place)
