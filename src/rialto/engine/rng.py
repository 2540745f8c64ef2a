"""Random numbers for playouts: xorshift on four 32-bit words kept in int64 cells.

No multiplication overflows, so plain Python, Numba and CUDA give the same numbers. The words live
outside the State: nothing in a state tells the future.
"""

from typing import Any, Final

import numpy as np

from rialto.engine.jit import PLAIN, rule

WORDS: Final = 4
MASK: Final = 0xFFFFFFFF


@rule
def next_word(rng: list[int]) -> int:
    """The next 32 random bits."""
    t = rng[0] ^ ((rng[0] << 11) & MASK)
    rng[0] = rng[1]
    rng[1] = rng[2]
    rng[2] = rng[3]
    rng[3] = rng[3] ^ (rng[3] >> 19) ^ t ^ (t >> 8)
    return rng[3]


@rule
def below(rng: list[int], n: int) -> int:
    """A number from 0 to n - 1."""
    return (next_word(rng) * n) >> 32


@rule
def seed_words(rng: list[int], seed: int, stream: int) -> None:
    """Start a stream; different (seed, stream) give different ones."""
    rng[0] = (seed & MASK) ^ 0x9E3779B9
    rng[1] = ((seed >> 32) & MASK) ^ 0x243F6A88
    rng[2] = (stream & MASK) ^ 0xB7E15162
    rng[3] = ((stream >> 32) & MASK) ^ 0x8AED2A6A
    for _ in range(24):
        next_word(rng)
    if rng[0] | rng[1] | rng[2] | rng[3] == 0:
        rng[0] = 1


def new_rng(seed: int, stream: int = 0) -> Any:
    """A seeded stream of random numbers."""
    rng: Any = [0] * WORDS if PLAIN else np.zeros(WORDS, np.int64)
    seed_words(rng, seed, stream)
    return rng
