"""From what goes out to bytes."""

from typing import Any, Final

import msgspec

PROTOCOL: Final = 1
_ENCODER: Final = msgspec.json.Encoder()


def encode(message: Any) -> bytes:
    return _ENCODER.encode(message)


def join_view(open_part: bytes, seat_part: bytes) -> bytes:
    """A View, encoded: one object of both parts."""
    return b"".join((seat_part[:-1], b",", open_part[1:]))
