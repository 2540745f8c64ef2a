"""The luck of the servers that tests start: chance has a seed, and what a bot does follows from
what it sees. So whoever makes the same moves plays the same game again, whatever else is played on
that server meanwhile."""

import zlib
from typing import Any

from rialto.engine.view import View


def pick(view: View, n: int) -> int:
    """What a bot takes of n moves. By nothing that others change while it is asked: several discard
    at once (P6), and who is quicker must not matter."""
    assert view.seat is not None
    seen = [view.asked, view.round_no, view.step, *view.hand[view.seat], *view.scores, *view.coins]
    return zlib.crc32(bytes(int(n) % 256 for n in seen)) % n


SEEDED: dict[str, Any] = {"seed": lambda: 1, "pick": pick}
"""For `create_app`."""
