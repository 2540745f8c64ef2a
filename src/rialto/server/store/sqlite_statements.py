"""Statements that are written together."""

from collections.abc import Sequence
from typing import Any, NamedTuple

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


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
