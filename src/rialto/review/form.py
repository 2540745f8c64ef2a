"""From JSON to dataclasses: what does not fit is refused, with its place."""

import types
from dataclasses import fields, is_dataclass
from enum import StrEnum
from math import isfinite
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
NAMES = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


class BadForm(ValueError):
    """Something has the wrong form; the message says where."""


def read_form(kind: type[T], data: Any, where: str = "") -> T:
    """An object of that class, its fields read by their types."""
    if not isinstance(data, dict):
        raise BadForm(f"{where or 'the whole'} must be an object")
    found: dict[str, Any] = {}
    hints = get_type_hints(kind)
    assert is_dataclass(kind)
    for field in fields(kind):
        place = f"{where}.{field.name}" if where else field.name
        if field.name not in data:
            raise BadForm(f"{place} is missing")
        found[field.name] = _read(hints[field.name], data[field.name], place)
    made: T = kind(**found)
    return made


def _read(kind: Any, value: Any, where: str) -> Any:
    if get_origin(kind) in (Union, types.UnionType):
        if value is None and type(None) in get_args(kind):
            return None
        (kind,) = (one for one in get_args(kind) if one is not type(None))
    if get_origin(kind) is list:
        if not isinstance(value, list):
            raise BadForm(f"{where} must be a list")
        (item,) = get_args(kind)
        return [_read(item, one, f"{where}[{n}]") for n, one in enumerate(value)]
    if is_dataclass(kind):
        assert isinstance(kind, type)
        return read_form(kind, value, where)
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        if value not in [one.value for one in kind]:
            raise BadForm(f"{where} must be one of {', '.join(kind)}")
        return kind(value)
    return _read_plain(kind, value, where)


def _read_plain(kind: type, value: Any, where: str) -> Any:
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind or (isinstance(value, float) and not isfinite(value)):
        raise BadForm(f"{where} must be {NAMES[kind]}")
    return value
