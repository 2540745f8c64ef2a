"""The record: one class gives layout, plain twin and masks, and refuses what would not hold."""

from typing import Annotated

import numpy as np
import pytest

from rialto.engine.layout import BadLayout, Cells, Hidden, Open, Own, Tail, layout, mask
from rialto.engine.state import FIELDS, HEAD_SIZE, MASKS, STATE, PlainState, to_record

Byte = Annotated[int, Cells("i1")]
Wide = Annotated[int, Cells("i2")]
Pair = Annotated[list[list[int]], Cells("i1", (2, 3))]


class Unmarked:
    coins: Byte


class NumpyName:
    copy: Open[Byte]


class WideLast:
    a: Open[Byte]
    b: Open[Wide]


class TailFirst:
    a: Tail[Byte]
    b: Open[Byte]


@pytest.mark.parametrize(
    ("cls", "words"),
    [
        (Unmarked, "coins: needs cells and one of open, own, hidden, tail"),
        (NumpyName, "copy: NumPy owns this name"),
        (WideLast, "wide fields come first"),
        (TailFirst, "tail fields come last"),
    ],
)
def test_a_layout_that_would_not_hold_is_refused(cls: type, words: str) -> None:
    with pytest.raises(BadLayout, match=words):
        layout(cls)


class Small:
    board: Open[Byte]
    hands: Own[Pair]
    pile: Hidden[Byte]
    notes: Tail[Byte]


def test_masks_show_what_is_marked() -> None:
    assert mask(Small, None).tolist() == [255] + [0] * 8
    assert mask(Small, 0).tolist() == [255] + [255] * 3 + [0] * 3 + [0, 0]
    assert mask(Small, 1).tolist() == [255] + [0] * 3 + [255] * 3 + [0, 0]


class Odd:
    coins: Open[Wide]
    board: Open[Byte]
    notes: Tail[Pair]


def test_the_next_record_is_aligned_by_padding_that_nobody_sees() -> None:
    """Two bytes, one and six are nine, so one more is added: at the end, in no field, unseen."""
    record = layout(Odd)
    assert (record.itemsize, record.names) == (10, ("coins", "board", "notes"))
    assert [place[1] for place in (record.fields or {}).values()] == [0, 2, 3]
    assert mask(Odd, None).tolist() == [255] * 3 + [0] * 7
    assert layout(Small).itemsize == 9


def test_state_fits_and_hides() -> None:
    """At most 1 KiB; hands and sealed discards are the owner's, the pile nobody's (V2)."""
    assert STATE.itemsize <= 1024
    hidden = {f.name for f in FIELDS if f.sight.name != "open"}
    assert hidden == {"hand", "sealed", "pile", "note_count", "notes"}
    assert not MASKS[:, HEAD_SIZE:].any()


def test_a_number_that_does_not_fit_is_refused() -> None:
    """What wraps silently when compiled is loud in plain mode."""
    s = PlainState()
    s.round_no = 300
    with pytest.raises(OverflowError, match="does not fit"):
        to_record(s)
    s.round_no = 3
    assert to_record(s)["round_no"][0] == np.int8(3)
