"""What the net looks like, for those who train it and those who run it."""

from typing import Final

from rialto.engine.ids import Why
from rialto.engine.rules import scoring

# Compiled code takes numbers from this file.
WIDTH: Final = 512
BLOCKS: Final = 2
"""Residual blocks, of two layers each."""

STEP_BITS: Final = 8
"""An activation is a multiple of 1/256 ..."""
TOP: Final = (1 << 11) - 1
"""... from 0 to so many of them."""
CLIP: Final = TOP / (1 << STEP_BITS)

CAUSES: Final = len(Why)
PARTS: Final = CAUSES + scoring.PARTS - 1
"""The parts of a score: points during play by cause, leftovers, buildings, six districts."""
POINT: Final = 8.0
"""Points for which a part counts 1 in training."""
MARGIN: Final = 20.0
"""Points ahead for which the margin is tanh(1)."""

SUM_BITS: Final = 10
"""The sum that runs through is in 1/1024."""
OUT_BITS: Final = 16
"""What comes out is in 1/65536."""
