"""From logits to shares and draws, by a table of whole numbers."""

from decimal import Decimal, localcontext
from typing import Any, Final

import numpy as np

from rialto.bots.net.inference import Brain
from rialto.bots.net.shape import OUT_BITS
from rialto.engine.jit import PLAIN, compiled
from rialto.engine.rng import below

UNIT: Final = 1 << 20
"""What the best move weighs. The weights of all moves together stay below 2^31, for `below`."""
FINE_BITS: Final = 8
"""The table goes in steps of 1/256."""
WARM: Final = 1000
"""Temperatures are in thousandths."""


def _powers() -> Any:
    """exp(-k/256) in units, as long as that is not nothing. By decimals, for the exponential
    function of floats differs from machine to machine."""
    found: list[int] = []
    with localcontext() as context:
        context.prec = 30
        while not found or found[-1] > 0:
            power = (-Decimal(len(found)) / (1 << FINE_BITS)).exp()
            found.append(int((power * UNIT).to_integral_value()))
    return tuple(found) if PLAIN else np.array(found, np.int64)


POWERS: Final[list[int]] = _powers()


@compiled
def weigh(b: Brain, n: int, heat: int) -> int:
    """What each of n logits weighs at a temperature of so many thousandths; all together."""
    most = b.logits[0]
    for i in range(1, n):
        most = max(most, b.logits[i])
    total = 0
    for i in range(n):
        k = (most - b.logits[i]) * WARM // heat >> (OUT_BITS - FINE_BITS)
        b.shares[i] = POWERS[k] if k < len(POWERS) else 0
        total += b.shares[i]
    return total


@compiled
def pick(b: Brain, n: int, total: int, rng: list[int]) -> int:
    """One of n, as likely as it weighs."""
    left = below(rng, total)
    i = 0
    while left >= b.shares[i]:
        left -= b.shares[i]
        i += 1
    return i


@compiled
def best(b: Brain, n: int) -> int:
    """The first of the best."""
    found = 0
    for i in range(1, n):
        if b.logits[i] > b.logits[found]:
            found = i
    return found
