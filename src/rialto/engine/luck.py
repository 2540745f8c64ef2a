"""Which of the equally likely ways chance takes, from what a game's luck is keyed by.

A seed (a number) is for tests, tournaments and research. A key (32 bytes) is for fair games, whose
draws anybody can compute again: its rule is published in docs/fairness.md and never changes.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

Luck = int | bytes
WORD: Final = 1 << 16


def choose_way(luck: Luck, place: Sequence[int], ways: int) -> int:
    """Keyed by the place in the game, so that games that play differently still share their luck,
    and what is drawn does not depend on when or how often it is asked for."""
    if isinstance(luck, bytes):
        return fair_way(luck, place, ways)
    digest = hashlib.blake2b(repr((luck, *place)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") * ways >> 64


def fair_way(key: bytes, place: Sequence[int], ways: int) -> int:
    """A 16-bit word for each index, until one is below the last multiple of `ways`: so none of the
    ways is likelier than another."""
    end = WORD - WORD % ways
    where = " ".join(map(str, place))
    index = 0
    while True:
        word = word_at(key, where, index)
        if word < end:
            return word % ways
        index += 1


def word_at(key: bytes, where: str, index: int) -> int:
    digest = hmac.digest(key, f"{where}/{index}".encode(), "sha256")
    return int.from_bytes(digest[:2], "big")
