"""From one annotated class to a memory layout, a plain twin, and masks for what a seat may see."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import numpy as np
from numpy.typing import NDArray

# Compiled code takes numbers from this file.

T = TypeVar("T")


@dataclass(frozen=True)
class Cells:
    """How a field lies in memory."""

    code: str
    shape: tuple[int, ...] = ()


@dataclass(frozen=True)
class Sight:
    """Who may see a field."""

    name: str


OPEN: Final = Sight("open")
OWN: Final = Sight("own")
"""Row p belongs to seat p and to nobody else."""
HIDDEN: Final = Sight("hidden")
TAIL: Final = Sight("tail")
"""Notes on the last move: outside checksum, equality, notation and View."""

Open = Annotated[T, OPEN]
Own = Annotated[T, OWN]
Hidden = Annotated[T, HIDDEN]
Tail = Annotated[T, TAIL]

_NUMPY_OWNS: Final = set(dir(np.record))


@dataclass(frozen=True)
class Field:
    name: str
    cells: Cells
    sight: Sight


class BadLayout(TypeError):
    """A field that could not be laid out; the message names it."""


def fields_of(cls: type) -> tuple[Field, ...]:
    """Every field with its cells and sight; refuses an unmarked one."""
    found = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        marks = getattr(hint, "__metadata__", ())
        cells = [m for m in marks if isinstance(m, Cells)]
        sight = [m for m in marks if isinstance(m, Sight)]
        if name in _NUMPY_OWNS:
            raise BadLayout(f"{name}: NumPy owns this name")
        if len(cells) != 1 or len(sight) != 1:
            raise BadLayout(f"{name}: needs cells and one of open, own, hidden, tail")
        found.append(Field(name, cells[0], sight[0]))
    return tuple(found)


def layout(cls: type) -> np.dtype[Any]:
    """The record's dtype: wide fields first, then no gaps, so that equal states are equal bytes.

    What the wide fields of the next record need to be aligned is added at the very end, after the
    tail. So the padding is in no field and outside everything that leaves out the tail: checksums,
    equality, Views (its mask is 0) and notation never see it."""
    fields = fields_of(cls)
    widths = [np.dtype(f.cells.code).itemsize for f in fields]
    if widths != sorted(widths, reverse=True):
        raise BadLayout("wide fields come first")
    if [f.sight == TAIL for f in fields] != sorted(f.sight == TAIL for f in fields):
        raise BadLayout("tail fields come last")
    packed = np.dtype([(f.name, f.cells.code, f.cells.shape) for f in fields])
    return np.dtype(
        (
            np.record,
            {
                "names": packed.names,
                "formats": [(f.cells.code, f.cells.shape) for f in fields],
                "offsets": [packed.fields[f.name][1] for f in fields],  # type: ignore[index]  # a record has fields
                "itemsize": -(-packed.itemsize // max(widths)) * max(widths),
            },
        )
    )


def mask(cls: type, seat: int | None) -> NDArray[np.uint8]:
    """One byte of 255 for each byte that the seat (None: a spectator) may see."""
    dtype = layout(cls)
    seen = np.zeros(dtype.itemsize, np.uint8)
    for field in fields_of(cls):
        cells, start = dtype.fields[field.name][:2]  # type: ignore[index]  # a record has fields
        if field.sight == OPEN:
            seen[start : start + cells.itemsize] = 255
        elif field.sight == OWN and seat is not None:
            row = cells.itemsize // cells.shape[0]
            seen[start + seat * row : start + (seat + 1) * row] = 255
    return seen


def _empty(cells: Cells) -> Any:
    if len(cells.shape) == 2:
        return [[0] * cells.shape[1] for _ in range(cells.shape[0])]
    return [0] * cells.shape[0] if cells.shape else 0


def plain_twin(cls: type) -> Callable[[], Any]:
    """A class of ints and lists with the same fields: what the rules run on in plain mode."""
    fields = fields_of(cls)

    def __init__(self: Any) -> None:
        for field in fields:
            setattr(self, field.name, _empty(field.cells))

    slots = tuple(f.name for f in fields)
    return type(f"Plain{cls.__name__}", (), {"__slots__": slots, "__init__": __init__})
