"""SQL that both engines understand: what is written together, and what is asked.

Values stand as `?` or `?1`; one that may be None is compared before it is asked for (`x = ?1 OR
?1 IS NULL`), for PostgreSQL wants to know its type. Beyond that the statements keep to what SQLite
and PostgreSQL share.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec


class Statement(NamedTuple):
    sql: str
    values: Sequence[Any]
    one_row: bool = False
    """It must change one row: otherwise what it takes for granted does not hold."""


class Statements:
    __slots__ = ("statements",)

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def _do(self, sql: str, *values: Any, one_row: bool = False) -> None:
        self.statements.append(Statement(sql, values, one_row))


class Question(NamedTuple):
    sql: str
    values: Sequence[Any]


class Reader(Protocol):
    """A connection of one engine; none is asked in the event loop."""

    def rows(self, sql: str, *values: Any) -> list[Any]: ...

    def at_once(self, questions: Sequence[Question]) -> list[list[Any]]:
        """The rows of each, all as they were at one moment."""


class ClosingReader(Reader, Protocol):
    def close(self) -> None: ...


def column(db: Reader, sql: str, *values: Any) -> list[Any]:
    return [row[0] for row in db.rows(sql, *values)]


def first(db: Reader, sql: str, *values: Any) -> Any:
    """The first value of the first row; None if there is no row."""
    rows = db.rows(sql, *values)
    return rows[0][0] if rows else None


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
